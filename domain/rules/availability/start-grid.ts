/**
 * The begin of the grid of starts: at the opening of the working interval, in steps of elapsed time. A provider who is open
 * day and night has no opening to count from, so where an interval has been open for a week, the grid begins anew at every
 * local midnight. So a minute is on the grid in every range that is searched, or in none.
 */

import type { Minute } from "../../model/availability.ts"
import { localDay, wallToMinute } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import type { ZoneTable } from "../../time/zone-table.ts"

/** An interval no longer than this has one grid, counted from its opening. */
export const LONGEST_GRID_MINUTES = 7 * minutesPerDay

/** The first minute not before `from` on the grid that is counted from `anchor`; `from` is not before it. */
export function nextOnGrid(anchor: Minute, stepMinutes: number, from: Minute): Minute {
  const beyond = (from - anchor) % stepMinutes
  return beyond === 0 ? from : from - beyond + stepMinutes
}

/** The minute that the grid at a minute is counted from, and the one where the next grid takes over. */
export function gridAt(zone: ZoneTable, opening: Minute, minute: Minute): { anchor: Minute; until: Minute } {
  const afterAWeek = nextMidnight(zone, opening + LONGEST_GRID_MINUTES - 1)
  if (minute < afterAWeek) return { anchor: opening, until: afterAWeek }
  const until = nextMidnight(zone, minute)
  return { anchor: midnightBefore(zone, until), until }
}

/** The first beginning of a local date after a minute. */
function nextMidnight(zone: ZoneTable, minute: Minute): Minute {
  let day = localDay(zone, minute) + 1
  // A clock that goes back over midnight shows the old date once more after the new one has begun.
  while (midnight(zone, day) <= minute) day += 1
  return midnight(zone, day)
}

function midnightBefore(zone: ZoneTable, minute: Minute): Minute {
  let day = localDay(zone, minute)
  while (midnight(zone, day) >= minute) day -= 1
  return midnight(zone, day)
}

function midnight(zone: ZoneTable, day: number): Minute {
  return wallToMinute(zone, day * minutesPerDay)
}
