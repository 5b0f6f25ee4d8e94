/**
 * Moves an appointment, all its days together, for every interface, in the order of `take-time.ts`. A move to where and when it
 * is already succeeds without an event.
 */
import { type Appointment, rescheduleInput } from "../../domain/model/appointment.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { invalid } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { type ChangedAppointment, changedView } from "../../domain/model/undo.ts"
import { whyToldAtOnce } from "../../domain/rules/booking/held-messages.ts"
import type { BookableTime } from "../../domain/rules/booking/judge-booking.ts"
import { whyNotTheirs } from "../../domain/rules/holds/live-hold.ts"
import { locksOf } from "../company/change-resource.ts"
import { askedTogether } from "../ledger/changed-together.ts"
import { liveHold } from "../ledger/kept-by-hold.ts"
import { announceChange } from "../messages/announce.ts"
import { causes, previewAppointmentTexts, previewing, withoutCalendars } from "../messages/preview.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks, showAppointment } from "../platform/links.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { requireTold } from "../platform/tell-first.ts"
import type { Written } from "../platform/write.ts"
import { judgeWithLegs } from "../slots/driving-times.ts"
import { withAlternatives } from "../taking/alternatives.ts"
import { dropHold } from "../taking/end-hold-early.ts"
import { ProviderChanged } from "../taking/judge-steadily.ts"
import { keepBefore, keepForUndo } from "../taking/keep-for-undo.ts"
import { type Judged, type Known, seatOf } from "../taking/plan-parts.ts"
import { moveAppointment, movedTo } from "../taking/record-change.ts"
import { type Taking, takeTime } from "../taking/take-time.ts"
import { type ReadTogether, togetherMove } from "./move-together.ts"
import {
  isThere,
  judge,
  type Move,
  type ReadMove,
  type RescheduleInput,
  readMovable,
  stay,
  wantedBy,
  wishOf,
} from "./moving.ts"

export const rescheduleAppointment = operation({
  name: "reschedule_appointment",
  summary: "Move an appointment",
  description:
    "Keeps the type, and length, provider and location unless others are sent. All days of a multi-day job move. The " +
    "customer's assigned provider and the request's wishes do not bind a move.",
  noun: "Appointments",
  roles: staff,
  refusals: [
    "address_needed",
    "address_not_found",
    "appointment_not_scheduled",
    "appointment_started",
    "calendar_unavailable",
    "customer_busy",
    "end_time_mismatch",
    "length_fixed",
    "out_of_service_area",
    "series_conflict",
    "slot_taken",
    "time_not_offered",
    "version_conflict",
  ],
  events: ["appointment.rescheduled"],
  params: byId,
  body: rescheduleInput,
  result: changedView,
  secret: true,
  run: (context, call, input) => reschedule(context, call, input),
})

export const previewMove = operation({
  ...previewing,
  name: "preview_move",
  refusals: withoutCalendars(rescheduleAppointment.refusals!).filter((code) => code !== "series_conflict"),
  summary: "Preview what a move would cause",
  params: byId,
  body: rescheduleInput.omit({
    ...{ hold_id: true, scope: true, conflicts: true, whole_group: true, hold_messages_seconds: true },
  }),
  async run(context, call, input) {
    const wish = wishOf(call, input)
    const seen = await readMovable(context.db, { call, wish, input })
    const { appointment, loaded } = seen
    if (isThere(appointment, wish)) return causes([])
    const judged = await judgeWithLegs(context, () => judge(context, seen, wish)).catch(
      async (error: unknown) => {
        throw await withAlternatives(context, call, wantedBy(appointment, wish), error)
      },
    )
    const moved = movedTo(appointment, loaded, judged, call.now)
    const texts = await previewAppointmentTexts(context, call, "change", moved, input.silent_channels)
    return causes(texts, "appointment.rescheduled")
  },
})

