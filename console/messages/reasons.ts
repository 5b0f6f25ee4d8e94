/** Why a text did not go, in a sentence. */
import type { Words } from "../words/words.ts"
import type { Text } from "./message-data.ts"

type Kept = Pick<Text, "outcome" | "reason">

/** Null for one that went, or that nothing has kept so far. */
export function whyText({ outcome, reason }: Kept, words: Words["messages"]): string | null {
  if (reason === null) return null
  const why = sentenceOf(reason, words)
  return outcome === "waiting" ? `${why} ${words.triedAgain}` : why
}

function sentenceOf(reason: string, words: Words["messages"]): string {
  if (reason in words.reasons) return words.reasons[reason as keyof Words["messages"]["reasons"]]
  const code = /_(\d+)$/.exec(reason)?.[1] ?? ""
  if (code in words.carrier) return words.carrier[code as keyof Words["messages"]["carrier"]]
  return words.carrierSaid({ code: reason })
}

export const outcomeTags: Record<Text["outcome"], string> = {
  waiting: "tag",
  sent: "tag ok",
  skipped: "tag warn",
  failed: "tag bad",
}
