/**
 * Cancels an appointment, all its days together, for every interface. Its scheduling request opens again or is cancelled
 * with it: `requestAfterCancel` decides. A cancel by staff may wait for some seconds, in which `reopen` takes it back; the
 * worker brings it into effect.
 */
import type { z } from "zod"
import { type Appointment, type CompanyAppointment, cancelInput } from "../../domain/model/appointment.ts"
import { invalid, notFound, otherVersion } from "../../domain/model/errors.ts"
import type { EventType } from "../../domain/model/event.ts"
import { byId } from "../../domain/model/fields.ts"
import { tokenHash } from "../../domain/model/link-token.ts"
import { type ChangedAppointment, changedView } from "../../domain/model/undo.ts"
import { heldUntil, whyToldAtOnce } from "../../domain/rules/booking/held-messages.ts"
import { whyNotCancellable } from "../../domain/rules/booking/may-change.ts"
import { findCancelNotice } from "../company/appointment-types.sql.ts"
import { findAppointment, setWaitingCancel } from "../ledger/appointments.sql.ts"
import {
  type AskedTogether,
  askedTogether,
  changeableOf,
  locksOfAll,
  requireLocked,
} from "../ledger/changed-together.ts"
import { announceChange } from "../messages/announce.ts"
import { causes, previewAppointmentTexts, previewing, shownIn } from "../messages/preview.ts"
import { cancelsDue, enqueueCancel, type LeasedCancel } from "../outbox/cancels-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { type Call, found, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { locksOf } from "../platform/pg/locks.ts"
import type { Written } from "../platform/write.ts"
import { endAppointment, endWithoutWord, judgeRequest } from "../taking/end-appointment.ts"
import { freeing, nothingTaken } from "../taking/give-time-back.ts"
import { newUndoToken } from "../taking/keep-for-undo.ts"
import { cancelledAppointment } from "../taking/record-change.ts"
import { takeTime } from "../taking/take-time.ts"
import { tellMark } from "./announce-mark.ts"

export const cancelAppointment = operation({
  name: "cancel_appointment",
  summary: "Cancel an appointment",
  description:
    "409 once it has started: mark it completed or no-show instead. With `delay_seconds` it takes effect only then, and can " +
    "be taken back until then as if nothing had happened. A pending one is declined by it at once, and raises " +
    "`appointment.declined` instead of `appointment.cancelled`.",
  noun: "Appointments",
  roles: staff,
  refusals: ["appointment_not_scheduled", "appointment_started", "version_conflict"],
  events: ["appointment.cancelled", "appointment.declined", "scheduling_request.expired"],
  params: byId,
  body: cancelInput,
  result: changedView,
  secret: true,
  run: (context, call, input) => cancel(context, call, input),
})

export const previewCancel = operation({
  ...previewing,
  name: "preview_cancel",
  refusals: cancelAppointment.refusals!,
  summary: "Preview what a cancel would cause",
  params: byId,
  body: cancelInput.omit({ hold_messages_seconds: true }),
  async run(context, call, input) {
    const named = await readCancellable(context.db, call, input)
    const asked = askedTogether(named, input)
    if (input.delay_seconds && asked?.of === "series") throw delaysOne()
    const all = asked ? await changeableOf(context.db, call, asked) : [named]
    const expiries = new Set<EventType>()
    for (const one of all) {
      const { after } = await judgeRequest(context.db, call, one, one.id === named.id)
      if (after?.expires) expiries.add("scheduling_request.expired")
    }
    const soonest = all.toSorted((a, b) => a.start_at.getTime() - b.start_at.getTime())
    const [first, ...others] = soonest.map((one) => cancelledAppointment(one, call, input.reason ?? null))
    const together = asked && others.length > 0 ? asked.of : null
    const many = { others, together }
    const texts = await previewAppointmentTexts(context, call, "change", first!, input.silent_channels, many)
    return {
      ...causes(texts, ...expiries, ...new Set(all.map(endOf))),
      ...(together ? { appointments: soonest.map(shownIn) } : {}),
    }
  },
})

const delaysOne = () => invalid("delay_seconds", "goes with the scope one only")

/** The event that the end of the appointment raises: a pending one was never booked. */
const endOf = ({ status }: Pick<Appointment, "status">) =>
  status === "pending" ? ("appointment.declined" as const) : ("appointment.cancelled" as const)

type CancelInput = z.output<typeof cancelInput> & { id: number }

export async function cancel(
  context: AppContext,
  call: Call,
  input: CancelInput,
): Promise<ChangedAppointment> {
  const toldAtOnce = whyToldAtOnce(call.actor, input.hold_messages_seconds)
  if (toldAtOnce) throw toldAtOnce
  const [seen, withLink] = await Promise.all([
    readCancellable(context.db, call, input),
    linksAreSetUp(context, call),
  ])
  const asked = askedTogether(seen, input)
  const cancelling = {
    context,
    call,
    input,
    show: (one: Appointment) => showAppointment(context, one, withLink),
  }
  if (asked && input.delay_seconds && asked.of === "series") throw delaysOne()
  return takeTime(context, call, async () =>
    asked ? endingAll(cancelling, asked) : endingOne(cancelling, seen),
  )
}

interface Cancelling {
  context: AppContext
  call: Call
  input: CancelInput
  show(one: Appointment): CompanyAppointment
}

