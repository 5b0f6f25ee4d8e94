/**
 * Cancels an appointment, all its days together, for every interface. Its scheduling request opens again or is cancelled
 * with it: `requestAfterCancel` decides.
 */
import type { z } from "zod"
import {
  type Appointment,
  appointmentView,
  type CompanyAppointment,
  cancelInput,
} from "../../../domain/model/appointment.ts"
import { customerInEvent } from "../../../domain/model/customer.ts"
import { notFound, otherVersion } from "../../../domain/model/errors.ts"
import type { CustomerInEvent } from "../../../domain/model/event.ts"
import { byId } from "../../../domain/model/fields.ts"
import type { SchedulingRequest } from "../../../domain/model/scheduling-request.ts"
import { whyUnchangeable } from "../../../domain/rules/booking/may-change.ts"
import { whyLinkEnded } from "../../../domain/rules/requests/link-state.ts"
import { type RequestAfterCancel, requestAfterCancel } from "../../../domain/rules/requests/request-state.ts"
import type { AppContext } from "../../context.ts"
import { findCancelNotice } from "../../store/appointment-types.ts"
import { findAppointment } from "../../store/appointments.ts"
import { findCustomerForEvent } from "../../store/customers.ts"
import type { Db, Tx } from "../../store/pg/database.ts"
import { lockAppointment } from "../../store/pg/locks.ts"
import { findRequest, setRequestStatus } from "../../store/scheduling-requests.ts"
import { type Call, found, operation, staff } from "../operation.ts"
import { linksAreSetUp, showAppointment } from "../shared/links.ts"
import { cancelledAppointment, cancelAppointment as writeCancel } from "../shared/record-change.ts"
import { expireRequest, findOpenOfType } from "../shared/requests.ts"
import { announceChange } from "../shared/texts.ts"
import { causes, previewAppointmentTexts, previewing } from "../texts/preview.ts"
import { write } from "../write.ts"

export const cancelAppointment = operation({
  name: "cancel_appointment",
  summary: "Cancel an appointment",
  description: "409 once it has started: mark it completed or no-show instead.",
  noun: "Appointments",
  roles: staff,
  refusals: ["appointment_not_scheduled", "appointment_started", "version_conflict"],
  events: ["appointment.cancelled", "scheduling_request.expired"],
  params: byId,
  body: cancelInput,
  result: appointmentView,
  secret: true,
  run: (context, call, input) => cancel(context, call, input),
})

export const previewCancel = operation({
  ...previewing,
  name: "preview_cancel",
  refusals: cancelAppointment.refusals!,
  summary: "Preview what a cancel would cause",
  params: byId,
  body: cancelInput,
  async run(context, call, input) {
    const appointment = await readCancellable(context.db, call, input)
    const { after } = await judgeRequest(context.db, call, appointment)
    const cancelled = cancelledAppointment(appointment, call, input.reason ?? null)
    const texts = await previewAppointmentTexts(context, call, "change", cancelled)
    const expiry = after?.expires ? (["scheduling_request.expired"] as const) : []
    return causes(texts, ...expiry, "appointment.cancelled")
  },
})

type CancelInput = z.output<typeof cancelInput> & { id: number }

export async function cancel(
  context: AppContext,
  call: Call,
  input: CancelInput,
): Promise<CompanyAppointment> {
  const [seen, withLink] = await Promise.all([
    readCancellable(context.db, call, input),
    linksAreSetUp(context, call),
  ])
  using _turn = await context.gate.enter(seen.provider_id)
  return await write(context, call, "cancel_appointment", async (tx) => {
    lockAppointment(tx, call.companyId, seen)
    const appointment = await readCancellable(tx, call, input)
    const customer = customerInEvent((await findCustomerForEvent(tx, call.companyId, seen.customer_id))!)
    const request = await releaseRequest(tx, call, appointment, customer)
    const reason = input.reason ?? null
    const cancelled = await writeCancel(tx, call, { appointment, customer, request, reason })
    await announceChange(tx, context, call, cancelled)
    return {
      result: showAppointment(context, cancelled, withLink),
      targetId: cancelled.id,
      fields: ["status", ...Object.keys(input)],
      customerId: cancelled.customer_id,
    }
  })
}

/** Throws when the appointment is unknown, has another version, or can't be cancelled by this actor now. */
async function readCancellable(db: Db, call: Call, input: CancelInput): Promise<Appointment> {
  const appointment = found(await findAppointment(db, call.companyId, input.id), notFound("appointment"))
  const noticeMinutes = await findCancelNotice(db, call.companyId, appointment.appointment_type_id)
  const refusal =
    otherVersion(appointment, input.if_version) ??
    whyUnchangeable(appointment, noticeMinutes, call.actor, call.now)
  if (refusal) throw refusal
  return appointment
}

/** Gives the appointment's request the status that the cancel leaves it with. */
async function releaseRequest(
  tx: Tx,
  call: Call,
  appointment: Appointment,
  customer: CustomerInEvent,
): Promise<SchedulingRequest | null> {
  const { request, after } = await judgeRequest(tx, call, appointment)
  if (request === null || after === null) return null
  if (after.expires) await expireRequest(tx, call.companyId, after.expires, customer, call.now)
  if (after.status === request.status) return request
  return setRequestStatus(tx, call.companyId, request.id, after.status, call.now)
}

/** The appointment's request, and what the cancel makes of it; null without one. */
async function judgeRequest(
  db: Db,
  call: Call,
  appointment: Appointment,
): Promise<{ request: SchedulingRequest | null; after: RequestAfterCancel | null }> {
  const { companyId, actor, now } = call
  const requestId = appointment.scheduling_request_id
  const request = requestId === null ? null : await findRequest(db, companyId, requestId)
  const linkEnded = whyLinkEnded(actor, { request, appointment })
  if (linkEnded) throw linkEnded
  if (request === null) return { request, after: null }
  const otherOpen = await findOpenOfType(db, companyId, appointment.customer_id, request.appointment_type_id)
  return { request, after: requestAfterCancel(request, otherOpen, now) }
}
