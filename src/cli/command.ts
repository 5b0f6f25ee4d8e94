/** What a command of the command line is. */
import { type ParseArgsConfig, parseArgs } from "node:util"
import type { Config } from "../config/config-shape.ts"

export interface Command {
  /** `company create` */
  name: string
  /** Its options, as shown in the help. */
  usage: string
  summary: string
  /** `settings` reads and judges the settings; throws ConfigError with all mistakes. */
  run(args: string[], settings: () => Config): Promise<void>
}

/** A mistake in how a command was called; told in one line. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}

type Options = NonNullable<ParseArgsConfig["options"]>

/** The options, strictly: anything unknown is a UsageError, and so is a word that belongs to no option. */
export function optionsOf<const T extends Options>(args: string[], options: T) {
  return parsed(args, options, false)
}

/** The options and the one file that a command is about. */
export function fileAndOptionsOf<const T extends Options>(args: string[], options: T) {
  const { values, positionals } = parsed(args, options, true)
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new UsageError("expected one file's path")
  return { file, values }
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
