/** Dates and times as an agent says them: always with the weekday, in the location's zone. */
import { civilOfDay, dateOfDay, weekdayOfDay } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { zoneNameIfDifferent } from "../../time/zone-names.ts"

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
const months = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
]

/** How times are worded for one caller. */
export interface Wording {
  /** Epoch milliseconds. */
  now: number
  /** The company's zone: a time where clocks show another is said with its zone's name. Null names no zone. */
  companyZone: string | null
  /** True where a time is said with its location. */
  namesLocation: boolean
}

/** Today's date in a zone. */
export interface Today {
  /** `YYYY-MM-DD` */
  today: string
  /** `Monday, March 1, 2027` */
  today_say: string
  timezone: string
}

/** `Monday`, of today in a zone. */
export const weekdayIn = (zone: string, now: number): string =>
  weekdays[weekdayOfDay(localOf(now, zone).day) - 1]!

const localOf = (ms: number, zone: string) => minuteToLocal(zone, minuteOf(ms))

const yearIn = (zone: string, now: number) => dateOfDay(localOf(now, zone).day).slice(0, 4)

export function todayIn(zone: string, now: number): Today {
  const { day } = localOf(now, zone)
  const today = dateOfDay(day)
  return { today, today_say: `${sayDay(day)}, ${today.slice(0, 4)}`, timezone: zone }
}

/** `Tuesday, March 2`; with the year when it is another than `thisYear`. */
export function sayDay(day: number, thisYear?: string): string {
  const [year, month, dayOfMonth] = dateOfDay(day).split("-") as [string, string, string]
  const said = `${weekdays[weekdayOfDay(day) - 1]}, ${months[Number(month) - 1]} ${Number(dayOfMonth)}`
  return thisYear === undefined || thisYear === year ? said : `${said}, ${year}`
}

/** `May 21` */
export function sayMonthDay(day: number): string {
  const { month, dayOfMonth } = civilOfDay(day)
  return `${months[month - 1]} ${dayOfMonth}`
}

/** `2:00 PM` */
export function sayTime(minuteOfDay: number): string {
  const hour = Math.floor(minuteOfDay / 60)
  const minute = String(minuteOfDay % 60).padStart(2, "0")
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "AM" : "PM"}`
}

/** `2 PM`, `2:30 PM`, `noon`, of a time that is offered. */
export const sayClock = (minuteOfDay: number): string =>
  minuteOfDay === 12 * 60 ? "noon" : sayTime(minuteOfDay).replace(":00", "")

/**
 * Times that are offered, of one zone and in their order, each day once: `Tuesday, March 2 at 9 AM or noon`, `Tuesday, March 2 at 9 AM
 * or noon; or Wednesday, March 3 at 2 PM`. `location` is said with each day where it is not null.
 */
export function sayTimes(
  starts: readonly Start[],
  zone: string,
  wording: Wording,
  location: string | null,
): string[] {
  const thisYear = yearIn(zone, wording.now)
  const byDay = Map.groupBy(starts, ({ start_time }) => localOf(Date.parse(start_time), zone).day)
  return [...byDay].map(([day, ofDay]) => {
    const clocks = ofDay.map(({ start_time }) => sayClock(localOf(Date.parse(start_time), zone).minuteOfDay))
    const said = `${sayDay(day, thisYear)} at ${sayList([...new Set(clocks)], "or")}`
    const when = withZone(said, ofDay, zone, wording)
    return location === null ? when : `${when} at ${location}`
  })
}

/** `a`, `a and b`, `a, b and c` */
export function sayList(parts: readonly string[], word = "and", comma = ", "): string {
  const last = parts.at(-1) ?? ""
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(comma)} ${word} ${last}`
}

/** So many names can be said; of more the caller hears that there are others. */
const mostChosen = 10

/** Up to ten names; of more, that there are others. */
export const sayNames = (names: readonly string[], word: "and" | "or"): string =>
  sayList(names.length > mostChosen ? [...names.slice(0, mostChosen), "others"] : names, word)

/** `Only Ana Ruiz.`, `You can choose Ana Ruiz or Ben Okafor.` */
export const sayChoice = (names: readonly string[]): string =>
  names.length === 0
    ? "I find none of that name."
    : names.length === 1
      ? `Only ${names[0]}.`
      : `You can choose ${sayNames(names, "or")}.`

