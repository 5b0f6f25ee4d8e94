/** The times of a search that a waiting customer wants, and the one in a gap that is offered first. */
import type { OfferPart, WaitingEntry, WaitingOffer } from "../../model/waiting-entry.ts"
import { dateOfDay, isoOfMinute, weekdayOfDay } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf, minutesPerDay, msPerMinute } from "../../time/units.ts"

/** A time that a search offers, in epoch minutes. */
export interface OfferedTime {
  providerId: number
  providerName: string
  locationId: number
  locationName: string
  timezone: string
  start: number
  end: number
  /** The parts of several types in one visit, in their order. The time stands under the first. Null for one type. */
  parts: readonly TimePart[] | null
}

export interface TimePart {
  typeId: number
  providerId: number
  providerName: string
  start: number
  end: number
}

/** The owner of the taken time, and its span in epoch minutes. */
export interface TakenSpan {
  providerId: number
  start: number
  end: number
}

/** The spans of several types, each part by itself: between two of them others may come. */
export const spansOf = ({ parts, ...time }: TakenSpan & Pick<OfferedTime, "parts">): readonly TakenSpan[] =>
  parts ?? [time]

export const spansOfOffer = ({
  parts,
  provider_id,
  start_at,
  end_at,
}: Pick<WaitingOffer, "provider_id" | "start_at" | "end_at" | "parts">): readonly TakenSpan[] =>
  parts?.map((part) => ({
    providerId: part.provider_id,
    start: Date.parse(part.start_time) / msPerMinute,
    end: Date.parse(part.end_time) / msPerMinute,
  })) ?? [
    {
      providerId: provider_id,
      start: start_at.getTime() / msPerMinute,
      end: end_at.getTime() / msPerMinute,
    },
  ]

/** As they are kept with an offer. */
export const offerParts = ({ parts }: Pick<OfferedTime, "parts">): OfferPart[] | null =>
  parts?.map(({ typeId, providerId, start, end }) => ({
    appointment_type_id: typeId,
    provider_id: providerId,
    start_time: isoOfMinute(start),
    end_time: isoOfMinute(end),
  })) ?? null

type Wishes = Pick<
  WaitingEntry,
  | "earliest_date"
  | "latest_date"
  | "weekdays"
  | "parts_of_day"
  | "location_ids"
  | "provider_ids"
  | "least_notice_minutes"
>

/** Minutes of the day from which it is afternoon, and evening. */
const [noon, evening] = [12 * 60, 17 * 60]

const partOf = (minuteOfDay: number) =>
  minuteOfDay < noon ? "morning" : minuteOfDay < evening ? "afternoon" : "evening"

/** By the location's clock. `before` is the start of the appointment that is to become earlier; null without one. */
export function fits(
  entry: Wishes,
  time: Pick<OfferedTime, "providerId" | "locationId" | "timezone" | "start">,
  { now, before }: { now: number; before: number | null },
): boolean {
  const { day, minuteOfDay } = minuteToLocal(time.timezone, time.start)
  const date = dateOfDay(day)
  return (
    date >= entry.earliest_date &&
    date <= entry.latest_date &&
    includes(entry.weekdays, weekdayOfDay(day)) &&
    includes(entry.parts_of_day, partOf(minuteOfDay)) &&
    includes(entry.location_ids, time.locationId) &&
    includes(entry.provider_ids, time.providerId) &&
    time.start >= minuteOf(now) + entry.least_notice_minutes &&
    (before === null || time.start < before)
  )
}

const includes = <Value>(wanted: readonly Value[] | null, value: Value): boolean =>
  wanted === null || wanted.includes(value)

/** A stretch of time that got free, in epoch minutes; null for any provider's. */
export interface Gap {
  providerId: number | null
  from: number
  to: number
}

/**
 * A start uses a gap when the job, or one of several in one visit, lies in it in part: a longer job may take what was free around
 * it, too.
 */
export const usesGap = (time: TakenSpan & Pick<OfferedTime, "parts">, gap: Gap): boolean =>
  spansOf(time).some(
    ({ providerId, start, end }) =>
      (gap.providerId === null || providerId === gap.providerId) && start < gap.to && end > gap.from,
  )

/**
 * The time to offer: of those that the fewest have been offered, the earliest. So people who are asked at once are asked about
 * different starts of a long gap as far as there are any. Null without a time.
 */
export function timeToOffer(
  times: readonly OfferedTime[],
  open: readonly Pick<WaitingOffer, "provider_id" | "start_at" | "end_at" | "parts">[],
): OfferedTime | null {
  let best: { time: OfferedTime; rivals: number } | null = null
  for (const time of times) {
    const rivals = open.filter((offer) => overlaps(offer, time)).length
    if (best === null || rivals < best.rivals || (rivals === best.rivals && comesFirst(time, best.time)))
      best = { time, rivals }
  }
  return best?.time ?? null
}

const overlaps = (offer: Parameters<typeof spansOfOffer>[0], time: OfferedTime): boolean =>
  spansOfOffer(offer).some((taken) =>
    spansOf(time).some(
      ({ providerId, start, end }) =>
        taken.providerId === providerId && taken.start < end && taken.end > start,
    ),
  )

const comesFirst = (a: OfferedTime, b: OfferedTime): boolean =>
  a.start < b.start || (a.start === b.start && a.providerId < b.providerId)

/** An unanswered offer makes room for others after so long. */
const longestOfferMinutes = minutesPerDay

/**
 * The end of an offer: until its time could not be booked any more, or not with the notice that the customer
 * needs, and at most for a day, since a customer has one open offer at a time.
 */
export const offerGoodUntil = (
  start: number,
  { noticeMinutes, now }: { noticeMinutes: number; now: number },
): Date => new Date(Math.min((start - noticeMinutes) * msPerMinute, now + longestOfferMinutes * msPerMinute))
