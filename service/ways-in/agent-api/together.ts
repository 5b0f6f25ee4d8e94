/** The appointments that were booked together with the caller's, and the extent of a change: the caller says which. */
import {
  agentAppointment,
  besides,
  type KnownAppointment,
  knownAppointment,
} from "../../../domain/model/agent/known-appointment.ts"
import { todayIn } from "../../../domain/model/agent/say.ts"
import { askWhich, sayAllOutcome } from "../../../domain/model/agent/together.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import { listOfGroup } from "../../ledger/appointments.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import type { AgentCall } from "./agent-tool.ts"
import { SaidRefusal } from "./in-agent-words.ts"

/** All that still stand and were booked together, the earliest first; the appointment alone where it was booked alone. */
export async function standingTogether(
  { db }: Pick<AppContext, "db">,
  { companyId, now }: AgentCall,
  appointment: Appointment,
): Promise<Appointment[]> {
  if (appointment.group_id === null) return [appointment]
  const all = await listOfGroup(db, companyId, appointment.group_id)
  return soonest(
    all.filter(({ status, end_at }) => ["scheduled", "pending"].includes(status) && end_at.getTime() > now),
  )
}

const soonest = (all: readonly Appointment[]) =>
  all.toSorted((a, b) => a.start_at.getTime() - b.start_at.getTime())

/** Asks which are meant where `whole_group` was left out, before anything changes. */
export function refuseUnlessScoped(
  call: AgentCall,
  named: Appointment,
  standing: readonly Appointment[],
  wholeGroup: boolean | null | undefined,
): void {
  if (wholeGroup != null || standing.length < 2) return
  const [shown, ...all] = [named, ...standing].map((one) => shownOf(call, knownAppointment(one)))
  throw new SaidRefusal("invalid_input", {
    field: "whole_group",
    message: askWhich(call.session.listener.language, shown!, all),
    details: {
      problem: "whole_group: expected true for all that were booked together, or false for this one alone",
    },
  })
}

const shownOf = ({ session, now }: AgentCall, known: KnownAppointment) =>
  agentAppointment(known, session.listener, now)

/** The named one, with all that one call moved or cancelled in its sentence, the earliest first. */
export function shownTogether(
  call: AgentCall,
  namedId: number,
  outcome: "moved" | "cancelled",
  changed: readonly Appointment[],
) {
  const { language, timezone } = call.session.listener
  const { today, today_say } = todayIn(language, timezone, call.now)
  const known = soonest(changed).map(knownAppointment)
  const shown = known.map((one) => shownOf(call, one))
  const others = known.filter(({ id }) => id !== namedId)
  return {
    ...shown.find(({ id }) => id === namedId)!,
    say: sayAllOutcome(language, outcome, shown),
    today,
    today_say,
    ...(others.length > 0 ? { also: besides(others) } : {}),
  }
}
