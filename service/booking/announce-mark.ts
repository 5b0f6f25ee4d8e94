/**
 * The event of a completion or a no-show waits for some seconds in the queue of cancels, so that staff can take the mark
 * back unheard. In a test company, whose clock may stand, it is raised at once.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import { isTestCompany } from "../../domain/model/test-company.ts"
import { findAppointment, updateAppointment } from "../ledger/appointments.sql.ts"
import { nextEventTime } from "../outbox/append-event.ts"
import { cancelsDue, enqueueCancel, type LeasedCancel } from "../outbox/cancels-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import type { Caller } from "../taking/record-booking.ts"
import { recordVisit } from "../taking/tell-visit.ts"

/** The time for which a mark can be taken back before its event is raised. */
const untoldMs = 10_000

/** An earlier mark that still waits raises no event: this one takes its place. */
export async function letMarkWait(
  tx: Tx,
  { companyId, actor, requestId, now }: Call,
  marked: Appointment,
): Promise<void> {
  if (isTestCompany(companyId)) return tell(tx, { companyId, actor, now }, marked)
  cancelsDue.drop(tx, [{ companyId, appointmentId: marked.id }])
  const dueAt = new Date(now + untoldMs)
  enqueueCancel(tx, companyId, marked.id, { dueAt, actor, requestId, silentChannels: [] })
}

async function tell(
  tx: Tx,
  call: Pick<Caller, "companyId" | "actor" | "now">,
  marked: Appointment,
): Promise<void> {
  const { companyId, now } = call
  const told = {
    ...marked,
    last_event_at: nextEventTime(now, marked.last_event_at),
    updated_at: new Date(now),
  }
  updateAppointment(tx, companyId, told, marked)
  await recordVisit(
    tx,
    call,
    told.status === "completed" ? "appointment.completed" : "appointment.no_show",
    told,
  )
}

/** Tells a mark that has waited, unless it was taken back, or another worker was faster. */
export async function tellMark(context: AppContext, due: LeasedCancel, customerId: number): Promise<void> {
  const { companyId, appointmentId, actor } = due
  const now = context.clock.now()
  await context.db.transaction(async (tx) => {
    lockInOrder(tx, { companyId, customerId, appointmentId })
    if (!(await cancelsDue.lock(tx, due))) return
    const marked = await findAppointment(tx, companyId, appointmentId)
    if (marked && (marked.status === "completed" || marked.status === "no_show"))
      await tell(tx, { companyId, actor, now }, marked)
    cancelsDue.drop(tx, [due])
  })
}
