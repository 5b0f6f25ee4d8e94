import { expect, it } from "vitest"
import { nearestOn } from "../../console/board/nearest-on-day.ts"
import { keepZones } from "../../console/formats.ts"

const at = (instant: string) => Date.parse(instant) / 60_000
const job = (instant: string, isOffered = true) => ({
  blocks: [[at(instant), at(instant) + 60] as const],
  isOffered,
})
const startIn = (found: ReturnType<typeof nearestOn>) =>
  found && new Date(found.blocks[0]![0] * 60_000).toISOString()

it("CB-11 a day offers the start nearest to the time of day, by the clock of the place, also over a clock change", () => {
  const utc_offsets = [
    { from: "2027-01-01T00:00:00Z", minutes: -360 },
    { from: "2027-03-14T08:00:00Z", minutes: -300 },
  ]
  keepZones({ zones: [{ timezone: "America/Chicago", utc_offsets }] } as unknown as Parameters<
    typeof keepZones
  >[0])
  const card = { start: at("2027-03-02T16:00:00Z"), day: 1 }
  const wanted = { card, date: "2027-03-16", timezone: "America/Chicago" }
  const jobs = [
    job("2027-03-16T13:00:00Z"),
    job("2027-03-16T15:00:00Z", false),
    job("2027-03-16T14:30:00Z"),
    job("2027-03-16T16:00:00Z"),
    job("2027-03-17T15:00:00Z"),
  ]
  // 10:00 there is 15:00 UTC by then; that start is no offer.
  expect(startIn(nearestOn(jobs, wanted))).toBe("2027-03-16T14:30:00.000Z")
  expect(startIn(nearestOn([job("2027-03-16T15:00:00Z"), ...jobs], wanted))).toBe("2027-03-16T15:00:00.000Z")
  expect(nearestOn(jobs.slice(4), wanted)).toBeNull()
})
