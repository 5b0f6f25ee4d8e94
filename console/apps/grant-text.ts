/** A scope, or a named set of them, in the words of the keys' form. */
import type { Row } from "../api/client.ts"
import type { useWords } from "../words/words.ts"

export type Grant = Row<"listConnectedApps">["scopes"][number]

type KeyWords = ReturnType<typeof useWords>["developers"]["keys"]

export function grantText(words: KeyWords, grant: Grant): string {
  if (grant === "read" || grant === "schedule" || grant === "settings")
    return `${words.grants[grant]}: ${words.grantMeanings[grant]}`
  const [part, verb] = grant.split(":") as [keyof KeyWords["parts"], "read" | "write"]
  return (verb === "read" ? words.partRead : words.partWrite)({ part: words.parts[part] })
}
