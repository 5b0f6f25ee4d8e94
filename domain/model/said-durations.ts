/** Durations as people say them, in English, for the sentences of reasons. */
import { minutesPerDay } from "../time/units.ts"

const words = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
]
const minutesPerHour = 60
const daysPerWeek = 7

/** Up to this many minutes are said as minutes, but for one hour. */
const mostSaidMinutes = 90

/** Such as "an hour", "90 minutes", "two hours and 5 minutes", "two weeks". */
export function saidMinutes(minutes: number): string {
  if (minutes > 0 && minutes % minutesPerDay === 0) return saidDays(minutes / minutesPerDay)
  if (minutes < minutesPerHour || (minutes <= mostSaidMinutes && minutes !== minutesPerHour))
    return minutes === 1 ? "a minute" : `${minutes} minutes`
  const days = Math.floor(minutes / minutesPerDay)
  const hours = Math.floor((minutes % minutesPerDay) / minutesPerHour)
  const rest = minutes % minutesPerHour
  const parts = [
    ...(days > 0 ? [saidDays(days)] : []),
    ...(hours > 0 ? [counted(hours, "an hour", "hours")] : []),
    ...(rest > 0 ? [rest === 1 ? "a minute" : `${rest} minutes`] : []),
  ]
  return parts.length < 3 ? parts.join(" and ") : `${parts[0]}, ${parts[1]} and ${parts[2]}`
}

/** Whole weeks as weeks. */
export function saidDays(days: number): string {
  return days > 0 && days % daysPerWeek === 0
    ? counted(days / daysPerWeek, "a week", "weeks")
    : counted(days, "a day", "days")
}

/** After "every": "every hour", "every 30 minutes". */
export const everyMinutes = (minutes: number): string => saidMinutes(minutes).replace(/^an? /, "")

const counted = (count: number, one: string, many: string) =>
  count === 1 ? one : `${words[count] ?? count} ${many}`
