/** Appointments that follow one another in one visit, as messages and pages speak of them: as one. */
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import type { Locale } from "../texts/text-times.ts"

/** Cut, Colour and Blow-dry. */
export const namesOf = (locale: Locale, names: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: "conjunction" }).format(names)

/** The first, under the names of all. */
export function asOne<One extends { type_name: string }>(
  locale: Locale,
  [first, ...more]: readonly [One, ...One[]],
): One {
  return {
    ...first,
    type_name: namesOf(
      locale,
      [first, ...more].map(({ type_name }) => type_name),
    ),
  }
}

interface Dated {
  timezone: string
  start_at: Date
}

/** One that was moved to another date by itself is another coming. */
export const isOnSameDate = (one: Dated, other: Dated): boolean =>
  dayAt(other.timezone, one.start_at) === dayAt(other.timezone, other.start_at)

const dayAt = (zone: string, at: Date) => minuteToLocal(zone, minuteOf(at.getTime())).day
