/** Clock changes that go on every year by one rule, as POSIX writes it in TZ: `EST5EDT,M3.2.0,M11.1.0`. */
import { dayOfCivil, daysInMonth, weekdayOfDay } from "./dates.ts"
import { secondsPerDay } from "./units.ts"

export interface PosixRule {
  standard: Clock
  /** Null where the clock never changes. */
  summer: { clock: Clock; begins: YearlyTime; ends: YearlyTime } | null
}

interface Clock {
  abbreviation: string
  /** Seconds to add to UTC. */
  offset: number
}

interface YearlyTime {
  /** The day of a year, in days since 1970. */
  dayIn(year: number): number
  /** Seconds after the day's midnight by the clock before the change; may be negative, or more than a day. */
  seconds: number
}

const name = "([A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)"
const offset = "([+-]?\\d{1,3}(?::\\d{2}){0,2})"
const rulePattern = new RegExp(`^${name}${offset}(?:${name}${offset}?,([^,]+),([^,]+))?$`)

/** Throws RangeError for a text that is no such rule. */
export function readPosixRule(text: string): PosixRule {
  const match = rulePattern.exec(text)
  if (match === null) throw new RangeError(`Not a rule for clock changes: ${text}`)
  const [, standardName = "", west = "", summerName, summerWest, begins = "", ends = ""] = match
  const standard = { abbreviation: unquoted(standardName), offset: -secondsOf(west) }
  if (summerName === undefined) return { standard, summer: null }
  const summerOffset = summerWest === undefined ? standard.offset + 3600 : -secondsOf(summerWest)
  const clock = { abbreviation: unquoted(summerName), offset: summerOffset }
  return { standard, summer: { clock, begins: yearlyTime(begins), ends: yearlyTime(ends) } }
}

/** The changes that the rule makes in a year, in their order; UTC seconds. */
export function transitionsOfYear(
  { standard, summer }: PosixRule,
  year: number,
): { at: number; to: Clock }[] {
  if (summer === null) return []
  const utc = ({ dayIn, seconds }: YearlyTime, before: Clock) =>
    dayIn(year) * secondsPerDay + seconds - before.offset
  return [
    { at: utc(summer.begins, standard), to: summer.clock },
    { at: utc(summer.ends, summer.clock), to: standard },
  ].sort((a, b) => a.at - b.at)
}

const unquoted = (text: string) => text.replace(/[<>]/g, "")

/** `5`, `-3:30`, `+10:00:00`. */
function secondsOf(text: string): number {
  const isNegative = text.startsWith("-")
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, "").split(":").map(Number)
  const size = hours * 3600 + minutes * 60 + seconds
  return isNegative ? -size : size
}

/** `M3.2.0/2`: the second Sunday of March. `J60`: a day of the year, 29 February never counted. `59`: counted, from 0. */
function yearlyTime(text: string): YearlyTime {
  const [date = "", time = "2"] = text.split("/")
  const seconds = secondsOf(time)
  const byWeek = /^M(\d{1,2})\.(\d)\.(\d)$/.exec(date)
  if (byWeek) {
    const [month = 0, week = 0, weekday = 0] = byWeek.slice(1).map(Number)
    return { dayIn: (year) => weekdayInMonth(year, month, week, weekday), seconds }
  }
  const byDay = /^(J?)(\d{1,3})$/.exec(date)
  if (!byDay) throw new RangeError(`Not a day of the year: ${text}`)
  const number = Number(byDay[2])
  if (byDay[1] === "") return { dayIn: (year) => dayOfCivil(year, 1, 1)! + number, seconds }
  return {
    dayIn: (year) =>
      dayOfCivil(year, 1, 1)! + number - 1 + (number > 59 && daysInMonth(year, 2) === 29 ? 1 : 0),
    seconds,
  }
}

/** `week` 5 is the month's last; `weekday` 0 is Sunday. */
function weekdayInMonth(year: number, month: number, week: number, weekday: number): number {
  const first = dayOfCivil(year, month, 1)!
  const days = daysInMonth(year, month)
  const before = (weekday - (weekdayOfDay(first) % 7) + 7) % 7
  const ofMonth = before + (week - 1) * 7
  return first + (ofMonth < days ? ofMonth : ofMonth - 7)
}
