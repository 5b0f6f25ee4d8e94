/** What becomes of a code that somebody typed. */
import { mostWrongTries } from "../../model/verification.ts"

export interface IssuedCode {
  wrongTries: number
  isUsed: boolean
  /** Epoch milliseconds. */
  expiresAt: number
}

export type CodeVerdict = "right" | "wrong" | "expired"

/** `expired` for every code that no longer counts, the one that was never issued included. */
export function judgeCode(issued: IssuedCode | null, matches: boolean, now: number): CodeVerdict {
  const counts = issued && !issued.isUsed && now < issued.expiresAt && issued.wrongTries < mostWrongTries
  if (!counts) return "expired"
  if (matches) return "right"
  return issued.wrongTries + 1 >= mostWrongTries ? "expired" : "wrong"
}
