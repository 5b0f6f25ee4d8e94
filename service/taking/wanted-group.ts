/** The times that several types in one visit want: what is asked, read and judged of them alike for a booking and for a hold. */
import { isStaff } from "../../domain/model/actor.ts"
import { invalid, Refusal } from "../../domain/model/errors.ts"
import type { Hold } from "../../domain/model/hold.ts"
import type { BookingWish, JudgedBooking } from "../../domain/rules/booking/judge-booking.ts"
import { judgeGroup, type PartWish } from "../../domain/rules/groups/judge-group.ts"
import type { Following } from "../../domain/rules/groups/searched-parts.ts"
import { noticeFrom } from "../../domain/rules/holds/live-hold.ts"
import { isoOfMinute } from "../../domain/time/dates.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { withKnownDrivingTimes } from "../slots/driving-times.ts"
import { findGroupSlots, type GroupQuestion } from "../slots/find-group-slots.ts"
import { datesAround, withGroupAlternatives } from "./group-alternatives.ts"
import { type AskedStart, whyPartsRefused, whyStartRefused } from "./group-refusal.ts"
import { type Judged, type Known, seatOf } from "./plan-parts.ts"
import type { Taking } from "./take-time.ts"
import { questionAround, timeOf } from "./wanted-time.ts"

/** A booking's or a hold's input: several types require it, and one may lack it. */
interface OneOrSeveral {
  appointment_type_id?: number | undefined
  appointment_type_ids?: number[] | undefined
  same_provider?: boolean | undefined
  parts?: unknown[] | undefined
}

/** Throws `invalid_input` where no type is named, or what only several types have. */
export function ofOneType<Input extends OneOrSeveral>(
  input: Input,
): Omit<Input, keyof OneOrSeveral> & { appointment_type_id: number } {
  const { appointment_type_id, appointment_type_ids: _, same_provider, parts, ...rest } = input
  if (appointment_type_id === undefined)
    throw invalid("appointment_type_id", "is required unless appointment_type_ids is given (expected an id)")
  if (same_provider !== undefined) throw invalid("same_provider", "goes with appointment_type_ids only")
  if (parts !== undefined) throw invalid("parts", "goes with appointment_type_ids only")
  return { ...rest, appointment_type_id }
}

/** The wishes about several types that every interface hands over. */
export interface AskedGroup extends AskedStart {
  /** Left out, as a search offers them from that start on. */
  parts: readonly { provider_id: number; start_time: string }[] | undefined
}

/** As the company API's bookings and holds name them. */
interface GroupInput extends OneOrSeveral {
  provider_id: number
  start_time: string
  location_id?: number | null | undefined
  scheduling_request_id?: number | null | undefined
  duration_option_id?: number | null | undefined
  end_time?: string | undefined
  override_eligibility?: boolean | undefined
  parts?: { provider_id: number; start_time: string }[] | undefined
}

const goesAlone = ["appointment_type_id", "scheduling_request_id", "duration_option_id", "end_time"] as const

/** Throws `invalid_input` for what goes with one type alone. */
export function askedGroup(input: GroupInput, typeIds: number[]): Omit<AskedGroup, "customerId"> {
  const mixed = goesAlone.find((field) => input[field] != null)
  if (mixed) throw invalid(mixed, "does not go with appointment_type_ids")
  return {
    typeIds,
    providerId: input.provider_id,
    startTime: input.start_time,
    locationId: input.location_id ?? null,
    sameProvider: input.same_provider,
    overrideEligibility: input.override_eligibility === true,
    parts: input.parts,
  }
}

export interface GroupWish extends Omit<AskedGroup, "parts"> {
  call: Call
  /** In their order. */
  parts: readonly BookingWish[]
  /** The asker's own, which hides nothing from them. */
  hold: Hold | null
}

/** Throws `invalid_input` for parts that are not those of the group, and `time_not_offered` where they are left to the search. */
export async function wantedGroup(
  context: AppContext,
  call: Call,
  asked: AskedGroup,
  hold: Hold | null,
): Promise<GroupWish> {
  const { typeIds, locationId, customerId } = asked
  const wanted = asked.parts ?? (await offeredParts(context, call, asked, hold))
  if (wanted.length !== typeIds.length)
    throw invalid("parts", `expected one entry for each of the ${typeIds.length} types`)
  const [first] = wanted
  if (
    first!.provider_id !== asked.providerId ||
    Date.parse(first!.start_time) !== Date.parse(asked.startTime)
  )
    throw invalid("parts[0]", "expected provider_id and start_time of the booking")
  const parts = typeIds.map((typeId, i): BookingWish => {
    const { provider_id, start_time } = wanted[i]!
    const time = timeOf(call, {
      ...{ appointment_type_id: typeId, provider_id, start_time },
      ...{ location_id: locationId, override_eligibility: asked.overrideEligibility },
    })
    return {
      ...time,
      customerId,
      answers: {},
      // Staff may ask each appointment's questions later.
      mayLeaveQuestionsOpen: isStaff(call.actor),
      mayLeaveFilesOpen: isStaff(call.actor),
    }
  })
  // The hold keeps all parts from when its first was held.
  const heldSince = noticeFrom(hold, parts[0]!, call.now)
  return { ...asked, call, hold, parts: parts.map((part) => ({ ...part, noticeFrom: heldSince })) }
}

