/**
 * The text of an answer, cut to its schema. A list within it that is long is written row by row, in steps, so that other
 * calls have their turn in between.
 */
import { z } from "zod"
import { inSlices } from "../../platform/slices.ts"

/** Shorter lists take less than a millisecond. */
const shortRows = 100

/** JSON of `value` as `schema` shows it. */
export function* jsonSteps(schema: z.ZodType, value: unknown): Generator<void, string> {
  if (schema instanceof z.ZodObject && isRecord(value)) return yield* objectSteps(schema, value)
  if (schema instanceof z.ZodArray && isLong(value))
    return yield* rowSteps(schema.element as z.ZodType, value)
  return JSON.stringify(schema.parse(value))
}

function* objectSteps(schema: z.ZodObject, value: Record<string, unknown>): Generator<void, string> {
  const long = Object.entries(schema.shape).filter(
    ([name, field]) => field instanceof z.ZodArray && isLong(value[name]),
  )
  if (long.length === 0) return JSON.stringify(schema.parse(value))
  const emptied = Object.fromEntries(long.map(([name]) => [name, []]))
  const rest: Record<string, unknown> = schema.parse({ ...value, ...emptied })
  const written: string[] = []
  for (const name of Object.keys(rest)) {
    const field = schema.shape[name]
    const text =
      name in emptied
        ? yield* rowSteps((field as z.ZodArray).element as z.ZodType, value[name] as unknown[])
        : JSON.stringify(rest[name])
    if (text !== undefined) written.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${written.join(",")}}`
}

function* rowSteps(schema: z.ZodType, rows: readonly unknown[]): Generator<void, string> {
  const texts: string[] = []
  for (const row of rows) {
    texts.push(JSON.stringify(schema.parse(row)))
    yield
  }
  return `[${texts.join(",")}]`
}

/** JSON of a record as `schema` shows it, whose lists may come in pages: each is read when the texts before are taken. */
export async function* jsonTexts(
  schema: z.ZodObject,
  value: Record<string, unknown>,
): AsyncGenerator<string> {
  const emptied = Object.entries(value).map(([name, field]) => [name, isPaged(field) ? [] : field])
  const rest: Record<string, unknown> = schema.parse(Object.fromEntries(emptied))
  let before = "{"
  for (const name of Object.keys(rest)) {
    const field = value[name]
    yield `${before}${JSON.stringify(name)}:`
    if (isPaged(field)) yield* pageTexts((schema.shape[name] as z.ZodArray).element as z.ZodType, field)
    else yield JSON.stringify(rest[name])
    before = ","
  }
  yield "}"
}

async function* pageTexts(schema: z.ZodType, pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let before = "["
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield before + (await inSlices(rowSteps(schema, rows))).slice(1, -1)
    before = ","
  }
  yield before === "[" ? "[]" : "]"
}

const isPaged = (value: unknown): value is AsyncIterable<unknown[]> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value
const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > shortRows
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
