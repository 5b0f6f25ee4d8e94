/** The minutes that providers work, by date and place. */
import { describe, expect, it } from "vitest"
import type { ProviderPlan } from "../../../../domain/model/availability.ts"
import { type OfferedDays, offeredMinutes } from "../../../../domain/rules/reports/offered-minutes.ts"
import { dateOfDay } from "../../../../domain/time/dates.ts"
import * as story from "../availability/story.ts"

const { CHICAGO, NEW_YORK, day, hours } = story

const downtown = { id: 1, name: "Downtown", timezone: CHICAGO }
const harbour = { id: 2, name: "Harbour", timezone: NEW_YORK }

/** `date location provider: minutes`, in order. */
function offered(days: Partial<OfferedDays>): string[] {
  const all: OfferedDays = {
    firstDay: day("2027-03-13"),
    lastDay: day("2027-03-15"),
    locations: [downtown],
    providers: [],
    closed: [],
    ...days,
  }
  const names: string[] = []
  const sums = offeredMinutes(all, ({ day: on, locationId, providerId }) => {
    const name = `${dateOfDay(on)} ${locationId} ${providerId}`
    if (!names.includes(name)) names.push(name)
    return names.indexOf(name)
  })
  let step = sums.next()
  while (!step.done) step = sums.next()
  return [...step.value].map(([key, minutes]) => `${names[key]}: ${minutes}`).sort()
}

const working = (changes: Partial<ProviderPlan>): ProviderPlan => ({ ...story.ana, ...changes })

describe("offered minutes", () => {
  it("TQ-02 are those of each date within the report, and none of dates outside", () => {
    const ana = working({ hours: hours([5, 6, 7, 1, 2], "09:00", "12:00") })
    expect(offered({ providers: [ana] })).toEqual([
      "2027-03-13 1 1: 180",
      "2027-03-14 1 1: 180",
      "2027-03-15 1 1: 180",
    ])
  })

  it("TQ-02 of work over midnight count on both dates, on the clock of the place", () => {
    // From Friday to Monday, 22:00 to 02:00. The clocks go forward at two on Sunday, as the work of Saturday night ends.
    const ana = working({ hours: hours([5, 6, 7], "22:00", "03:00") })
    expect(offered({ providers: [ana] })).toEqual([
      "2027-03-13 1 1: 300",
      "2027-03-14 1 1: 240",
      "2027-03-15 1 1: 180",
    ])
  })

  it("TQ-02 are told apart by place and provider, and left out where somebody has no hours", () => {
    const ana = working({ hours: hours([6], "09:00", "12:00") })
    const ben = working({
      id: 2,
      hours: [],
      overrides: [
        { locationId: 2, day: day("2027-03-14"), intervals: [{ startMinute: 600, endMinute: 660 }] },
      ] as never,
    })
    expect(offered({ providers: [ana, ben], locations: [downtown, harbour] })).toEqual([
      "2027-03-13 1 1: 180",
      "2027-03-14 2 2: 60",
    ])
  })

  it("TQ-02 leave out time off and dates on which the place is closed", () => {
    const ana = working({
      hours: hours([6, 7, 1], "09:00", "12:00"),
      timeOff: story.pairs(["2027-03-13 10:00", "2027-03-13 11:00"]),
    })
    const closed: OfferedDays["closed"] = [
      [8, day("2027-03-15"), day("2027-03-15"), null, 0],
      [9, day("2027-03-14"), day("2027-03-14"), [harbour.id], 0],
    ]
    expect(offered({ providers: [ana], closed })).toEqual(["2027-03-13 1 1: 120", "2027-03-14 1 1: 180"])
  })
})
