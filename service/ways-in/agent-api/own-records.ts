/** Ids that a caller names: another caller's record answers exactly like one that does not exist. */

import {
  agentAppointment,
  type KnownAppointment,
  knownAppointment,
} from "../../../domain/model/agent/known-appointment.ts"
import { todayIn, type Wording } from "../../../domain/model/agent/say.ts"
import { type Outcome, sayOutcome, sayWithWhom } from "../../../domain/model/agent/say-appointments.ts"
import { noneUnderNumber } from "../../../domain/model/agent/sentences.ts"
import { wordsIn } from "../../../domain/model/agent/speech.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import type { Refusal } from "../../../domain/model/errors.ts"
import { spokenName } from "../../../domain/model/written-by-people.ts"
import { ownAppointment } from "../../company/refuse-unknown.ts"
import type { AppContext } from "../../platform/context.ts"
import type { AgentCall } from "./agent-tool.ts"
import { asSaid, SaidRefusal } from "./in-agent-words.ts"

/** The caller's own appointment. Throws 404 for every other one. */
export async function callerAppointment(
  context: AppContext,
  { companyId, session }: AgentCall,
  id: number,
): Promise<Appointment> {
  const field = "appointment_id"
  if (session.customer === null)
    throw new SaidRefusal("not_found", { field, message: noneUnderNumber(session) })
  return ownAppointment(context.db, companyId, session.customer.id, { id, field })
}

/** Before times are offered to which it can't move yet. */
export function refusePending({ session }: AgentCall, { status }: Pick<Appointment, "status">): void {
  if (status !== "pending") return
  const message = wordsIn(session.listener.language).appointments.pendingCannotMove
  throw new SaidRefusal("appointment_not_scheduled", { message })
}

/** The refusal as the caller hears it. Of a time at which they have an appointment already, it says which. */
export async function sayingOwnAppointment(
  context: AppContext,
  call: AgentCall,
  refusal: Refusal,
  wording: Wording,
): Promise<Refusal> {
  const id = refusal.code === "customer_busy" ? refusal.details?.appointment_id : undefined
  if (typeof id !== "number") return asSaid(refusal, wording)
  const own = knownAppointment(await callerAppointment(context, call, id))
  const said = agentAppointment(own, call.session.listener, call.now)
  const { language } = wording
  const what = sayWithWhom(language, said)
  return asSaid(refusal, wording, wordsIn(language).appointments.already({ what, when: said.say }))
}

/** The appointment as the agent may say it, with what became of it, and today's date. `name` is what all of one visit is called. */
export function shownAppointment(
  { session, now }: AgentCall,
  appointment: KnownAppointment,
  outcome: Outcome,
  name = appointment.appointment_type.name,
) {
  const { language, timezone } = session.listener
  const { today, today_say } = todayIn(language, timezone, now)
  const shown = agentAppointment(appointment, session.listener, now)
  const called = { ...shown, appointment_type: { ...shown.appointment_type, name: spokenName(name) } }
  return { ...shown, say: sayOutcome(language, outcome, called), today, today_say }
}
