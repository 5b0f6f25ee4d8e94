/** A calendar's text that no busy times can be told from: not iCalendar, or more than anybody's calendar holds. */
export class UnreadableCalendar extends Error {
  override readonly name = "UnreadableCalendar"
}

/** How much may be read and repeated, so that a hostile file costs a bounded time. */
export const calendarLimits = {
  characters: 10_000_000,
  components: 100_000,
  /** BEGIN within BEGIN. */
  depth: 8,
  /** Days, hours or seconds that are looked at to repeat events, and occurrences, in one file. */
  steps: 500_000,
} as const

/** Counts down what is left; one for each file. */
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
