/** Reads what another system says of an appointment's state. A word that is not known is refused: to take it for live would bring a cancelled appointment back. */
import { longestState, type RowState, stateOfWord } from "../../csv/state-words.ts"
import { invalid } from "../../model/errors.ts"
import type { AppointmentRow } from "../../model/imports.ts"
import { textOf } from "./cells.ts"

/** Throws `invalid_input` with the word, when it is not known. An empty cell is a live appointment. */
export function stateOf(row: AppointmentRow): RowState {
  const text = textOf(row, "cancelled")
  if (text === null) return "live"
  const state = stateOfWord(text)
  if (state) return state
  const shown = text.slice(0, longestState)
  throw invalid(
    "cancelled",
    `the state “${shown}” is not known; expected yes, no or a state such as cancelled`,
  )
}
