/** How a statement travels: prepared under a name that follows from its text, its rows read by the types of their columns. */
import { createHash } from "node:crypto"
import pg from "pg"

const names = new Map<string, string>()

/**
 * Texts are constant, so a connection plans each once, under the hash of its text. Statements without values are rare and
 * come in many texts (SET LOCAL, LOCK TABLE): they are not prepared.
 */
export function statement(text: string, values: readonly unknown[]): pg.QueryConfig {
  return values.length === 0 ? { text } : { name: nameOf(text), text, values: [...values] }
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash("sha1").update(text).digest("base64url")
  names.set(text, name)
  return name
}

export const columnTypes = new pg.TypeOverrides()
columnTypes.setTypeParser(20, Number) // int8: ids stay below 2^53
columnTypes.setTypeParser(1016, (text: string) => readNumbers(text)) // int8[]
columnTypes.setTypeParser(1082, (text: string) => text) // date stays YYYY-MM-DD

const readNumbers = (text: string): number[] =>
  text === "{}" ? [] : text.slice(1, -1).split(",").map(Number)
