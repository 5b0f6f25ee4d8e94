/**
 * Cancels an appointment, all its days together, for every interface. Its scheduling request opens again or is cancelled
 * with it: `requestAfterCancel` decides. A cancel by staff may wait for some seconds, in which `reopen` takes it back; the
 * worker brings it into effect.
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
import { isTestCompany } from "../../../domain/model/test-company.ts"
import { whyUnchangeable } from "../../../domain/rules/booking/may-change.ts"
import { whyLinkEnded } from "../../../domain/rules/requests/link-state.ts"
import { type RequestAfterCancel, requestAfterCancel } from "../../../domain/rules/requests/request-state.ts"
import type { AppContext } from "../../context.ts"
import { findCancelNotice } from "../../store/appointment-types.ts"
import { findAppointment, setWaitingCancel } from "../../store/appointments.ts"
import { findCustomerForEvent } from "../../store/customers.ts"
import type { Db, Tx } from "../../store/pg/database.ts"
import { lockAppointment } from "../../store/pg/locks.ts"
import { cancelsDue, enqueueCancel, type LeasedCancel } from "../../store/queue/cancels-due.ts"
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
  description:
    "409 once it has started: mark it completed or no-show instead. With `delay_seconds` it takes effect only then, and can " +
    "be taken back until then as if nothing had happened.",
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
    const texts = await previewAppointmentTexts(context, call, "change", cancelled, input.silent_channels)
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
  // A test company's clock may stand, and then nothing that waits would ever happen.
  const delayMs = isTestCompany(call.companyId) ? 0 : (input.delay_seconds ?? 0) * 1_000
  using _turn = await context.gate.enter(seen.provider_id)
  return await write(context, call, "cancel_appointment", async (tx) => {
    lockAppointment(tx, call.companyId, seen)
    const appointment = await readCancellable(tx, call, input)
    const cancelled =
      delayMs === 0
        ? await bringIntoEffect(tx, context, call, appointment, input)
        : letWait(tx, call, appointment, input, delayMs)
    return {
      result: showAppointment(context, cancelled, withLink),
      targetId: cancelled.id,
      fields: [delayMs === 0 ? "status" : "cancels_at", ...Object.keys(input)],
      customerId: cancelled.customer_id,
    }
  })
}

/** Brings a cancel that has waited into effect, unless it was taken back, or another worker was faster. */
export async function cancelAfterWaiting(context: AppContext, due: LeasedCancel): Promise<void> {
  const { companyId, appointmentId, actor, requestId, silentChannels } = due
  const call: Call = { companyId, actor, requestId, now: context.clock.now() }
  const seen = await findAppointment(context.db, companyId, appointmentId)
  if (seen === null) return void (await cancelsDue.finish(context.db, [due]))
  using _turn = await context.gate.enter(seen.provider_id)
  await write(context, call, "cancel_appointment", async (tx) => {
    lockAppointment(tx, companyId, seen)
    const isOurs = await cancelsDue.lock(tx, due)
    const appointment = isOurs ? await findAppointment(tx, companyId, appointmentId) : null
    const waits = appointment?.status === "scheduled" && appointment.cancels_at !== null
    if (waits) await bringIntoEffect(tx, context, call, appointment, { silent_channels: silentChannels })
    else if (isOurs) cancelsDue.drop(tx, [due])
    return { result: undefined, targetId: appointmentId, fields: waits ? ["status"] : [] }
  })
}

/** The time stays taken, and nobody hears of it. One that waits already keeps its time. */
function letWait(
  tx: Tx,
  { companyId, actor, requestId, now }: Call,
  appointment: Appointment,
  { reason = null, silent_channels = [] }: Pick<CancelInput, "reason" | "silent_channels">,
  delayMs: number,
): Appointment {
  if (appointment.cancels_at !== null) return appointment
  const dueAt = new Date(now + delayMs)
  const waiting = { ...appointment, cancels_at: dueAt, cancel_reason: reason, updated_at: new Date(now) }
  setWaitingCancel(tx, companyId, waiting)
  enqueueCancel(tx, companyId, appointment.id, {
    dueAt,
    actor,
    requestId,
    silentChannels: [...silent_channels],
  })
  tx.hint({ channel: "events", companyId, stirs: true })
  return waiting
}

async function bringIntoEffect(
  tx: Tx,
  context: AppContext,
  call: Call,
  appointment: Appointment,
  { reason, silent_channels }: Pick<CancelInput, "reason" | "silent_channels">,
): Promise<Appointment> {
  const found = await findCustomerForEvent(tx, call.companyId, appointment.customer_id)
  const customer = customerInEvent(found!)
  const request = await releaseRequest(tx, call, appointment, customer)
  const given = reason ?? appointment.cancel_reason
  const cancelled = await writeCancel(tx, call, { appointment, customer, request, reason: given })
  await announceChange(tx, context, call, cancelled, { silent: silent_channels })
  return cancelled
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