/**
 * When an appointment is: `Tuesday, March 2 at 2:00 PM`; of a job over several days every day, `Tuesday, March 2;
 * Wednesday, March 3 and Thursday, March 4, each day at 9:00 AM`. When the location's clock shows another time
 * than the company's, the zone is named: `Tuesday, March 2 at 2:00 PM Mountain Time`.
 */
export function sayBlocks(blocks: readonly Start[], zone: string, wording: Wording): string {
  return withZone(sayDays(blocks, zone, wording.now), blocks, zone, wording)
}

/**
 * The same of a time that is offered, where a job over several days is one option: `three days from Monday, March 4, at
 * 8 AM`. Its last day is said when the days do not follow on one another.
 */
export function sayOption(blocks: readonly Start[], zone: string, wording: Wording): string {
  const starts = blocks.map(({ start_time }) => localOf(Date.parse(start_time), zone))
  const days = new Set(starts.map(({ day }) => day)).size
  if (days === 1) return sayBlocks(blocks.slice(0, 1), zone, wording)
  const thisYear = yearIn(zone, wording.now)
  const [first, last] = [starts[0]!, starts.at(-1)!]
  const count = counted[days] ?? String(days)
  const said = `${count} days from ${sayDay(first.day, thisYear)}, at ${sayTime(first.minuteOfDay).replace(":00", "")}`
  const isInARow = last.day - first.day === days - 1
  return withZone(isInARow ? said : `${said}, ending ${sayDay(last.day, thisYear)}`, blocks, zone, wording)
}

interface Start {
  start_time: string
}

/** `Tuesday, March 2 between 8:00 AM and 10:00 AM`, of a promised window. */
export function sayWindow(
  window: { start_time: string; end_time: string },
  zone: string,
  wording: Wording,
): string {
  const [from, until] = [window.start_time, window.end_time].map((time) => localOf(Date.parse(time), zone))
  const date = sayDay(from!.day, yearIn(zone, wording.now))
  const said = `${date} between ${sayTime(from!.minuteOfDay)} and ${sayTime(until!.minuteOfDay)}`
  return withZone(said, [window], zone, wording)
}

/** `We are on the way and arrive about 9:40 AM.` */
export function sayOnTheWay(expected: string | null, zone: string, wording: Wording): string {
  if (expected === null) return "We are on the way."
  const clock = sayTime(localOf(Date.parse(expected), zone).minuteOfDay)
  return `We are on the way and arrive about ${withZone(clock, [{ start_time: expected }], zone, wording)}.`
}

const counted = ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

function withZone(said: string, [first]: readonly Start[], zone: string, { companyZone }: Wording): string {
  const elsewhere = zoneNameIfDifferent("en", zone, companyZone ?? zone, Date.parse(first!.start_time))
  return elsewhere === null ? said : `${said} ${elsewhere}`
}

/** A time with its location, where the caller needs it: `Tuesday, March 2 at 2:00 PM at Downtown`. */
export const sayAt = (when: string, location: string, { namesLocation }: Wording): string =>
  namesLocation ? `${when} at ${location}` : when

function sayDays(blocks: readonly Start[], zone: string, now: number): string {
  const thisYear = yearIn(zone, now)
  const starts = blocks.map(({ start_time }) => localOf(Date.parse(start_time), zone))
  const years = starts.map(({ day }) => dateOfDay(day).slice(0, 4))
  // Days in one year name the year once, after the last day.
  const said = starts.map(({ day }, i) => sayDay(day, years[i] === years[i + 1] ? years[i] : thisYear))
  const times = starts.map(({ minuteOfDay }) => sayTime(minuteOfDay))
  if (said.length === 1) return `${said[0]} at ${times[0]}`
  // A clock change may shift one of the days.
  if (new Set(times).size > 1)
    return sayList(
      said.map((day, i) => `${day} at ${times[i]}`),
      "and",
      "; ",
    )
  return `${sayList(said, "and", "; ")}, each day at ${times[0]}`
}

/** `Thursday, March 21`, of an instant in a zone. */
export const sayDayOf = (time: string, zone: string): string => sayDay(localOf(Date.parse(time), zone).day)

/** `Friday, March 5` of a `YYYY-MM-DD`. */
export function sayDate(day: number, zone: string, now: number): string {
  return sayDay(day, yearIn(zone, now))
}
