/** Takes a customer's own answer to a text, a mail or an invitation, about the time that it named. */
import type { AnswerWay, Appointment, Attendance } from "../../domain/model/appointment.ts"
import { whyUnanswerable } from "../../domain/rules/booking/may-change.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { recordAttendance } from "./record-attendance.ts"

export interface TakenAnswer {
  /** The id of the appointment. */
  id: number
  /** The version that the customer knows: an answer about another one says nothing. */
  version: number
  attendance: Attendance
  answeredBy: AnswerWay
  /** Further writes beside the answer. */
  alsoWrite?: (tx: Tx, appointment: Appointment) => Promise<unknown>
}

/** The appointment as it is then; null when it has changed since, has begun or is off. */
export async function takeAttendance(
  context: AppContext,
  call: Call,
  { id, version, attendance, answeredBy, alsoWrite }: TakenAnswer,
): Promise<Appointment | null> {
  const isAbout = (appointment: Appointment | null): appointment is Appointment =>
    appointment?.version === version && whyUnanswerable(appointment, call.now) === null
  const seen = await findAppointment(context.db, call.companyId, id)
  if (!isAbout(seen)) return null
  // The same answer again writes nothing, however often it comes.
  if (seen.attendance === attendance) return seen
  return write(context, call, "set_attendance", async (tx) => {
    lockInOrder(tx, { companyId: call.companyId, appointmentId: id })
    const appointment = await findAppointment(tx, call.companyId, id)
    if (!isAbout(appointment)) return { result: null, targetId: id, fields: [] }
    const changed = await recordAttendance(tx, call, { appointment, attendance, answeredBy })
    await alsoWrite?.(tx, changed)
    return { result: changed, targetId: id, fields: ["attendance"], customerId: changed.customer_id }
  })
}
