/** Defines a command of the command line, and reads its options. */
import { type ParseArgsConfig, parseArgs } from "node:util"
import type { z } from "zod"
import type { Config } from "../config/config-shape.ts"

export interface Command {
  /** Its options, as shown in the help. */
  usage: string
  /** Its options as somebody would write them, shown by `--help`. */
  example: string
  summary: string
  /** `settings` reads and judges the settings; throws ConfigError with all mistakes. */
  run(args: string[], settings: () => Config): Promise<void>
}

/** A mistake in how a command was called; shown in one line. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

type Options = NonNullable<ParseArgsConfig["options"]>

/** The options, strictly: anything unknown is a UsageError, and so is a word that belongs to no option. */
export function optionsOf<const T extends Options>(args: string[], options: T) {
  return parsed(args, options, false)
}

/** The options and the one word that a command is about, which is `what` in a message: "a file's path". */
export function wordAndOptionsOf<const T extends Options>(args: string[], options: T, what: string) {
  const { values, positionals } = parsed(args, options, true)
  const [word, ...more] = positionals
  if (word === undefined || more.length > 0) throw new UsageError(`expected ${what}`)
  return { word, values }
}

function parsed<const T extends Options>(args: string[], options: T, allowPositionals: boolean) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** For `--json` one line of JSON, else lines for a person. */
export function answer(
  json: boolean | undefined,
  data: Record<string, unknown>,
  lines: readonly string[],
): void {
  process.stdout.write(json ? `${JSON.stringify(data)}\n` : `${lines.join("\n")}\n`)
}

/** The value of an option that may not be left out. */
export function needed(value: string | undefined, option: string): string {
  if (value === undefined || value === "") throw new UsageError(`--${option} is needed`)
  return value
}

/** The value, if the schema takes it. A mistake is a UsageError that names the option. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: string,
  option: string,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new UsageError(`--${option}: ${result.error.issues[0]!.message}`)
}

/** The id behind `--company`, which is needed. */
export function companyIdOf(value: string | undefined): number {
  if (/^[1-9]\d{0,14}$/.test(needed(value, "company"))) return Number(value)
  throw new UsageError("--company: expected a company's id, a whole number")
}
