/**
 * Writes that a pending appointment is confirmed, or that other times are proposed for it, in the transaction that judged it
 * under the locks. Its decline is a cancel: see `record-change.ts`.
 */
import type { Appointment, TellingChannel } from "../../domain/model/appointment.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import type { CustomerInEvent } from "../../domain/model/event.ts"
import type { Proposal } from "../../domain/model/pending-appointment.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import { rowsWhileProposed } from "../../domain/rules/booking/kept-times.ts"
import { plannedAsProposed } from "../../domain/rules/planning/planned-time.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import { updateAppointment } from "../ledger/appointments.sql.ts"
import { findOccupied } from "../ledger/kept-allocations.sql.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { type AnnouncingContext, type ConfirmingContext, confirmBooking } from "../messages/announce.ts"
import { answersDue, enqueueAnswer } from "../outbox/answers-due.sql.ts"
import { nextEventTime, recordAppointmentEvent } from "../outbox/append-event.ts"
import { enqueuePushes } from "../outbox/calendars-due.sql.ts"
import type { Tx } from "../platform/pg/database.ts"
import type { Caller } from "./record-booking.ts"
import { freeAllocations, occupy, ownedBy } from "./write-allocations.ts"

/** Books a pending appointment, and confirms it to its customer. */
export async function bookPending(
  tx: Tx,
  context: ConfirmingContext & AnnouncingContext,
  call: Caller,
  { appointment, proposal }: Pick<Confirming, "appointment" | "proposal">,
  silent?: readonly TellingChannel[],
): Promise<Appointment> {
  const { companyId } = call
  const { scheduling_request_id: requestId, customer_id: customerId } = appointment
  const request = requestId === null ? null : await findRequest(tx, companyId, requestId)
  const customer = customerInEvent((await findCustomerForEvent(tx, companyId, customerId))!)
  const confirmed = await recordConfirmed(tx, call, { appointment, proposal, customer, request })
  await confirmBooking(tx, context, call, confirmed, { silent, isAnew: true })
  return confirmed
}

interface Confirming {
  appointment: Appointment
  /** The proposed time that the customer takes; null for the one that was asked for. */
  proposal: Proposal | null
  customer: CustomerInEvent
  request: SchedulingRequest | null
}

/** It is booked from now on: the event of a booking comes first, then the one that says how it came about. */
async function recordConfirmed(
  tx: Tx,
  call: Caller,
  { appointment, proposal, customer, request }: Confirming,
): Promise<Appointment> {
  const { companyId, actor, now } = call
  const confirmed = confirmedAppointment(appointment, proposal, now)
  if (appointment.proposals.length > 0) {
    freeAllocations(tx, companyId, appointment.id)
    occupy(tx, companyId, ownedBy(confirmed), proposal?.occupied ?? appointment.asked_time!)
  }
  updateAppointment(tx, companyId, confirmed, appointment)
  answersDue.drop(tx, [{ companyId, appointmentId: appointment.id }])
  for (const id of providerIdsOf(confirmed)) await enqueuePushes(tx, companyId, id, confirmed.id, now)
  const createdAt = nextEventTime(now, appointment.last_event_at)
  const told = { companyId, actor, customer, request }
  await recordAppointmentEvent(tx, {
    ...told,
    type: "appointment.created",
    appointment: { ...confirmed, last_event_at: createdAt },
  })
  await recordAppointmentEvent(tx, { ...told, type: "appointment.confirmed", appointment: confirmed })
  return confirmed
}

/** The appointment as a confirmation leaves it, before anything is written. */
export function confirmedAppointment(
  appointment: Appointment,
  proposal: Proposal | null,
  now: number,
): Appointment {
  const createdAt = nextEventTime(now, appointment.last_event_at)
  return {
    ...appointment,
    ...(proposal === null ? {} : timeOf(proposal, appointment)),
    status: "scheduled",
    answer_by: null,
    proposals: [],
    asked_time: null,
    version: appointment.version + 1,
    last_event_at: nextEventTime(now, createdAt),
    updated_at: new Date(now),
  }
}

const timeOf = (
  { start_time, end_time, blocks, timezone, clock_offsets, provider, crew, location, planned }: Proposal,
  { keeps_provider }: Appointment,
) => ({
  start_at: new Date(start_time),
  end_at: new Date(end_time),
  blocks,
  timezone,
  clock_offsets,
  provider_id: provider.id,
  provider_name: provider.name,
  crew: crew ?? null,
  location_id: location.id,
  location_name: location.name,
  ...plannedAsProposed(planned, keeps_provider),
})

/** The proposed times are occupied beside the one that was asked for, and replace those that were proposed before. */
export async function recordProposals(
  tx: Tx,
  { companyId, now }: Caller,
  appointment: Appointment,
  { proposals, keptUntil }: { proposals: readonly Proposal[]; keptUntil: Date },
): Promise<Appointment> {
  const asked = appointment.asked_time ?? (await findOccupied(tx, companyId, appointment.id))
  const proposed: Appointment = {
    ...appointment,
    answer_by: keptUntil,
    proposals: [...proposals],
    asked_time: asked,
    version: appointment.version + 1,
    updated_at: new Date(now),
  }
  freeAllocations(tx, companyId, appointment.id)
  occupy(tx, companyId, ownedBy(proposed), rowsWhileProposed(asked, proposals))
  updateAppointment(tx, companyId, proposed, appointment)
  enqueueAnswer(tx, companyId, appointment.id, keptUntil)
  tx.hint({ channel: "events", companyId, stirs: true })
  return proposed
}
