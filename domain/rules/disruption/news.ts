/** The messages of a broken day that is applied: each customer of one visit gets one, with all that changes for them. */
import type { Appointment } from "../../model/appointment.ts"
import { isAskedToChoose, type Proposal } from "../../model/disruption.ts"
import { chainsOf } from "./chains.ts"

export interface ToldNews {
  /** The appointments in the message, in the order of the starts; it goes about the first. */
  ids: number[]
  /** `group`: of all of them at their new times. Null: the one at its new time. */
  question: "cannot_keep" | "other_provider" | "group" | null
}

/** In the order of the starts. */
export function newsOf(
  appointments: readonly Appointment[],
  proposals: ReadonlyMap<number, Proposal>,
): ToldNews[] {
  return chainsOf(appointments, (one) => one).flatMap((chain) => {
    const of = chain.map(({ id }) => proposals.get(id)!)
    const asked = of.filter(isAskedToChoose).map(({ appointmentId }) => appointmentId)
    const told = of.filter(({ outcome, proposed }) => outcome === "told" && proposed !== null)
    const ids = told.map(({ appointmentId }) => appointmentId)
    const [first] = told
    const isSameStart = first !== undefined && first.proposed?.start === first.was.start
    return [
      ...(asked.length > 0 ? [{ ids: asked, question: "cannot_keep" as const }] : []),
      ...(first && ids.length === 1
        ? [{ ids, question: isSameStart ? ("other_provider" as const) : null }]
        : []),
      ...(ids.length > 1 ? [{ ids, question: "group" as const }] : []),
    ]
  })
}