function endingOne({ context, call, input, show }: Cancelling, seen: Appointment) {
  const held = input.hold_messages_seconds
  const starts = held ? [seen.start_at] : []
  const until = seen.status === "scheduled" ? heldUntil(call, held || input.delay_seconds, starts) : null
  return freeing({
    operation: "cancel_appointment",
    locks: locksOf(seen),
    judge: async (db) => nothingTaken(db, call, await readCancellable(db, call, input, true)),
    read: async () => null,
    record: async (tx, { appointment }): Promise<Written<ChangedAppointment>> => {
      if (appointment.status === "cancelled") return asItStands(appointment, show)
      const token = held && appointment.cancels_at === null ? newUndoToken(context.random) : null
      const cancelled =
        until === null
          ? await endAppointment(tx, context, call, appointment, input)
          : letWait(tx, call, appointment, input, { until, token })
      const undo = until === null || token === null ? {} : { undo: { token, until: isoOf(until) } }
      return {
        result: { ...show(cancelled), ...undo },
        targetId: cancelled.id,
        fields: [until === null ? "status" : "cancels_at", ...Object.keys(input)],
        customerId: cancelled.customer_id,
      }
    },
  })
}

const isoOf = (ms: number) => new Date(ms).toISOString()

/** Another call, which came at the same time, was faster: what this one asks for has happened. */
const asItStands = (
  cancelled: Appointment,
  show: (one: Appointment) => CompanyAppointment,
): Written<CompanyAppointment> => ({
  result: show(cancelled),
  targetId: cancelled.id,
  fields: [],
  customerId: cancelled.customer_id,
})

/** Ends the appointment with others, in one transaction and with one message. None of it waits. */
async function endingAll({ context, call, input, show }: Cancelling, asked: AskedTogether) {
  const before = await changeableOf(context.db, call, asked)
  return freeing({
    operation: "cancel_appointment",
    locks: locksOfAll(asked, before),
    judge: async (db) => {
      const named = await readCancellable(db, call, input, true)
      const all = named.status === "cancelled" ? null : await changeableOf(db, call, asked)
      if (all) requireLocked(before, all)
      return { ...(await nothingTaken(db, call, named)), all }
    },
    read: async () => null,
    record: async (tx, { appointment: named, all }): Promise<Written<CompanyAppointment>> => {
      if (all === null) return asItStands(named, show)
      const cancelled: Appointment[] = []
      for (const one of all) {
        const how = { reason: input.reason ?? null, isNamed: one.id === named.id }
        cancelled.push(await endWithoutWord(tx, call, one, how))
      }
      const together = cancelled.length > 1 ? asked.of : null
      await announceChange(tx, context, call, cancelled[0]!, { silent: input.silent_channels, together })
      return {
        result: show(cancelled.find(({ id }) => id === named.id)!),
        targetId: named.id,
        fields: ["status", ...Object.keys(input)],
        customerId: named.customer_id,
      }
    },
  })
}

/** Brings a cancel that has waited into effect, or tells a mark that has, unless it was taken back, or another worker was faster. */
export async function cancelAfterWaiting(context: AppContext, due: LeasedCancel): Promise<void> {
  const { companyId, appointmentId, actor, requestId, silentChannels } = due
  const call: Call = { companyId, actor, requestId, now: context.clock.now() }
  const seen = await findAppointment(context.db, companyId, appointmentId)
  if (seen === null) return void (await cancelsDue.finish(context.db, [due]))
  if (seen.status === "completed" || seen.status === "no_show")
    return tellMark(context, due, seen.customer_id)
  const judge = async (db: Db) => ({
    ...{ parts: [], request: null },
    appointment: await findAppointment(db, companyId, appointmentId),
  })
  const ending = freeing({
    operation: "cancel_appointment",
    locks: locksOf(seen),
    judge,
    read: (tx) => cancelsDue.lock(tx, due),
    record: async (tx, { appointment }, isOurs): Promise<Written<undefined>> => {
      const waits = isOurs && appointment?.status === "scheduled" && appointment.cancels_at !== null
      if (waits) await endAppointment(tx, context, call, appointment, { silent_channels: silentChannels })
      else if (isOurs) cancelsDue.drop(tx, [due])
      return { result: undefined, targetId: appointmentId, fields: waits ? ["status"] : [] }
    },
  })
  await takeTime(context, call, async () => ending)
}

/** The time stays taken, and no message is sent. A change that waits already keeps its time. */
function letWait(
  tx: Tx,
  { companyId, actor, requestId, now }: Call,
  appointment: Appointment,
  { reason = null, silent_channels = [] }: Pick<CancelInput, "reason" | "silent_channels">,
  { until, token }: { until: number; token: string | null },
): Appointment {
  if (appointment.cancels_at !== null) return appointment
  const dueAt = new Date(until)
  const waiting = { ...appointment, cancels_at: dueAt, cancel_reason: reason, updated_at: new Date(now) }
  setWaitingCancel(tx, companyId, waiting)
  enqueueCancel(tx, companyId, appointment.id, {
    dueAt,
    actor,
    requestId,
    silentChannels: [...silent_channels],
    tokenHash: token && tokenHash(token),
  })
  tx.hint({ channel: "events", companyId, stirs: true })
  return waiting
}

/**
 * Throws when the appointment is unknown, has another version, or can't be cancelled by this actor now. `mayBeCancelled`: under
 * the locks it is read as another call left it.
 */
async function readCancellable(
  db: Db,
  call: Call,
  input: CancelInput,
  mayBeCancelled = false,
): Promise<Appointment> {
  const appointment = found(await findAppointment(db, call.companyId, input.id), notFound("appointment"))
  const noticeMinutes = await findCancelNotice(db, call.companyId, appointment.appointment_type_id)
  const isCancelled = mayBeCancelled && appointment.status === "cancelled"
  const refusal =
    otherVersion(appointment, input.if_version) ??
    (isCancelled ? null : whyNotCancellable(appointment, noticeMinutes, call.actor, call.now))
  if (refusal) throw refusal
  return appointment
}
