import { describe, expect, it } from "vitest"
import type { LocatedJob, SearchInput } from "../../../../domain/model/availability.ts"
import { type GeoPoint, pointKey } from "../../../../domain/model/geo.ts"
import { nextAvailable, searchSlots } from "../../../../domain/rules/availability/find-slots.ts"
import { seedFrom, shareOfNumber, trials } from "../../../support/trials.ts"
import { tryRoadDays } from "./road-days.ts"
import { ana, at, day, downtown, hours, offered, search, visit, WEEKDAYS } from "./story.ts"

/** Along one meridian, so that 0.09 degrees are ten kilometres and a bit. */
const north = (km: number): GeoPoint => ({ latitude: 41.88 + km / 111.195, longitude: -87.63 })
const onSite = { ...visit, place: "at_customer" as const, slotIntervalMinutes: 30 }
/** A minute for each kilometre. */
const travel = { speedKmh: 60, roadFactor: 1, setupMinutes: 0 }

function visitAt(from: string, until: string, point: GeoPoint): LocatedJob {
  return { start: at(`2027-03-01 ${from}`), end: at(`2027-03-01 ${until}`), ...point }
}

/** Ana works 9 to 17 from Downtown and has these visits; a customer asks who lives so many kilometres north of it. */
function asked(km: number, jobs: readonly LocatedJob[], changes: Partial<SearchInput> = {}): SearchInput {
  const provider = {
    ...{ ...ana, hours: hours(WEEKDAYS, "09:00", "17:00"), travel, jobs },
    busy: Int32Array.from(jobs.flatMap(({ start, end }) => [start, end])),
  }
  return search({
    ...{ type: onSite, providers: [provider], locations: [{ ...downtown, point: north(0) }] },
    serviceAddress: { point: north(km), postalCode: null, country: null },
    ...changes,
  })
}

const changed = (input: SearchInput, changes: object): SearchInput => ({
  ...input,
  providers: input.providers.map((provider) => ({ ...provider, ...changes })),
})

describe("EX-07 a start that the provider can't reach is not offered", () => {
  const noon = [visitAt("12:00", "13:00", north(40))]

  it("from the visit before, or in time for the visit after", () => {
    expect(offered(asked(20, noon))).toEqual([
      "09:30",
      "10:00",
      "10:30",
      "13:30",
      "14:00",
      "14:30",
      "15:00",
      "15:30",
    ])
  })

  it("from home when the day begins, and home before it ends", () => {
    expect(offered(asked(31, []))).toEqual([
      ...["10:00", "10:30", "11:00", "11:30", "12:00", "12:30"],
      ...["13:00", "13:30", "14:00", "14:30", "15:00"],
    ])
    const home = { startPoint: north(31) }
    expect(offered(changed(asked(31, []), home))[0]).toBe("09:00")
    expect(offered(changed(asked(31, []), home)).at(-1)).toBe("16:00")
  })

  it("with the minutes to set up, at the customer and at the visit after", () => {
    const slow = changed(asked(20, noon), { travel: { ...travel, setupMinutes: 25 } })
    expect(offered(slow)).toEqual(["10:00", "14:00", "14:30", "15:00", "15:30"])
  })

  it("after a pause neither: the day goes on where it was", () => {
    const paused = [...hours(WEEKDAYS, "09:00", "12:00"), ...hours(WEEKDAYS, "13:00", "17:00")]
    const input = changed(asked(40, [visitAt("09:40", "10:40", north(40))]), { hours: paused })
    expect(offered(input)).toEqual(["11:00", "13:00", "13:30", "14:00", "14:30", "15:00"])
  })

  it("unless nothing is known of the speed or of where the customer is, or staff override it", () => {
    const all = offered(changed(asked(20, noon), { travel: null }))
    expect(all).toContain("11:00")
    expect(
      offered(asked(20, noon, { serviceAddress: { point: null, postalCode: "60614", country: "US" } })),
    ).toEqual(all)
    expect(offered(asked(20, noon, { overrideEligibility: true }))).toEqual(all)
  })

  it("by what a routing service says, and by the distance where it says nothing", () => {
    const driving = {
      toCustomer: new Map([[pointKey(north(40)), 90 * 60]]),
      fromCustomer: new Map([[pointKey(north(40)), null]]),
    }
    expect(offered(asked(20, noon, { driving }))).toEqual([
      ...["09:30", "10:00", "10:30", "14:30", "15:00", "15:30"],
    ])
  })

  it("packed starts stand where the drive ends", () => {
    const type = { ...onSite, starts: "packed" as const, slotIntervalMinutes: 60 }
    expect(offered(asked(17, noon, { type }))).toEqual([
      ...["09:20", "10:00", "10:35", "13:25", "14:00", "15:00", "15:40"],
    ])
  })

  it("on no day of a job over several", () => {
    const type = { ...onSite, blockMinutes: [60, 60] }
    const next = { ...visitAt("12:00", "13:00", north(40)) }
    const tomorrow = { ...next, start: next.start + 1440, end: next.end + 1440 }
    const starts = offered(asked(20, [tomorrow], { type }))
    expect(starts).toContain("10:30")
    expect(starts).not.toContain("11:00")
    expect(starts).toContain("13:30")
  })
})

it("EX-07 the next available time is in reach, and what is recommended too", () => {
  const input = asked(50, [visitAt("10:00", "16:00", north(0))])
  expect(searchSlots(input).offered).toEqual([])
  const next = nextAvailable(input, day("2027-03-01"), day("2027-03-04"))
  expect(next?.start).toBe(at("2027-03-02 10:00"))
})

it("EX-08 on random days offers nothing that a van could not drive", () => {
  const { offers, unreachable, undrivenWithout } = tryRoadDays(trials(80), seedFrom(20_270_314))
  expect(unreachable).toEqual([])
  expect(offers).toBeGreaterThan(shareOfNumber(2_000))
  expect(undrivenWithout).toBeGreaterThan(shareOfNumber(1_000))
})
