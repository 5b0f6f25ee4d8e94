/** Days as people say them: all that a typed date does, and "next tue", "mardi prochain", "in 2 weeks", "dans 3 jours". */
import { addDays, weekdayOf } from "../../ui/dates.ts"
import { typedDate } from "../board/typed-date.ts"
import { plain } from "./terms.ts"

const nextBefore = /^(?:next|proximo|proxima|prochain|prochaine) /
const nextAfter = / (?:next|proximo|proxima|prochain|prochaine|que viene)$/
const ahead =
  /^(?:in|en|dans) (\d{1,3}) (days?|dias?|jours?|weeks?|semanas?|semaines?|months?|mes|meses|mois)$/
const afterTomorrow = ["day after tomorrow", "pasado manana", "apres-demain", "apres demain"]

/**
 * @param today as `YYYY-MM-DD`
 * @param tag of the language, as `typedDate` takes it
 * @returns the readings, the likeliest first; none for what is no day
 */
export function daysMeant(typed: string, today: string, tag: string): string[] {
  const said = plain(typed.slice(0, 60)).trim().replace(/\s+/g, " ")
  if (afterTomorrow.includes(said)) return [addDays(today, 2)]
  const steps = ahead.exec(said)
  if (steps) {
    const unit = /^[ws]/.test(steps[2]!) ? "w" : steps[2]!.startsWith("m") ? "m" : "d"
    return readings(typedDate(`+${steps[1]}${unit}`, today, tag))
  }
  const weekday = said.replace(nextBefore, "").replace(nextAfter, "")
  if (weekday === said) return readings(typedDate(typed.trim(), today, tag))
  const coming = /^\p{L}+\.?$/u.test(weekday) ? typedDate(weekday, today, tag) : null
  if (coming === null) return []
  // Some mean the next one that comes, others the one of the week after this.
  const monday = addDays(today, 8 - weekdayOf(today))
  return readings(addDays(monday, weekdayOf(coming) - 1), coming)
}

const readings = (...days: (string | null)[]): string[] => [
  ...new Set(days.filter((day): day is string => day !== null)),
]

/** A short word or number may as well be the beginning of a name or of an address. */
export const isSurelyDay = (typed: string): boolean => !/^(?:\p{L}{1,3}\.?|\d{1,2})$/u.test(typed.trim())