/** As a search offers them from that start on. Throws `time_not_offered`. */
async function offeredParts(
  context: AppContext,
  call: Call,
  asked: AskedGroup,
  hold: Hold | null,
): Promise<{ provider_id: number; start_time: string }[]> {
  const start = Date.parse(asked.startTime) / msPerMinute
  const search = (days: number) =>
    findGroupSlots(context, call, groupQuestion(asked, start, days), { holdId: hold?.id ?? null })
  const found = await search(1)
  const slot = found.result.offered
    .filter(({ provider, starts }) => provider.id === asked.providerId && starts.includes(start))
    .map((offered) => ({ ...offered, start }))
    .find(({ location }) => asked.locationId === null || location.id === asked.locationId)
  if (!slot) {
    const why = await whyStartRefused(context, call, asked, hold?.id ?? null)
    throw await withGroupAlternatives(call, why.refusal, { start, search, whyIsIt: async () => why })
  }
  return found.partsAt!(slot).map((part) => ({
    provider_id: part.provider.id,
    start_time: isoOfMinute(part.start),
  }))
}

type AskedTime = Omit<AskedGroup, "parts" | "startTime" | "providerId">

/** A search around the start. */
function groupQuestion(asked: AskedTime, start: number, days: number): GroupQuestion {
  return {
    appointment_type_ids: asked.typeIds,
    customer_id: asked.customerId,
    ...(asked.locationId === null ? {} : { location_id: asked.locationId }),
    ...(asked.sameProvider === undefined ? {} : { same_provider: asked.sameProvider }),
    ...(asked.overrideEligibility ? { override_eligibility: true } : {}),
    ...datesAround(start, days),
  }
}

/** As it was read and judged, part by part. */
export interface ReadGroup extends Judged {
  reads: readonly PartWish[]
  judged: readonly JudgedBooking[]
}

type GroupTaking = Pick<Taking<ReadGroup, unknown, unknown>, "parts" | "together" | "locks" | "judge"> & {
  refused(error: unknown): Promise<unknown>
}

/** The shared part of booking several types and holding them. */
export function groupTaking(
  context: AppContext,
  wish: GroupWish,
  { customerId, providerIds = [] }: { customerId: number | null; providerIds?: readonly number[] },
): GroupTaking {
  const { call, parts, hold } = wish
  const wanted = parts.map((part) => ({ ...part, holdId: hold?.id ?? null }))
  const [first, ...others] = wanted
  const start = first!.startMinute
  return {
    parts: [first!, ...others],
    together: "all",
    locks: {
      customerId,
      providerIds: [
        ...parts.map(({ providerId }) => providerId),
        ...(hold ? [hold.provider_id] : []),
        ...providerIds,
      ],
    },
    judge: (db, known) => readAndJudge(context, db, wish, known),
    refused: (error) =>
      withGroupAlternatives(call, error, {
        start,
        search: (days) =>
          findGroupSlots(context, call, groupQuestion(wish, start, days), { holdId: hold?.id ?? null }),
        whyIsIt: (refusal) =>
          whyPartsRefused(
            context,
            call,
            wanted.map((part) => ({ wanted: part })),
            refusal,
          ),
      }),
  }
}

/** Throws the refusal of the first part that can't be had, and `LegsNotAsked`. */
async function readAndJudge(
  context: AppContext,
  db: Db,
  { call, parts, hold, sameProvider }: GroupWish,
  known: Known,
): Promise<ReadGroup> {
  const holdId = hold?.id ?? null
  const reads = await Promise.all(
    parts.map(async (wish, i): Promise<PartWish> => {
      const loaded = await loadSchedules(db, questionAround(call, { ...wish, holdId }, 1))
      return {
        loaded: withKnownDrivingTimes(context, loaded),
        wish: { ...wish, preferredCrew: known.crews.get(i) ?? [] },
      }
    }),
  )
  const following: Following = {
    gapMinutes: reads[0]!.loaded.company.linked_gap_minutes,
    sameProvider: sameProvider === true,
  }
  const judged = judgeGroup(reads, following)
  if (judged instanceof Refusal) throw judged
  const seats = judged.map((one, i) => seatOf(i, parts[i]!, reads[i]!.loaded, one))
  return { reads, judged, parts: seats, request: null, appointment: null }
}
