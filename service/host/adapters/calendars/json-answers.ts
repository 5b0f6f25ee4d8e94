/** JSON of calendars' servers, taken apart on a thread of its own. Only what is asked for comes out of it. */
import { CalendarUnavailable } from "../../../platform/ports/calendars.ts"

type Json = ReturnType<typeof JSON.parse>

/** Values that say little: tokens, versions, rights. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>

/** Tokens are some kilobytes. */
const mostCharacters = 16_384

/** Throws CalendarUnavailable for bytes that are no JSON object, and where `read` meets another shape than it knows. */
export function readJson<Result>(file: Uint8Array, read: (value: Json) => Result): Result {
  try {
    const value = JSON.parse(new TextDecoder().decode(file))
    if (value !== null && typeof value === "object") return read(value)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  throw new CalendarUnavailable("unreadable")
}

/** The members with these names; null for one that is missing or is neither text, number nor boolean. */
export function readFields(file: Uint8Array, names: readonly string[]): Fields {
  return readJson(file, (value) =>
    Object.fromEntries(
      names.map((name) => {
        const found: unknown = Object.hasOwn(value, name) ? value[name] : null
        if (typeof found === "string" && found.length > mostCharacters)
          throw new CalendarUnavailable("unreadable")
        const isPlain = typeof found === "string" || typeof found === "number" || typeof found === "boolean"
        return [name, isPlain ? found : null]
      }),
    ),
  )
}

/** A text that names something: a token or an address of the next page. */
export function textOrNull(value: unknown): string | null {
  if (typeof value !== "string") return null
  if (value.length > mostCharacters) throw new CalendarUnavailable("unreadable")
  return value
}
