/**
 * Why a calendar's text cannot be read: it is not iCalendar, or larger than any real calendar. The parsers of this folder
 * throw it, and `busyTimes` returns it.
 */
export class UnreadableCalendar extends Error {
  override readonly name: string = "UnreadableCalendar"
}

/** Why one value of an event cannot be read. Its event is widened to all that it can mean; the others count as they stand. */
export class UnclearValue extends UnreadableCalendar {
  override readonly name = "UnclearValue"
}

/** How much may be read and repeated, so that a hostile file costs a bounded time. */
export const calendarLimits = {
  characters: 10_000_000,
  components: 100_000,
  /** BEGIN within BEGIN. */
  depth: 8,
  /** The work of repeating events in one file: days and dates that are looked at, and occurrences. */
  steps: 2_000_000,
} as const

/** The steps that are left for one file. */
export interface Budget {
  /** Throws UnreadableCalendar when nothing is left. */
  spend(steps: number): void
}

export function newBudget(steps: number = calendarLimits.steps): Budget {
  let left = steps
  return {
    spend(count) {
      left -= count
      if (left < 0) throw new UnreadableCalendar("its events repeat more often than can be followed")
    },
  }
}
