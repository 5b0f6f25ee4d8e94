import { expect, it } from "vitest"
import { localDayOf } from "../../../../domain/rules/reports/report-days.ts"
import { dayOfDate } from "../../../../domain/time/dates.ts"

const iso = (minute: number) => new Date(minute * 60_000).toISOString()

it("TQ-02 a local day is as long as the clock makes it, with where each lead begins", () => {
  // The clock of Chicago goes forward on 14 March 2027.
  const day = localDayOf(4, "America/Chicago", dayOfDate("2027-03-14")!)
  expect([day.locationId, iso(day.from), iso(day.until)]).toEqual([
    4,
    "2027-03-14T06:00:00.000Z",
    "2027-03-15T05:00:00.000Z",
  ])
  expect(day.leads.map((lead) => lead.toISOString().slice(0, 10))).toEqual([
    "2027-03-14",
    "2027-03-13",
    "2027-03-11",
    "2027-03-07",
    "2027-02-28",
    "2027-02-12",
  ])
})
