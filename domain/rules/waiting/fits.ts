/** Which of the times that a search offers a waiting customer wants, and which of those in a gap is offered first. */
import type { WaitingEntry, WaitingOffer } from "../../model/waiting-entry.ts"
import { dateOfDay, weekdayOfDay } from "../../time/dates.ts"
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
}

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

/** A start uses a gap when the job lies in it in part: a longer job may take what was free around it, too. */
export const usesGap = (time: Pick<OfferedTime, "providerId" | "start" | "end">, gap: Gap): boolean =>
  (gap.providerId === null || time.providerId === gap.providerId) &&
  time.start < gap.to &&
  time.end > gap.from

/**
 * The time to offer: of those that the fewest have been offered, the earliest. So people who are asked at once are asked about
 * different starts of a long gap as far as there are any. Null without a time.
 */
export function timeToOffer(
  times: readonly OfferedTime[],
  open: readonly Pick<WaitingOffer, "provider_id" | "start_at" | "end_at">[],
): OfferedTime | null {
  let best: { time: OfferedTime; rivals: number } | null = null
  for (const time of times) {
    const rivals = open.filter((offer) => overlaps(offer, time)).length
    if (best === null || rivals < best.rivals || (rivals === best.rivals && comesFirst(time, best.time)))
      best = { time, rivals }
  }
  return best?.time ?? null
}

const overlaps = (
  { provider_id, start_at, end_at }: Pick<WaitingOffer, "provider_id" | "start_at" | "end_at">,
  { providerId, start, end }: OfferedTime,
): boolean =>
  provider_id === providerId &&
  start_at.getTime() < end * msPerMinute &&
  end_at.getTime() > start * msPerMinute

const comesFirst = (a: OfferedTime, b: OfferedTime): boolean =>
  a.start < b.start || (a.start === b.start && a.providerId < b.providerId)

/** An offer that nobody answers makes room for others after so long. */
const longestOfferMinutes = minutesPerDay

/**
 * Until when an offer can be answered: until its time could not be booked any more, or not with the notice that the customer
 * needs, and at most for a day, since a customer has one open offer at a time.
 */
export const offerGoodUntil = (
  start: number,
  { noticeMinutes, now }: { noticeMinutes: number; now: number },
): Date => new Date(Math.min((start - noticeMinutes) * msPerMinute, now + longestOfferMinutes * msPerMinute))
