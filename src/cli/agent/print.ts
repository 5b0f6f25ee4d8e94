/** What came of a call, for a person or for a program. */
import type { Told } from "./conversation.ts"

/** One line of JSON. */
export const lineOf = ({ tool, inputs, status, say, answer }: Told): string =>
  `${JSON.stringify({ tool, inputs, status, say, answer })}\n`

/** What would be said first, then all of the answer. */
export function wordsOf({ tool, status, say, answer }: Told): string {
  const shown = answer.data ?? answer.error ?? answer.dynamic_variables ?? answer
  const said = say === null ? [] : [`  Say: ${say}`]
  const all = JSON.stringify(shown, null, 2).replace(/^/gm, "  ")
  return `${[`${tool} → ${status}`, ...said, all].join("\n")}\n`
}
