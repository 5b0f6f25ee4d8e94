import { createHash } from "node:crypto"

export interface Statement {
  /** Under which a connection keeps its plan; empty for one that is not kept. */
  name: string
  text: string
  values: unknown[]
}

const names = new Map<string, string>()

/**
 * Texts are constant, so each is planned once per connection under its hash. Statements without values are rare and said
 * in many ways (SET LOCAL, LOCK TABLE): none of them is kept.
 */
export const statement = (text: string, values: readonly unknown[]): Statement => ({
  name: values.length === 0 ? "" : preparedName(text),
  text,
  values: values as unknown[],
})

function preparedName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const made = createHash("sha1").update(text).digest("base64url")
  names.set(text, made)
  return made
}
