/** Words of an appointment's state, in English, Spanish and French and as the systems write it that `docs/importing.md` names. */
import { plainName } from "./plain-name.ts"

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

/** A column that only says whether an appointment was cancelled has these. */
const flags: Readonly<Record<string, RowState>> = {
  ...Object.fromEntries(
    ["yes", "y", "true", "1", "x", "si", "s", "oui", "o"].map((yes) => [yes, "cancelled"]),
  ),
  ...Object.fromEntries(["no", "n", "false", "0", "non"].map((no) => [no, "live"])),
}

/** No state is written with more characters. A longer text is not read. */
export const longestState = 100

/** Null for a word that is not known. */
export function stateOfWord(text: string): RowState | null {
  const word = text.length > longestState ? null : plainName(text.replace(/[^\p{L}\p{M}\d]/gu, " "))
  return word === null ? null : (flags[word] ?? begunBy(word))
}

function begunBy(word: string): RowState | null {
  const begins = (beginning: string) => word === beginning || word.startsWith(`${beginning} `)
  const found = Object.entries(beginnings).find(([, words]) => words.some(begins))
  return (found?.[0] as RowState | undefined) ?? null
}
