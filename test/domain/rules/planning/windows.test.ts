import { describe, expect, it } from "vitest"
import type { ProviderPlan, SearchInput, TeamVisit } from "../../../../domain/model/availability.ts"
import { offeredBlocks } from "../../../../domain/rules/availability/blocks.ts"
import { isOffered, searchSlots } from "../../../../domain/rules/availability/find-slots.ts"
import { visitsInTheWay } from "../../../../domain/rules/planning/full-windows.ts"
import { planWindow } from "../../../../domain/rules/planning/windows.ts"
import { minuteToLocal } from "../../../../domain/time/local-time.ts"
import {
  ana,
  at,
  ben,
  CHICAGO,
  day,
  downtown,
  hours,
  search,
  visit,
  WEEKDAYS,
} from "../availability/story.ts"

/** Kilometres along one meridian; a minute of driving for each. */
const north = (km: number) => ({ latitude: 41.88 + km / 111.195, longitude: -87.63 })
const travel = { speedKmh: 60, roadFactor: 1, setupMinutes: 0 }
const windowed = { ...visit, place: "at_customer" as const, windowMinutes: 120 }
const here = { ...downtown, point: north(0) }

const van = (provider: ProviderPlan, visits: readonly TeamVisit[] = []): ProviderPlan => ({
  ...{ ...provider, travel, hours: hours(WEEKDAYS, "08:00", "16:00") },
  busy: Int32Array.from(visits.flatMap(({ start, end }) => [start, end])),
  team: { typeIds: [1], visits },
})

function booked(
  appointmentId: number,
  planned: string,
  window: readonly [string, string] | null,
  km = 0,
): TeamVisit {
  const jobStart = at(`2027-03-01 ${planned}`)
  return {
    ...{ appointmentId, typeId: 1, locationId: 1, isLocked: false, keepsProvider: false },
    ...{ start: jobStart, end: jobStart + 60, jobStart, jobEnd: jobStart + 60, point: north(km) },
    window: window && { start: at(`2027-03-01 ${window[0]}`), end: at(`2027-03-01 ${window[1]}`) },
  }
}

const asked = (providers: readonly ProviderPlan[], km = 5, changes: Partial<SearchInput> = {}): SearchInput =>
  search({
    ...{ type: windowed, providers, locations: [here] },
    serviceAddress: { point: north(km), postalCode: null, country: null },
    ...changes,
  })

const clock = (minute: number) => {
  const { minuteOfDay } = minuteToLocal(CHICAGO, minute)
  return `${String(Math.floor(minuteOfDay / 60)).padStart(2, "0")}:${String(minuteOfDay % 60).padStart(2, "0")}`
}
const windowsOf = (input: SearchInput) =>
  searchSlots(input)
    .offered.flatMap(({ provider, starts }) => starts.map((start) => `${clock(start)} ${provider.name}`))
    .sort()

describe("WN-01 windows tile the opening hours", () => {
  it("and stand under the provider who is planned", () => {
    expect(windowsOf(asked([van(ana)]))).toEqual(["08:00 Ana", "10:00 Ana", "12:00 Ana", "14:00 Ana"])
    const four = { ...windowed, windowMinutes: 240 }
    expect(windowsOf(asked([van(ana)], 5, { type: four }))).toEqual(["08:00 Ana", "12:00 Ana"])
  })

  it("count notice from the window's start, and leave out what the customer has already", () => {
    const now = Date.parse("2027-03-01T14:30:00Z")
    const type = { ...windowed, minNoticeMinutes: 120 }
    expect(windowsOf(asked([van(ana)], 5, { now, type }))).toEqual(["12:00 Ana", "14:00 Ana"])
    const customerJobs = [{ id: 9, start: at("2027-03-01 13:00"), end: at("2027-03-01 13:30") }]
    expect(windowsOf(asked([van(ana)], 5, { customerJobs }))).not.toContain("12:00 Ana")
  })

  it("FX-10 the last one ends at closing time, and is offered as long as the work fits", () => {
    const until = (closing: string, minutes = 60) => {
      const input = asked([{ ...van(ana), hours: hours(WEEKDAYS, "08:00", closing) }], 0, {
        type: { ...windowed, blockMinutes: [minutes] },
      })
      const [found] = searchSlots(input).offered
      return found!.starts.map((start) => {
        const { end } = offeredBlocks(input, found!.provider, here, start)[0]!
        const planned = planWindow(input, here, start)!
        expect(planned.jobStart).toBeGreaterThanOrEqual(start)
        expect(planned.jobStart).toBeLessThan(end)
        return `${clock(start)}–${clock(end)}`
      })
    }
    const whole = ["08:00–10:00", "10:00–12:00", "12:00–14:00", "14:00–16:00"]
    expect(until("16:00")).toEqual(whole)
    expect(until("17:00")).toEqual([...whole, "16:00–17:00"])
    expect(until("17:40", 90)).toEqual([...whole, "16:00–17:40"])
    expect(until("17:00", 61), "the work does not fit").toEqual(whole)
    expect(until("15:00", 61), "nor is a window offered that ends after closing").toEqual(whole.slice(0, 3))
  })

  it("FX-10 the last one is tiled by the hours of the whole team, and who works until then comes", () => {
    const late = { ...van(ben), hours: hours(WEEKDAYS, "12:00", "17:00") }
    expect(windowsOf(asked([van(ana), late], 0))).toEqual([
      ...["08:00 Ana", "10:00 Ana", "12:00 Ana", "14:00 Ana", "16:00 Ben"],
    ])
  })

  it("close with time off", () => {
    const off = { ...van(ana), timeOff: Int32Array.of(at("2027-03-01 08:00"), at("2027-03-01 16:00")) }
    expect(windowsOf(asked([off]))).toEqual([])
  })
})

