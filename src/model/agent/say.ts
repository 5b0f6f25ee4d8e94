/** Dates and times as an agent says them: always with the weekday, in the location's zone. */
import { dateOfDay, weekdayOfDay } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { zoneNameIfDifferent } from "../../time/zone-names.ts"

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
const months = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
]

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

/** `2:00 PM` */
export function sayTime(minuteOfDay: number): string {
  const hour = Math.floor(minuteOfDay / 60)
  const minute = String(minuteOfDay % 60).padStart(2, "0")
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "AM" : "PM"}`
}

/** `a`, `a and b`, `a, b and c` */
export function sayList(parts: readonly string[], word = "and", comma = ", "): string {
  const last = parts.at(-1) ?? ""
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(comma)} ${word} ${last}`
}

/** `Only Ana Ruiz.`, `You can choose Ana Ruiz or Ben Okafor.` */
export const sayChoice = (names: readonly string[]): string =>
  names.length === 1 ? `Only ${names[0]}.` : `You can choose ${sayList(names, "or")}.`

/**
 * When an appointment is: `Tuesday, March 2 at 2:00 PM`; of a job over several days every day, `Tuesday, March 2;
 * Wednesday, March 3 and Thursday, March 4, each day at 9:00 AM`. When the location's clock shows another time
 * than the company's, the zone is named: `Tuesday, March 2 at 2:00 PM Mountain Time`.
 */
export function sayBlocks(
  blocks: readonly { start_time: string }[],
  zone: string,
  now: number,
  companyZone = zone,
): string {
  const elsewhere = zoneNameIfDifferent("en", zone, companyZone, Date.parse(blocks[0]!.start_time))
  const said = sayDays(blocks, zone, now)
  return elsewhere === null ? said : `${said} ${elsewhere}`
}

function sayDays(blocks: readonly { start_time: string }[], zone: string, now: number): string {
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

/** `Friday, March 5` of a `YYYY-MM-DD`. */
export function sayDate(day: number, zone: string, now: number): string {
  return sayDay(day, yearIn(zone, now))
}
