/** Which words of a file a person has to explain: of states, and of answers about texts and mails. */
import type { Cell } from "../../csv/cells.ts"
import { Refusal } from "../../model/errors.ts"
import { readOrRefusal } from "./cells.ts"
import { optOutsOf } from "./read-opt-outs.ts"
import { stateOf } from "./read-state.ts"

/** Cells whose texts are words of a closed list. Each takes yes and no. */
export const wordCells = [
  "cancelled",
  "text_opt_out",
  "email_opt_out",
  "accepts_texts",
  "accepts_emails",
] as const satisfies readonly Cell[]

/** Whether a row with the word would be refused for it. */
export function isStrangeWord(cell: (typeof wordCells)[number], text: string): boolean {
  const read = () => (cell === "cancelled" ? stateOf({ cancelled: text }) : optOutsOf({ [cell]: text }))
  return readOrRefusal<unknown>(read) instanceof Refusal
}
