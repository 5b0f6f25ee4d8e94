/**
 * When the plan of a day is fixed, and what a customer is promised from then on: of a longer window the hour in which the work
 * is planned to begin. From that moment on no search and no booking plans a visit of that day anew.
 */
import type { Day, Minute } from "../../model/availability.ts"
import { dayOfDate } from "../../time/dates.ts"
import { localToMinute, minuteToLocal } from "../../time/local-time.ts"
import { msPerMinute } from "../../time/units.ts"

export interface Window {
  start: Minute
  end: Minute
}

/** The moment from which on the plan of the local date stays, `freezeMinute` of the date before. Epoch milliseconds. */
export const frozenFrom = (zone: string, date: Day, freezeMinute: number): number =>
  localToMinute(zone, date - 1, freezeMinute) * msPerMinute

/** The next moment after `now` at which the plan of one of these local dates is fixed; null without one. */
export function nextFrozen(
  dates: readonly { zone: string; date: string; freezeMinute: number }[],
  now: number,
): number | null {
  const moments = dates.map(({ zone, date, freezeMinute }) =>
    frozenFrom(zone, dayOfDate(date)!, freezeMinute),
  )
  const next = Math.min(...moments.filter((moment) => moment > now))
  return Number.isFinite(next) ? next : null
}

/** True where the plan of the date is fixed; never without an hour of freezing. */
export const isFrozen = (zone: string, date: Day, freezeMinute: number | undefined, now: number): boolean =>
  freezeMinute !== undefined && frozenFrom(zone, date, freezeMinute) <= now

/** The same of the date on which a window begins. */
export const isFrozenAt = (zone: string, minute: Minute, freezeMinute: number | undefined, now: number) =>
  isFrozen(zone, minuteToLocal(zone, minute).day, freezeMinute, now)

const narrowedMinutes = 60
/** Narrowed windows begin so many minutes apart within what was promised, so that customers read round times. */
const stepMinutes = 30

/**
 * An hour of the window that holds the planned start: its half hour begins it, so that somebody who runs late by less is still
 * in time. The last hour for a start near the window's end; the window itself where it is no longer than an hour.
 */
export function narrowedWindow({ start, end }: Window, plannedStart: Minute): Window {
  if (end - start <= narrowedMinutes) return { start, end }
  const steps = Math.floor((plannedStart - start) / stepMinutes)
  const from = Math.min(start + steps * stepMinutes, end - narrowedMinutes)
  return { start: from, end: from + narrowedMinutes }
}

/** After the text that a provider is on the way, one more is worth it only for so much of a delay. */
const toldAgainMinutes = 15

/** True where the customer hears of the expected arrival: at first, and again when it has become much later. */
export function tellsArrival(before: Minute | null, isOnTheWay: boolean, expected: Minute | null): boolean {
  if (!isOnTheWay) return true
  return expected !== null && (before === null || expected - before >= toldAgainMinutes)
}

/** The customer hears nothing of a provider who set out so long ago that the news has no use, or is expected before now. */
const lateNewsMs = 15 * msPerMinute

export const isStillNews = (setOutAt: number, expected: Minute | null, now: number): boolean =>
  now - setOutAt <= lateNewsMs && (expected === null || expected * msPerMinute > now)

/** True where `now` is on the local date of the minute, as it must be to set out. */
export function isOnDate(zone: string, minute: Minute, now: number): boolean {
  const nowMinute = Math.floor(now / msPerMinute)
  return minuteToLocal(zone, minute).day === minuteToLocal(zone, nowMinute).day
}