describe("WN-02 a window is offered exactly when a plan keeps every promise", () => {
  const morning = ["08:00", "10:00"] as const

  it("moves visits that may still move, within what they were promised", () => {
    // Two visits stand at 8:05 and 9:10; the new one has to begin by 10.
    const input = asked([van(ana, [booked(1, "08:05", ["08:00", "12:00"]), booked(2, "09:10", morning)])])
    const planned = planWindow(input, here, at("2027-03-01 08:00"))!
    expect(planned.provider.name).toBe("Ana")
    expect(planned.changes.map(({ appointmentId }) => appointmentId)).toContain(1)
    for (const { appointmentId, jobStart } of planned.changes) {
      const until = appointmentId === 1 ? "12:00" : "10:00"
      expect(jobStart).toBeLessThanOrEqual(at(`2027-03-01 ${until}`))
    }
  })

  it("plans away to another provider, but never one who was chosen", () => {
    // Two visits fill Ana's window; Ben could take one.
    const visits = [booked(1, "08:00", morning)]
    const onlyAna = { assignedProviderId: ana.id }
    const start = at("2027-03-01 08:00")
    expect(isOffered(asked([van(ana, visits)], 0, onlyAna), 1, 1, start)).toBe(true)
    const two = [...visits, booked(2, "09:00", morning)]
    expect(isOffered(asked([van(ana, two)], 0, onlyAna), 1, 1, start), "FX-10 none begins at its end").toBe(
      false,
    )
    const both = (chosen: readonly TeamVisit[]) => asked([van(ana, chosen), van(ben)], 0, onlyAna)
    expect(isOffered(both(two), 1, 1, start)).toBe(true)
    const kept = two.map((each) => ({ ...each, keepsProvider: true }))
    expect(isOffered(both(kept), 1, 1, start)).toBe(false)
  })

  it("keeps what is locked, and what promises a start, where it is", () => {
    const start = at("2027-03-01 08:00")
    const locked = { ...booked(1, "09:00", ["08:00", "12:00"]), isLocked: true }
    const exact = booked(2, "10:00", null)
    const planned = planWindow(asked([van(ana, [locked, exact])], 0), here, start)!
    expect(planned.changes).toEqual([])
    expect(clock(planned.jobStart)).toBe("08:00")
  })

  it("counts the drives out, between and home", () => {
    // 100 minutes away: there by 9:40, and home by 16:00 only when the work begins by 13:20.
    expect(windowsOf(asked([van(ana)], 100))).toEqual(["08:00 Ana", "10:00 Ana", "12:00 Ana"])
    expect(windowsOf(asked([van(ana)], 230))).toEqual([])
  })

  it("leaves alone what was broken before, as by hours that were cut", () => {
    const broken = booked(1, "06:00", ["06:00", "08:00"])
    const input = asked([van(ana, [{ ...broken, end: at("2027-03-01 08:30") }])])
    expect(windowsOf(input)).toContain("10:00 Ana")
  })

  it("gives one answer for searching and booking", () => {
    const visits = [booked(1, "08:05", morning, 5), booked(2, "10:00", ["10:00", "12:00"], 9)]
    const input = asked([van(ana, visits), van(ben, [booked(3, "12:00", ["12:00", "14:00"], 30)])], 12)
    for (const { provider, starts } of searchSlots(input).offered) {
      for (const start of starts) expect(isOffered(input, provider.id, 1, start)).toBe(true)
    }
    const offered = new Set(searchSlots(input).offered.flatMap(({ starts }) => starts))
    for (let hour = 8; hour < 16; hour += 2) {
      const start = at(`2027-03-01 ${String(hour).padStart(2, "0")}:00`)
      expect(isOffered(input, 1, 1, start)).toBe(offered.has(start))
    }
    expect(isOffered(input, 1, 1, at("2027-03-01 09:00"))).toBe(false)
  })
})

describe("WN-06 a full window names the visits in its way", () => {
  it("each of which is needed", () => {
    const full = [1, 2, 3].map((id, i) => ({
      ...booked(id, `${8 + i}:00`.padStart(5, "0"), ["08:00", "10:00"]),
    }))
    const input = asked([van(ana, full)], 0)
    const start = at("2027-03-01 08:00")
    expect(planWindow(input, here, start)).toBeNull()
    const inTheWay = visitsInTheWay(input, here, start)!
    expect(inTheWay.map(({ appointmentId }) => appointmentId)).toHaveLength(1)
    expect(visitsInTheWay(asked([van(ana)]), here, start)).toBeNull()
    expect(visitsInTheWay(asked([van(ana)], 230), here, start)).toEqual([])
  })
})

it("WN-02 another date's visits are not planned", () => {
  const tuesday = { ...booked(1, "08:00", ["08:00", "10:00"]) }
  const shift = 1440
  const later = {
    ...tuesday,
    ...{ start: tuesday.start + shift, end: tuesday.end + shift },
    ...{ jobStart: tuesday.jobStart + shift, jobEnd: tuesday.jobEnd + shift },
    window: { start: tuesday.window!.start + shift, end: tuesday.window!.end + shift },
  }
  const planned = planWindow(asked([van(ana, [later])], 0), here, at("2027-03-01 08:00"))!
  expect(planned.plan.routes.flatMap(({ stops }) => stops)).toHaveLength(1)
  expect(day("2027-03-01")).toBeGreaterThan(0)
})
