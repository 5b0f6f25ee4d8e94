/** What stands behind an option, judged: each mistake is a UsageError that names the option. */
import type { z } from "zod"
import { UsageError } from "./command.ts"

export function needed(value: string | undefined, option: string): string {
  if (value === undefined || value === "") throw new UsageError(`--${option} is needed`)
  return value
}

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