export function reschedule(
  context: AppContext,
  call: Call,
  input: RescheduleInput,
): Promise<ChangedAppointment> {
  const toldAtOnce = whyToldAtOnce(call.actor, input.hold_messages_seconds)
  if (toldAtOnce) throw toldAtOnce
  return takeTime<ReadLockedMove | ReadTogether, unknown, ChangedAppointment>(context, call, async () => {
    const hold = await liveHold(context.db, call, input.hold_id ?? null)
    const wish = { ...wishOf(call, input), holdId: hold?.id ?? null }
    const move: Move = { call, wish, input, hold }
    const seen = await readMovable(context.db, move)
    // This move may take the time that the move before it left.
    requireTold(seen.appointment)
    const refusal = hold && whyNotTheirs(hold, seen.appointment.customer_id)
    if (refusal) throw refusal
    const asked = askedTogether(seen.appointment, input)
    if (input.conflicts !== undefined && asked?.of !== "series")
      throw invalid("conflicts", "goes with the scopes following and all of a series")
    if (asked) return togetherMove(context, { ...move, asked }, seen)
    if (isThere(seen.appointment, wish)) return { result: stay(context, seen, wish) }
    return takingOf(context, move, seen)
  })
}

function takingOf(
  context: AppContext,
  move: Move,
  seen: ReadMove,
): Taking<ReadLockedMove, null, ChangedAppointment> {
  const { wish, hold = null } = move
  const { appointment: before } = seen
  const wanted = wantedBy(before, wish)
  const present = providerIdsOf(before)
  const judged = ({ appointment, loaded }: ReadMove, known: Known): ReadLockedMove => {
    const read = { appointment, loaded, request: loaded.request }
    // Another caller has moved it there meanwhile.
    if (isThere(appointment, wish)) return { ...read, judged: null, parts: [] }
    const planned = { known: known.team?.plan ?? null, isLocked: known.isLocked }
    const preferredCrew = known.crews.get(0) ?? []
    const time = judge(context, read, { ...wish, ...(known.isLocked ? { preferredCrew, ...planned } : {}) })
    return { ...read, judged: time, parts: [seatOf(0, wanted, loaded, time)] }
  }
  return {
    operation: "reschedule_appointment",
    parts: [wanted],
    together: "all",
    locks: {
      customerId: before.customer_id,
      requestId: before.scheduling_request_id,
      providerIds: [...present, wanted.providerId, ...(hold ? [hold.provider_id] : [])],
      resourceIds: locksOf(seen.loaded, wanted.locationId),
      appointmentId: before.id,
    },
    judgeSeen: (known) => judged(seen, known),
    async judge(db, known) {
      const locked = [...present, wanted.providerId, ...(known.team?.providerIds ?? [])]
      const read = await readMovable(db, { ...move, team: known.team }, known.isLocked ? locked : null)
      if (known.isLocked && String(providerIdsOf(read.appointment)) !== String(present))
        throw new ProviderChanged()
      return judged(read, known)
    },
    read: async () => null,
    record: (tx, read) => recordMove(context, tx, move, read),
  }
}

/** As it was read under the locks. */
interface ReadLockedMove extends ReadMove, Judged {
  appointment: Appointment
  /** Null where it is there already. */
  judged: BookableTime | null
}

async function recordMove(
  context: AppContext,
  tx: Tx,
  { call, input, hold = null }: Move,
  { appointment, loaded, judged }: ReadLockedMove,
): Promise<Written<ChangedAppointment>> {
  // Its time is taken by the move, in the same transaction.
  if (hold) dropHold(tx, call.companyId, hold.id)
  const silent = input.silent_channels
  const seconds = input.hold_messages_seconds
  const kept = judged && seconds ? await keepBefore(tx, call, seconds, [{ appointment, judged }]) : null
  const move = { appointment, loaded, judged: judged!, undoHoldId: kept?.holdId }
  const moved = judged ? await moveAppointment(tx, call, move) : appointment
  if (moved !== appointment && !kept) await announceChange(tx, context, call, moved, { silent })
  const undo = kept && (await keepForUndo(tx, call, context.random, kept, { together: null, silent }))
  return {
    result: {
      ...showAppointment(context, moved, givesLinks(context, loaded.company)),
      ...(undo ? { undo } : {}),
    },
    targetId: moved.id,
    fields: Object.keys(input),
    customerId: moved.customer_id,
  }
}
