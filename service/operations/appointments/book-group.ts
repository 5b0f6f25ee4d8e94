/**
 * Books several types that follow one another at one coming: all in one transaction or none, in the order of `attempt.ts`, with
 * one confirmation.
 */

import type { z } from "zod"
import { isStaff } from "../../../domain/model/actor.ts"
import type { Appointment, bookedView, bookingInput } from "../../../domain/model/appointment.ts"
import { crewIdsOf } from "../../../domain/model/crew.ts"
import { invalid, Refusal } from "../../../domain/model/errors.ts"
import type { LoadedSchedules, ScheduleCalendar } from "../../../domain/model/schedules.ts"
import type { CustomersWish, JudgedBooking } from "../../../domain/rules/booking/judge-booking.ts"
import { occupiedBlocks } from "../../../domain/rules/booking/occupied.ts"
import type { Following } from "../../../domain/rules/groups/follow.ts"
import { judgeGroup, type PartWish } from "../../../domain/rules/groups/judge-group.ts"
import { isoOfMinute } from "../../../domain/time/dates.ts"
import { msPerMinute } from "../../../domain/time/units.ts"
import type { AppContext } from "../../context.ts"
import { nextGroupId } from "../../store/appointments.ts"
import type { Db, Tx } from "../../store/pg/database.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { loadSchedules } from "../../store/schedules.ts"
import type { Call } from "../operation.ts"
import { withKnownDrivingTimes } from "../shared/driving-times.ts"
import { givesLinks, showAppointment } from "../shared/links.ts"
import { drawBooking, recordBooking } from "../shared/record-booking.ts"
import { knownLocks, requireLocks } from "../shared/resources.ts"
import { type Confirmation, confirmBooking } from "../shared/texts.ts"
import { findGroupSlots, type GroupQuestion } from "../slots/find-group-slots.ts"
import type { Written } from "../write.ts"
import { askCalendars } from "./ask-calendars.ts"
import { type Attempt, attempt, calendarsOf, type ReadUnderLocks, requireLocked } from "./attempt.ts"
import { datesAround, withGroupAlternatives } from "./group-alternatives.ts"
import { questionAround, timeOf } from "./wanted-time.ts"

type GroupInput = z.output<typeof bookingInput>

/** Appointments that were booked together, in their order. Each interface shapes its answer from them. */
export interface BookedGroup {
  appointments: readonly [Appointment, ...Appointment[]]
  /** By which the first was judged. */
  loaded: LoadedSchedules
  confirmation: Confirmation | null
  /** Links are set up. */
  withLink: boolean
}

interface Wish {
  call: Call
  input: GroupInput
  typeIds: number[]
  /** In their order. */
  parts: readonly CustomersWish[]
}

interface ReadGroup extends ReadUnderLocks {
  parts: readonly PartWish[]
  judged: readonly JudgedBooking[]
}

/** Returns what `show` makes of the booking. Under an Idempotency-Key that is kept for a repeat. */
export async function bookGroup<Result>(
  context: AppContext,
  call: Call,
  input: GroupInput,
  show: (booked: BookedGroup) => Result,
  additions: Pick<Finish<Result>, "alsoWrite"> = {},
): Promise<Result> {
  const wish = await wishOf(context, call, input)
  return attempt(context, call, async () => groupAttempt(context, wish, { show, ...additions }))
}

/** As the company API answers. */
export function showGroup(
  context: AppContext,
  { appointments, withLink }: BookedGroup,
): z.input<typeof bookedView> {
  const shown = appointments.map((one) => showAppointment(context, one, withLink))
  return { ...shown[0]!, appointments: shown }
}

interface Finish<Result> {
  show(booked: BookedGroup): Result
  /** Writes more in the booking's transaction. */
  alsoWrite?(tx: Tx, first: Appointment): Promise<void>
}

const goesAlone = [
  "appointment_type_id",
  "scheduling_request_id",
  "duration_option_id",
  "end_time",
  "hold_id",
  "answers",
  "keep_provider",
  "confirmed",
] as const

