/** The words of a file that a person has to explain: states, and answers about texts and mails. */
import { type OptOutCell, wantedBy } from "./opt-out-words.ts"
import { stateOfWord } from "./state-words.ts"

/** Cells whose texts are words of a closed list. Each takes yes and no. */
export const wordCells: readonly ("cancelled" | OptOutCell)[] = [
  ...(["cancelled", "text_opt_out", "email_opt_out"] as const),
  ...(["accepts_texts", "accepts_emails"] as const),
]

/** True where a row with the word would be refused for it. */
export const isStrangeWord = (cell: (typeof wordCells)[number], text: string): boolean =>
  cell === "cancelled" ? stateOfWord(text) === null : wantedBy(cell, text) === undefined
