/** When a provider works: weekly hours, dates that differ from them, and time off. Wall-clock times of the location. */
import { z } from "zod"
import { dateOfDay, dayOfDate } from "../time/dates.ts"
import {
  clock,
  clockOfMinute,
  date,
  id,
  ifVersion,
  instant,
  line,
  minuteOfClock,
  recordVersion,
  timestamp,
  whole,
} from "./fields.ts"
import { iso } from "./views.ts"

const interval = {
  start: clock,
  end: clock.meta({ description: "At or before `start` means past midnight." }),
}

export const weeklyHoursInput = z
  .array(
    z.strictObject({
      location_id: id,
      weekday: whole(1, 7).meta({ description: "1 is Monday, 7 is Sunday." }),
      ...interval,
    }),
  )
  .max(200, { error: "expected at most 200 entries" })

export const dateOverridesInput = z
  .array(
    z.strictObject({
      location_id: id,
      date,
      intervals: z
        .array(z.strictObject(interval))
        .max(24, { error: "expected at most 24 intervals" })
        .meta({ description: "Replace the weekly hours that begin on this date; none closes the day." }),
    }),
  )
  .max(1_000, { error: "expected at most 1000 entries" })

/** Each list sent replaces the whole of that list. */
export const hoursInput = z
  .strictObject({
    if_version: ifVersion,
    weekly_hours: weeklyHoursInput.optional(),
    date_overrides: dateOverridesInput.optional(),
  })
  .meta({ examples: [{ weekly_hours: [{ location_id: 1, weekday: 1, start: "09:00", end: "17:00" }] }] })

const intervalView = z.object({ start: z.string(), end: z.string() })
export const weeklyHoursView = z.object({ location_id: z.int(), weekday: z.int(), ...intervalView.shape })
export const hoursView = z.object({
  version: recordVersion,
  weekly_hours: z.array(weeklyHoursView),
  date_overrides: z.array(
    z.object({ location_id: z.int(), date: z.string(), intervals: z.array(intervalView) }),
  ),
})

/** One open stretch of a local day, in minutes of the day (0…1439). */
export interface DayInterval {
  startMinute: number
  /** At or before the start means past midnight. */
  endMinute: number
}

export interface WeeklyHours extends DayInterval {
  locationId: number
  /** 1 (Monday) to 7 (Sunday). */
  weekday: number
}

/** Replaces the weekly hours that begin on `day` at this location; no intervals closes the day. */
export interface DateOverride {
  locationId: number
  /** Days since 1970-01-01 on the location's calendar. */
  day: number
  intervals: readonly DayInterval[]
}

type ClockInterval = z.output<typeof intervalView>

const minutesOf = ({ start, end }: ClockInterval): DayInterval => ({
  startMinute: minuteOfClock(start),
  endMinute: minuteOfClock(end),
})
const clocksOf = ({ startMinute, endMinute }: DayInterval): ClockInterval => ({
  start: clockOfMinute(startMinute),
  end: clockOfMinute(endMinute),
})

export const weeklyEntries = (sent: z.output<typeof weeklyHoursInput>): WeeklyHours[] =>
  sent.map((entry) => ({ locationId: entry.location_id, weekday: entry.weekday, ...minutesOf(entry) }))

export const overrideEntries = (sent: z.output<typeof dateOverridesInput>): DateOverride[] =>
  sent.map((entry) => ({
    locationId: entry.location_id,
    day: dayOfDate(entry.date)!,
    intervals: entry.intervals.map(minutesOf),
  }))

export const showWeeklyHours = (weekly: readonly WeeklyHours[]) =>
  weekly.map((entry) => ({ location_id: entry.locationId, weekday: entry.weekday, ...clocksOf(entry) }))

export const showHours = (
  version: number,
  weekly: readonly WeeklyHours[],
  overrides: readonly DateOverride[],
): z.input<typeof hoursView> => ({
  version,
  weekly_hours: showWeeklyHours(weekly),
  date_overrides: overrides.map((entry) => ({
    location_id: entry.locationId,
    date: dateOfDay(entry.day),
    intervals: entry.intervals.map(clocksOf),
  })),
})

/** The lists that a change replaces, with their entries in any order. */
export function differingHours(
  before: { weekly: readonly WeeklyHours[]; overrides: readonly DateOverride[] },
  after: { weekly: readonly WeeklyHours[]; overrides: readonly DateOverride[] },
): ("weekly_hours" | "date_overrides")[] {
  const of = ({ weekly, overrides }: typeof before) => ({
    weekly_hours: inOrder(showWeeklyHours(weekly)),
    date_overrides: inOrder(showHours(0, [], overrides).date_overrides),
  })
  const [a, b] = [of(before), of(after)]
  return (["weekly_hours", "date_overrides"] as const).filter((list) => a[list] !== b[list])
}

const inOrder = (entries: readonly object[]) =>
  entries
    .map((entry) => JSON.stringify(entry))
    .sort()
    .join()

export const timeOffInput = z
  .strictObject({ start: instant, end: instant, reason: line(500).nullable().default(null) })
  .refine((off) => Date.parse(off.end) > Date.parse(off.start), {
    error: "expected a time after start",
    path: ["end"],
  })
  .meta({ examples: [{ start: "2027-03-16T15:00:00.000Z", end: "2027-03-16T17:00:00.000Z" }] })

export const timeOffView = z.object({
  id: z.int(),
  start: timestamp,
  end: timestamp,
  reason: z.string().nullable(),
})

export interface TimeOff {
  id: number
  start_at: Date
  end_at: Date
  reason: string | null
}

export const showTimeOff = (off: TimeOff): z.input<typeof timeOffView> => ({
  id: off.id,
  start: iso(off.start_at),
  end: iso(off.end_at),
  reason: off.reason,
})
