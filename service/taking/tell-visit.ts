/** Writes the event of how a visit goes: the provider is on the way or there, or it was completed or a no-show. */
import type { Appointment } from "../../domain/model/appointment.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import type { AppointmentEventType } from "../../domain/model/event.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { recordAppointmentEvent } from "../outbox/append-event.ts"
import type { Tx } from "../platform/pg/database.ts"
import type { Caller } from "./record-booking.ts"

export type VisitEvent = Extract<
  AppointmentEventType,
  `appointment.${"on_the_way" | "arrived" | "completed" | "no_show"}`
>

/** The caller holds the appointment's lock, and has given it the time of the event, `last_event_at`. */
export async function recordVisit(
  tx: Tx,
  { companyId, actor }: Pick<Caller, "companyId" | "actor">,
  type: VisitEvent,
  appointment: Appointment,
): Promise<void> {
  const { customer_id: customerId, scheduling_request_id: requestId } = appointment
  const customer = customerInEvent((await findCustomerForEvent(tx, companyId, customerId))!)
  const request = requestId === null ? null : await findRequest(tx, companyId, requestId)
  await recordAppointmentEvent(tx, {
    companyId,
    actor,
    type,
    appointment,
    customer,
    request,
    withVisit: true,
  })
}