async function wishOf(context: AppContext, call: Call, input: GroupInput): Promise<Wish> {
  const mixed = goesAlone.find((field) => input[field] != null)
  if (mixed) throw invalid(mixed, "does not go with appointment_type_ids")
  const typeIds = input.appointment_type_ids!
  const wanted = input.parts ?? (await offeredParts(context, call, input, typeIds))
  if (wanted.length !== typeIds.length)
    throw invalid("parts", `expected one entry for each of the ${typeIds.length} types`)
  const [first] = wanted
  if (
    first!.provider_id !== input.provider_id ||
    Date.parse(first!.start_time) !== Date.parse(input.start_time)
  )
    throw invalid("parts[0]", "expected provider_id and start_time of the booking")
  const parts = typeIds.map((typeId, i): CustomersWish => {
    const { provider_id, start_time } = wanted[i]!
    const time = timeOf(call, {
      ...{ appointment_type_id: typeId, provider_id, start_time },
      ...{ location_id: input.location_id, override_eligibility: input.override_eligibility },
    })
    return {
      ...time,
      customerId: input.customer_id,
      answers: {},
      // Staff may ask each appointment's questions later.
      mayLeaveQuestionsOpen: isStaff(call.actor),
      mayLeaveFilesOpen: isStaff(call.actor),
    }
  })
  return { call, input, typeIds, parts }
}

/** As a search offers them from that start on. Throws `time_not_offered`. */
async function offeredParts(
  context: AppContext,
  call: Call,
  input: GroupInput,
  typeIds: number[],
): Promise<{ provider_id: number; start_time: string }[]> {
  const start = Date.parse(input.start_time) / msPerMinute
  const question = groupQuestion(input, typeIds, start, 1)
  const found = await findGroupSlots(context, call, question)
  const slot = found.result.offered
    .filter(({ provider, starts }) => provider.id === input.provider_id && starts.includes(start))
    .map((offered) => ({ ...offered, start }))
    .find(({ location }) => input.location_id == null || location.id === input.location_id)
  if (!slot) {
    const refused = new Refusal("time_not_offered")
    throw await withGroupAlternatives(refused, start, (days) =>
      findGroupSlots(context, call, groupQuestion(input, typeIds, start, days)),
    )
  }
  return found.partsAt!(slot).map((part) => ({
    provider_id: part.provider.id,
    start_time: isoOfMinute(part.start),
  }))
}

/** A search around the start. */
function groupQuestion(input: GroupInput, typeIds: number[], start: number, days: number): GroupQuestion {
  return {
    appointment_type_ids: typeIds,
    customer_id: input.customer_id,
    ...(input.location_id == null ? {} : { location_id: input.location_id }),
    ...(input.same_provider === undefined ? {} : { same_provider: input.same_provider }),
    ...(input.override_eligibility ? { override_eligibility: true } : {}),
    ...datesAround(start, days),
  }
}

/** What is known before the locks. */
interface PlannedGroup {
  /** For each part: who comes beside its provider, and is locked with them. */
  crews: readonly (readonly number[])[]
}

