/** Brings the end of an appointment into effect, in a transaction that holds its locks: its time, its request, its customer. */
import type { Appointment, TellingChannel } from "../../domain/model/appointment.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import type { CustomerInEvent } from "../../domain/model/event.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import { whyLinkEnded } from "../../domain/rules/requests/link-state.ts"
import { type RequestAfterCancel, requestAfterCancel } from "../../domain/rules/requests/request-state.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import { expireRequest, findOpenOfType } from "../ledger/lock-requests.ts"
import { findRequest, setRequestStatus } from "../ledger/scheduling-requests.sql.ts"
import { type AnnouncingContext, announceChange } from "../messages/announce.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import type { Caller } from "./record-booking.ts"
import { cancelAppointment } from "./record-change.ts"

/** A pending one ends by it as declined. */
export async function endAppointment(
  tx: Tx,
  context: AnnouncingContext,
  call: Caller,
  appointment: Appointment,
  {
    reason = null,
    silent_channels,
  }: { reason?: string | null | undefined; silent_channels?: readonly TellingChannel[] | undefined },
): Promise<Appointment> {
  const ended = await endWithoutWord(tx, call, appointment, { reason, isNamed: true })
  await announceChange(tx, context, call, ended, { silent: silent_channels })
  return ended
}

/**
 * Ends it without a message. `isNamed`: the link that acts is judged on it; the others of its series go with the one that it
 * names.
 */
export async function endWithoutWord(
  tx: Tx,
  call: Caller,
  appointment: Appointment,
  { reason, isNamed }: { reason: string | null; isNamed: boolean },
): Promise<Appointment> {
  const found = await findCustomerForEvent(tx, call.companyId, appointment.customer_id)
  const customer = customerInEvent(found!)
  const request = await releaseRequest(tx, call, appointment, customer, isNamed)
  const given = reason ?? appointment.cancel_reason
  return cancelAppointment(tx, call, { appointment, customer, request, reason: given })
}

/** Gives the appointment's request the status that the cancel leaves it with. */
async function releaseRequest(
  tx: Tx,
  call: Caller,
  appointment: Appointment,
  customer: CustomerInEvent,
  isNamed: boolean,
): Promise<SchedulingRequest | null> {
  const { request, after } = await judgeRequest(tx, call, appointment, isNamed)
  if (request === null || after === null) return null
  if (after.expires) await expireRequest(tx, call.companyId, after.expires, customer, call.now)
  if (after.status === request.status) return request
  return setRequestStatus(tx, call.companyId, request.id, after.status, call.now)
}

/**
 * The appointment's request, and what the cancel makes of it; null without one. A link is judged on the appointment that it
 * names: the others of its series go with it.
 */
export async function judgeRequest(
  db: Db,
  call: Caller,
  appointment: Appointment,
  isNamed = true,
): Promise<{ request: SchedulingRequest | null; after: RequestAfterCancel | null }> {
  const { companyId, actor, now } = call
  const requestId = appointment.scheduling_request_id
  const request = requestId === null ? null : await findRequest(db, companyId, requestId)
  const linkEnded = isNamed ? whyLinkEnded(actor, { request, appointment }) : null
  if (linkEnded) throw linkEnded
  if (request === null) return { request, after: null }
  const otherOpen = await findOpenOfType(db, companyId, appointment.customer_id, request.appointment_type_id)
  return { request, after: requestAfterCancel(request, otherOpen, now) }
}
