import { createHash } from "node:crypto"

const names = new Map<string, string>()

/** Statements are constant texts, so each is planned once per connection under the hash of its text. */
export function preparedName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const made = createHash("sha1").update(text).digest("base64url")
  names.set(text, made)
  return made
}
