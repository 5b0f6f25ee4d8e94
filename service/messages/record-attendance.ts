/** Writes what a customer answered, and its event. It leaves the appointment's version, so that texts on their way still go. */
import type { AnswerWay, Appointment, Attendance } from "../../domain/model/appointment.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import { setAttendance } from "../ledger/appointments.sql.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { nextEventTime, recordAppointmentEvent } from "../outbox/append-event.ts"
import type { Tx } from "../platform/pg/database.ts"
import type { Caller } from "../taking/record-booking.ts"

export interface CustomersAnswer {
  appointment: Appointment
  attendance: Attendance
  answeredBy: AnswerWay
}

/** The caller holds the appointment's lock. The same answer again is no change. */
export async function recordAttendance(
  tx: Tx,
  call: Caller,
  { appointment, attendance, answeredBy }: CustomersAnswer,
): Promise<Appointment> {
  if (appointment.attendance === attendance) return appointment
  const { companyId, actor, now } = call
  const changed = {
    ...appointment,
    attendance,
    last_event_at: nextEventTime(now, appointment.last_event_at),
    updated_at: new Date(now),
  }
  const { customer_id: customerId, scheduling_request_id: requestId } = appointment
  const customer = (await findCustomerForEvent(tx, companyId, customerId))!
  const request = requestId === null ? null : await findRequest(tx, companyId, requestId)
  setAttendance(tx, companyId, changed)
  await recordAppointmentEvent(tx, {
    companyId,
    actor,
    type: "appointment.attendance_changed",
    appointment: changed,
    customer: customerInEvent(customer),
    request,
    attendance: { now: attendance, before: appointment.attendance, answered_by: answeredBy },
  })
  return changed
}
