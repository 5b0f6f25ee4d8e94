/**
 * The wishes for no texts and no mails in another system's list. A yes is never taken over: it was given to another sender's
 * messages.
 */
import { longestAnswer, type OptOutCell, wantedBy } from "../../csv/opt-out-words.ts"
import { invalid } from "../../model/errors.ts"
import { type Cells, textOf } from "./cells.ts"

export interface ReadOptOuts {
  texts: boolean
  /** `offers`: nothing that no booking needs. */
  emails: "all" | "offers" | null
}

function isWanted(cells: Cells<OptOutCell>, name: OptOutCell): boolean | null {
  const text = textOf(cells, name)
  const wanted = text === null ? null : wantedBy(name, text)
  if (wanted !== undefined) return wanted
  throw invalid(name, `the answer “${text!.slice(0, longestAnswer)}” is not known; expected yes or no`)
}

export function optOutsOf(cells: Cells<OptOutCell>): ReadOptOuts {
  const isUnwanted = (name: OptOutCell) => isWanted(cells, name) === false
  const [wantsNoTexts, agreesToNone] = [isUnwanted("text_opt_out"), isUnwanted("accepts_texts")]
  const [wantsNoMails, agreesToNoMails] = [isUnwanted("email_opt_out"), isUnwanted("accepts_emails")]
  return {
    texts: wantsNoTexts || agreesToNone,
    emails: wantsNoMails ? "all" : agreesToNoMails ? "offers" : null,
  }
}
