/**
 * What another system says of an appointment's state, in English, Spanish and French and as the systems write it that
 * `docs/importing.md` names. A word that is not known is refused: to take it for live would bring a cancelled appointment back.
 */
import { plainName } from "../../csv/plain-name.ts"
import { invalid } from "../../model/errors.ts"
import type { AppointmentRow } from "../../model/imports.ts"
import { textOf } from "./cells.ts"

export type RowState = "live" | "cancelled" | "past"

/** Beginnings: "Cancelled by customer" and "Annulé par le client" begin with one. */
const beginnings: Readonly<Record<RowState, readonly string[]>> = {
  cancelled: [
    ...[
      "cancelled",
      "canceled",
      "rescheduled",
      "rejected",
      "declined",
      "deleted",
      "removed",
      "void",
      "expired",
    ],
    ...["no show", "noshow", "did not attend", "did not show", "missed", "absent"],
    ...[
      "cancelada",
      "cancelado",
      "anulada",
      "anulado",
      "reprogramada",
      "reprogramado",
      "rechazada",
      "rechazado",
    ],
    ...["eliminada", "eliminado", "borrada", "borrado", "no asistio", "no se presento", "no vino", "ausente"],
    ...["annule", "annulee", "reporte", "reportee", "refuse", "refusee", "decline", "declinee", "supprime"],
    ...["supprimee", "non presente", "non venu", "ne s est pas presente", "absente", "n est pas venu"],
  ],
  past: [
    ...["completed", "complete", "done", "finished", "fulfilled", "checked out", "archived"],
    ...["service complete", "service completed"],
    ...["completada", "completado", "terminada", "terminado", "realizada", "realizado", "hecha", "hecho"],
    ...["termine", "terminee", "effectue", "effectuee", "realise", "realisee"],
  ],
  live: [
    ...[
      "active",
      "accepted",
      "booked",
      "scheduled",
      "confirmed",
      "approved",
      "upcoming",
      "uncompleted",
      "today",
    ],
    ...["open", "in progress", "checked in"],
    ...["activa", "activo", "aceptada", "aceptado", "reservada", "reservado", "programada", "programado"],
    ...["confirmada", "confirmado", "proxima", "proximo", "agendada", "agendado", "en curso"],
    ...["actif", "accepte", "acceptee", "reserve", "reservee", "planifie", "planifiee", "prevu", "prevue"],
    ...["confirme", "confirmee", "a venir", "en cours"],
  ],
}

/** Of a column that only says yes or no to "cancelled". */
const flags: Readonly<Record<string, RowState>> = {
  ...Object.fromEntries(
    ["yes", "y", "true", "1", "x", "si", "s", "oui", "o"].map((yes) => [yes, "cancelled"]),
  ),
  ...Object.fromEntries(["no", "n", "false", "0", "non"].map((no) => [no, "live"])),
}

/** No state is written with more characters. A longer text is refused before a pattern reads it. */
const longestState = 100

/** Throws `invalid_input` with the word, when it is not known. An empty cell is a live appointment. */
export function stateOf(row: AppointmentRow): RowState {
  const text = textOf(row, "cancelled")
  if (text === null) return "live"
  const word = text.length > longestState ? null : plainName(text.replace(/[^\p{L}\p{M}\d]/gu, " "))
  const state = word === null ? null : (flags[word] ?? begunBy(word))
  if (state) return state
  const shown = text.slice(0, longestState)
  throw invalid(
    "cancelled",
    `the state “${shown}” is not known; expected yes, no or a state such as cancelled`,
  )
}

function begunBy(word: string): RowState | null {
  const begins = (beginning: string) => word === beginning || word.startsWith(`${beginning} `)
  const found = Object.entries(beginnings).find(([, words]) => words.some(begins))
  return (found?.[0] as RowState | undefined) ?? null
}
