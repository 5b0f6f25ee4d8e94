/**
 * Moves an appointment, all its days together, for every interface, in the order of `attempt.ts`. A move to where and when it
 * is already succeeds without an event.
 */
import {
  type Appointment,
  appointmentView,
  type CompanyAppointment,
  rescheduleInput,
} from "../../domain/model/appointment.ts"
import { crewIdsOf, providerIdsOf } from "../../domain/model/crew.ts"
import { invalid } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import type { BookableTime } from "../../domain/rules/booking/judge-booking.ts"
import { whyNotTheirs } from "../../domain/rules/holds/live-hold.ts"
import { takenTimes } from "../../domain/rules/planning/planned-time.ts"
import { locksOf, requireHeld } from "../company/change-resource.ts"
import { askedTogether } from "../ledger/changed-together.ts"
import { liveHold } from "../ledger/kept-by-hold.ts"
import { announceChange } from "../messages/announce.ts"
import { causes, previewAppointmentTexts, previewing, withoutCalendars } from "../messages/preview.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks, showAppointment } from "../platform/links.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { lockAppointment } from "../platform/pg/locks.ts"
import type { Written } from "../platform/write.ts"
import { judgeWithLegs } from "../slots/driving-times.ts"
import { teamOf } from "../slots/planned-team.ts"
import { withAlternatives } from "../taking/alternatives.ts"
import {
  type Attempt,
  attempt,
  ProviderChanged,
  plannedTime,
  type ReadUnderLocks,
  requireLocked,
} from "../taking/attempt.ts"
import { dropHold } from "../taking/end-hold-early.ts"
import { moveAppointment, movedTo } from "../taking/record-change.ts"
import { togetherMove } from "./move-together.ts"
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
  result: appointmentView,
  secret: true,
  run: (context, call, input) => reschedule(context, call, input),
})

export const previewMove = operation({
  ...previewing,
  name: "preview_move",
  refusals: withoutCalendars(rescheduleAppointment.refusals!).filter((code) => code !== "series_conflict"),
  summary: "Preview what a move would cause",
  params: byId,
  body: rescheduleInput.omit({ hold_id: true, scope: true, conflicts: true, whole_group: true }),
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
): Promise<CompanyAppointment> {
  const team: Pick<Move, "team"> = { team: null }
  return attempt<ReadUnderLocks, CompanyAppointment>(context, call, async () => {
    const hold = await liveHold(context.db, call, input.hold_id ?? null)
    const wish = { ...wishOf(call, input), holdId: hold?.id ?? null }
    const move: Move = Object.assign(team, { call, wish, input, hold })
    const seen = await readMovable(context.db, move)
    const refusal = hold && whyNotTheirs(hold, seen.appointment.customer_id)
    if (refusal) throw refusal
    const asked = askedTogether(seen.appointment, input)
    if (input.conflicts !== undefined && asked?.of !== "series")
      throw invalid("conflicts", "goes with the scopes following and all of a series")
    if (asked) return togetherMove(context, { ...move, asked }, seen)
    if (isThere(seen.appointment, move.wish)) return { result: stay(context, seen, move.wish) }
    return moveAttempt(context, move, seen)
  })
}

function moveAttempt(
  context: AppContext,
  move: Move,
  seen: ReadMove,
): Attempt<ReadLockedMove, CompanyAppointment> {
  const { call, wish } = move
  const { appointment: before } = seen
  const wanted = wantedBy(before, wish)
  const resourceIds = locksOf(seen.loaded, wanted.locationId)
  const present = providerIdsOf(before)
  const heldIds = move.hold ? [move.hold.provider_id] : []
  let crewIds: readonly number[] = []
  return {
    operationName: "reschedule_appointment",
    wanted,
    resourceIds: () => [
      ...present,
      wanted.providerId,
      ...(move.team?.providerIds ?? []),
      ...heldIds,
      ...crewIds,
      ...resourceIds,
    ],
    async plan() {
      const judged = judge(context, seen, wish)
      if (judged.planned) move.team = teamOf({ loaded: seen.loaded, judged })
      else crewIds = crewIdsOf(judged)
      return plannedTime({ loaded: seen.loaded, judged })
    },
    judgeAgain: async () => judge(context, await readMovable(context.db, move), wish),
    lock: (tx) =>
      lockAppointment(tx, call.companyId, before, {
        toProviderIds: [wanted.providerId, ...(move.team?.providerIds ?? []), ...heldIds, ...crewIds],
        resourceIds,
      }),
    async readLocked(tx) {
      const locked = [...present, wanted.providerId, ...(move.team?.providerIds ?? [])]
      const { appointment, loaded } = await readMovable(tx, move, locked)
      if (String(providerIdsOf(appointment)) !== String(present)) throw new ProviderChanged()
      requireHeld(loaded, wanted.locationId, resourceIds)
      const read = { appointment, loaded, request: loaded.request }
      // Another caller has moved it there meanwhile.
      if (isThere(appointment, wish)) return { ...read, judged: null, taken: [] }
      const known = move.team?.plan ?? null
      const judged = judge(context, read, { ...wish, preferredCrew: crewIds, known, isLocked: true })
      requireLocked(crewIdsOf(judged), [...crewIds, ...(move.team?.providerIds ?? [])])
      return { ...read, judged, taken: takenTimes(judged) }
    },
    record: (tx, read) => recordMove(context, tx, move, read),
  }
}

/** As it was read under the locks. */
interface ReadLockedMove extends ReadMove, ReadUnderLocks {
  appointment: Appointment
  /** Null where it is there already. */
  judged: BookableTime | null
}

async function recordMove(
  context: AppContext,
  tx: Tx,
  { call, input, hold = null }: Move,
  { appointment, loaded, judged }: ReadLockedMove,
): Promise<Written<CompanyAppointment>> {
  // Its time is taken by the move, in the same transaction.
  if (hold) dropHold(tx, call.companyId, hold.id)
  const moved = judged ? await moveAppointment(tx, call, { appointment, loaded, judged }) : appointment
  if (moved !== appointment) await announceChange(tx, context, call, moved, { silent: input.silent_channels })
  return {
    result: showAppointment(context, moved, givesLinks(context, loaded.company)),
    targetId: moved.id,
    fields: Object.keys(input),
    customerId: moved.customer_id,
  }
}
