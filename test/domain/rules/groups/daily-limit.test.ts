/** A provider's daily limit counts the parts of one visit that are of the same type. */
import { expect, it } from "vitest"
import { finished } from "../../../../domain/rules/availability/steps.ts"
import { findGroups } from "../../../../domain/rules/groups/find-groups.ts"
import { ana, at, hours, search, visit, WEEKDAYS } from "../availability/story.ts"

/** How many starts let Ana do the same twice in a row, with so many jobs of the type on each day already. */
function startsOfTwo(dailyLimit: number | null, jobs: number): number {
  const days = ["2027-03-01", "2027-03-02", "2027-03-03", "2027-03-04", "2027-03-05"]
  const typeStarts = days.flatMap((date) => Array.from({ length: jobs }, (_, i) => at(`${date} 07:0${i}`)))
  const provider = {
    ...ana,
    hours: hours(WEEKDAYS, "09:00", "17:00"),
    typeStarts: Int32Array.from(typeStarts),
  }
  const input = search({ type: { ...visit, dailyLimit }, providers: [provider] })
  const { result } = finished(findGroups([input, input], { gapMinutes: 0, sameProvider: true }))
  return result.offered.reduce((sum, { starts }) => sum + starts.length, 0)
}

it.each([
  [null, 0, true],
  [1, 0, false],
  [2, 0, true],
  [2, 1, false],
  [3, 1, true],
])("CL-06 two of a type in a row, with a limit of %s and %i there already: %s", (limit, jobs, isOffered) => {
  expect(startsOfTwo(limit, jobs) > 0).toBe(isOffered)
})
