import fc from "fast-check"
import { expect, it } from "vitest"
import { isoOfMinute, millisecondOfIso, minuteOfIso } from "../../src/time/instants.ts"

it("GE-02 writes UTC with milliseconds and Z, as toISOString does", () => {
  const minutes = fc.integer({ min: -40_000_000, max: 200_000_000 })
  fc.assert(
    fc.property(minutes, (minute) => {
      expect(isoOfMinute(minute)).toBe(new Date(minute * 60_000).toISOString())
    }),
    { seed: 7, numRuns: 2000 },
  )
})

it("GE-02 reads back what it wrote", () => {
  for (const minute of [0, 1, 29_800_001, 68_374_080, -1])
    expect(minuteOfIso(isoOfMinute(minute))).toBe(minute)
})

it("GE-02 reads offsets, missing seconds and fractions", () => {
  const noon = Date.UTC(2027, 2, 16, 12)
  const same = [
    "2027-03-16T12:00Z",
    "2027-03-16T12:00:00Z",
    "2027-03-16T17:45:00.000+05:45",
    "2027-03-16T08:30-0330",
  ]
  expect(same.map(millisecondOfIso)).toEqual(same.map(() => noon))
  expect(millisecondOfIso("2027-03-16T12:00:00.1239Z")).toBe(noon + 123)
  expect(millisecondOfIso("2027-03-16T12:00:00.5Z")).toBe(noon + 500)
  expect(minuteOfIso("2027-03-16T12:00:30Z")).toBeNull()
})

it("GE-02 refuses times without an offset and times that do not exist", () => {
  const refused = [
    ...["2027-03-16T12:00:00", "2027-03-16", "2027-03-16 12:00Z", "2027-02-30T12:00Z", "2027-03-16T24:00Z"],
    ...[
      "2027-03-16T12:60Z",
      "2027-03-16T12:00:60Z",
      "2027-03-16T12:00+24:00",
      "2027-03-16T12:00+05:60",
      "now",
    ],
    ...["2027-03-16T12:00:00.Z", "2027-03-16T12Z", "2027-03-16T12:00z", "2027-03-16T12:00:00Z\n", ""],
  ]
  expect(refused.map(millisecondOfIso)).toEqual(refused.map(() => null))
})