function groupAttempt<Result>(
  context: AppContext,
  wish: Wish,
  finish: Finish<Result>,
): Attempt<ReadGroup, Result> {
  const { call, input, parts } = wish
  const { companyId } = call
  let planned: PlannedGroup = { crews: parts.map(() => []) }
  const judge = (db: Db) => readAndJudge(context, db, wish, planned)
  const needing = parts.map(({ typeId, locationId }) => ({ companyId, typeId, locationId }))
  const resourceIds = [...new Set(needing.flatMap((one) => knownLocks(context, one)))]
  const providerIds = () => [...parts.map(({ providerId }) => providerId), ...planned.crews.flat()]
  const start = parts[0]!.startMinute
  return {
    operationName: "book_appointment",
    wanted: parts[0]!,
    resourceIds: () => [...providerIds(), ...resourceIds],
    /** As with a booking of one type: what can't be asked under the locks is asked here, for all parts where one may need it. */
    async plan() {
      const isPlain = parts.every(
        ({ typeId, providerId }) =>
          !context.typesWithCrews.has(typeId) && !context.providersWithCalendars.has(providerId),
      )
      if (isPlain) return null
      const read = await judge(context.db)
      planned = { crews: read.judged.map(crewIdsOf) }
      return { asked: await askCalendarsOfParts(context, companyId, read) }
    },
    judgeAgain: () => judge(context.db),
    lock: (tx) =>
      lockInOrder(tx, { companyId, customerId: input.customer_id, providerIds: providerIds(), resourceIds }),
    async readLocked(tx) {
      const read = await judge(tx)
      for (const [i, judged] of read.judged.entries()) {
        requireLocks(context, needing[i]!, judged, resourceIds)
        requireLocked(crewIdsOf(judged), planned.crews[i]!)
      }
      return read
    },
    refused: (error) =>
      withGroupAlternatives(error, start, (days) =>
        findGroupSlots(context, call, groupQuestion(input, wish.typeIds, start, days)),
      ),
    record: (tx, read) => record(context, tx, wish, read, finish),
  }
}

async function askCalendarsOfParts(
  context: AppContext,
  companyId: number,
  { parts, judged }: ReadGroup,
): Promise<number[]> {
  const asked: number[] = []
  for (const [i, one] of judged.entries()) {
    const calendars = calendarsOf(parts[i]!.loaded, crewIdsOf(one))
    const occupied = occupiedBlocks(one.input.type, one.blocks)
    asked.push(...(await askCalendars(context, companyId, calendars, occupied)))
  }
  return asked
}

/** Throws the refusal of the first part that can't be booked, and `LegsNotAsked`. */
async function readAndJudge(
  context: AppContext,
  db: Db,
  { call, input, parts }: Wish,
  planned: PlannedGroup,
): Promise<ReadGroup> {
  const read = await Promise.all(
    parts.map(async (wish, i): Promise<PartWish> => {
      const loaded = await loadSchedules(db, questionAround(call, wish, 1))
      const preferredCrew = planned.crews[i]!
      return { loaded: withKnownDrivingTimes(context, loaded), wish: { ...wish, preferredCrew } }
    }),
  )
  const { company } = read[0]!.loaded
  const following: Following = {
    gapMinutes: company.linked_gap_minutes,
    sameProvider: input.same_provider === true,
  }
  const judged = judgeGroup(read, following)
  if (judged instanceof Refusal) throw judged
  const calendars: ScheduleCalendar[] = read.flatMap(({ loaded }, i) =>
    calendarsOf(loaded, crewIdsOf(judged[i]!)),
  )
  return { parts: read, judged, loaded: { ...read[0]!.loaded, calendars }, request: null, appointment: null }
}

async function record<Result>(
  context: AppContext,
  tx: Tx,
  { call, input }: Wish,
  { parts, judged }: ReadGroup,
  { show, alsoWrite }: Finish<Result>,
): Promise<Written<Result>> {
  const groupId = await nextGroupId(tx)
  const booked: Appointment[] = []
  for (const [index, one] of judged.entries()) {
    const { loaded, wish } = parts[index]!
    const drawn = await drawBooking(tx, call.companyId, wish.typeId)
    const group = { group_id: groupId, group_index: index }
    const booking = { loaded, judged: one, notes: input.notes ?? null, links: context, group }
    booked.push(await recordBooking(tx, call, drawn, booking))
  }
  const appointments = booked as [Appointment, ...Appointment[]]
  const [first] = appointments
  // Before the confirmation, which may need the consent that came with the booking.
  await alsoWrite?.(tx, first)
  const silent = call.actor.kind === "agent" ? (["sms"] as const) : input.silent_channels
  const confirmation = await confirmBooking(tx, context, call, first, { silent, together: "group" })
  const { loaded } = parts[0]!
  const withLink = givesLinks(context, loaded.company)
  return {
    result: show({ appointments, loaded, confirmation, withLink }),
    targetId: first.id,
    fields: Object.keys(input),
    customerId: input.customer_id,
  }
}
