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

/** A length in the units in which people say it, the largest first. */
export function partsOfMinutes(minutes: number): { unit: SaidUnit; count: number }[] {
  if (minutes > 0 && minutes % minutesPerDay === 0) return [partOfDays(minutes / minutesPerDay)]
  if (minutes < minutesPerHour || (minutes <= mostSaidMinutes && minutes !== minutesPerHour))
    return [{ unit: "minutes", count: minutes }]
  const days = Math.floor(minutes / minutesPerDay)
  const hours = Math.floor((minutes % minutesPerDay) / minutesPerHour)
  const rest = minutes % minutesPerHour
  return [
    ...(days > 0 ? [partOfDays(days)] : []),
    ...(hours > 0 ? [{ unit: "hours" as const, count: hours }] : []),
    ...(rest > 0 ? [{ unit: "minutes" as const, count: rest }] : []),
  ]
}

export type SaidUnit = "minutes" | "hours" | "days" | "weeks"

const partOfDays = (days: number): { unit: SaidUnit; count: number } =>
  days > 0 && days % daysPerWeek === 0
    ? { unit: "weeks", count: days / daysPerWeek }
    : { unit: "days", count: days }

/** Such as "an hour", "90 minutes", "two hours and 5 minutes", "two weeks". */
export function saidMinutes(minutes: number): string {
  const parts = partsOfMinutes(minutes).map(sayPart)
  return parts.length < 3 ? parts.join(" and ") : `${parts[0]}, ${parts[1]} and ${parts[2]}`
}

/** Whole weeks as weeks. */
export const saidDays = (days: number): string => sayPart(partOfDays(days))

function sayPart({ unit, count }: { unit: SaidUnit; count: number }): string {
  if (count === 1) return unit === "hours" ? "an hour" : `a ${unit.slice(0, -1)}`
  return `${unit === "minutes" ? count : (words[count] ?? count)} ${unit}`
}

/** After "every": "every hour", "every 30 minutes". */
export const everyMinutes = (minutes: number): string => saidMinutes(minutes).replace(/^an? /, "")
