import { describe, expect, it } from "vitest"
import type { FoundStarts, SearchInput } from "../../../../domain/model/availability.ts"
import { type TimeWish, wishedTimes } from "../../../../domain/rules/agent/wished-times.ts"
import { searchSlots } from "../../../../domain/rules/availability/find-slots.ts"
import { minuteToLocal } from "../../../../domain/time/local-time.ts"
import {
  ana,
  at,
  ben,
  day,
  downtown,
  harbour,
  hours,
  minuteOfDay,
  pairs,
  search,
  WEEKDAYS,
} from "../availability/story.ts"

const nothing: TimeWish = {
  ...{ timeOfDay: null, aroundMinute: null, afterMinute: null, beforeMinute: null, weekdays: null },
  ...{ soonerThan: null, isEarliest: false, isFirstAvailable: false },
}

const free = (offered: readonly FoundStarts[]) => ({ shown: offered, bookable: offered })

/** Ana and Ben from eight to eight in Chicago, on the hour. */
const longDays = { hours: hours(WEEKDAYS, "08:00", "20:00") }
const wholeDay = search({
  providers: [
    { ...ana, ...longDays },
    { ...ben, ...longDays },
  ],
})

function wished(input: SearchInput, wish: Partial<TimeWish>) {
  const { offered, recommended } = searchSlots(input)
  const found = wishedTimes(input, free(offered), { ...nothing, ...wish }, recommended)
  const clockOf = (start: number, zone: string) => {
    const local = minuteToLocal(zone, start)
    const days = local.day - input.firstDay
    return `${days > 0 ? `+${days} ` : ""}${String(local.minuteOfDay / 60)}`
  }
  const starts = found.offered.flatMap(({ starts, location }) =>
    starts.map((start) => clockOf(start, location.zone)),
  )
  return {
    isAsWished: found.isAsWished,
    starts: [...new Set(starts)],
    recommended: found.recommended.map(({ start, location }) => clockOf(start, location.zone)),
  }
}

describe("a part of the day", () => {
  it("TR-42 the morning ends at noon, the afternoon at five, the evening with the day", () => {
    expect(wished(wholeDay, { timeOfDay: "morning" }).starts).toEqual(["8", "9", "10", "11"])
    expect(wished(wholeDay, { timeOfDay: "afternoon" }).starts).toEqual(["12", "13", "14", "15", "16"])
    expect(wished(wholeDay, { timeOfDay: "evening" }).starts).toEqual(["17", "18", "19"])
  })

  it("TR-42 is that of each location's own clock, and recommends only of it", () => {
    const both = search({
      locations: [downtown, harbour],
      providers: [ana, { ...ben, hours: hours(WEEKDAYS, "09:00", "18:00", 2) }],
    })
    expect(wished(both, { timeOfDay: "afternoon" }).starts).toEqual(["12", "13", "14", "15", "16"])
    const { recommended } = wished(both, { timeOfDay: "afternoon" })
    expect(recommended.length).toBeGreaterThan(0)
    for (const clock of recommended) expect(Number(clock)).toBeGreaterThanOrEqual(12)
  })

  it("TR-42 offers what there is when that part has nothing, and says so", () => {
    const found = wished(search(), { timeOfDay: "evening" })
    expect(found).toMatchObject({ isAsWished: false, starts: ["9", "10", "11"] })
    expect(found.recommended.length).toBeGreaterThan(0)
  })
})

describe("about a time of the clock", () => {
  const around = (clock: string) => ({ aroundMinute: minuteOfDay(clock) })

  it("TR-42 keeps what is within two hours, and recommends the nearest first, of equally near ones the earlier", () => {
    expect(wished(wholeDay, around("15:00"))).toEqual({
      isAsWished: true,
      starts: ["13", "14", "15", "16", "17"],
      recommended: ["15", "14", "16", "13", "17"],
    })
    // One o'clock is two hours and a minute away.
    expect(wished(wholeDay, around("15:01")).starts).toEqual(["14", "15", "16", "17"])
  })

  it("TR-42 takes the day that comes first where several have the time", () => {
    const week = { ...wholeDay, endDay: day("2027-03-06") }
    expect(wished(week, around("10:00")).recommended).toEqual(["10", "+1 10", "+2 10", "+3 10", "+4 10"])
  })

  it("TR-42 takes who is there at that time", () => {
    const busy = { ...ana, ...longDays, busy: pairs(["2027-03-01 15:00", "2027-03-01 16:00"]) }
    const input = search({ providers: [busy, { ...ben, ...longDays }] })
    const { offered, recommended } = searchSlots(input)
    const found = wishedTimes(input, free(offered), { ...nothing, ...around("15:00") }, recommended)
    expect(found.recommended[0]).toMatchObject({ start: at("2027-03-01 15:00"), provider: { name: "Ben" } })
  })

  it("TR-42 offers the nearest when none is within two hours, and says so", () => {
    expect(wished(search(), around("19:00"))).toMatchObject({
      isAsWished: false,
      recommended: ["11", "10", "9"],
    })
  })

  it("TR-42 goes by the nearest clock where one start is on the clocks of two zones, and recommends it there", () => {
    // Ben's harbour is in New York: his nine o'clock is Ana's eight o'clock.
    const anaAtNine = { ...ana, hours: hours(WEEKDAYS, "07:00", "12:00") }
    const benInNewYork = { ...ben, hours: hours(WEEKDAYS, "08:00", "13:00", 2) }
    const input = { locations: [downtown, harbour] }
    for (const providers of [
      [anaAtNine, benInNewYork],
      [benInNewYork, anaAtNine],
    ]) {
      const { recommended } = wished(search({ ...input, providers }), around("09:00"))
      expect(recommended).toEqual(["9", "9", "8", "10", "11"])
    }
  })

  it("TR-42 goes with a part of the day", () => {
    expect(wished(wholeDay, { timeOfDay: "afternoon", ...around("16:00") }).starts).toEqual([
      "14",
      "15",
      "16",
    ])
  })
})

describe("AV-18 nothing as wished", () => {
  const friday = { ...wholeDay, endDay: day("2027-03-02") }
  const week = { ...wholeDay, endDay: day("2027-03-08") }
  const [monday, tuesday, saturday] = [1, 2, 6].map((weekday) => new Set([weekday]))

  it("recommends the last times of the day to who asked for later ones, and the first to who asked for earlier ones", () => {
    expect(wished(friday, { afterMinute: minuteOfDay("20:00") }).recommended).toEqual([
      "19",
      "18",
      "17",
      "16",
      "15",
    ])
    expect(wished(friday, { beforeMinute: minuteOfDay("08:00") }).recommended).toEqual([
      "8",
      "9",
      "10",
      "11",
      "12",
    ])
    const late = search({ providers: [{ ...ana, hours: hours(WEEKDAYS, "13:00", "20:00") }] })
    expect(wished(late, { timeOfDay: "morning" }).recommended.slice(0, 2)).toEqual(["13", "14"])
  })

  it("keeps the weekday and gives up the clock where the weekday has times", () => {
    const found = wished(week, { weekdays: tuesday!, afterMinute: minuteOfDay("21:00") })
    expect(found.isAsWished).toBe(false)
    expect(found.recommended).toEqual(["+1 19", "+1 18", "+1 17", "+1 16", "+1 15"])
  })

  it("keeps the clock where only the weekday has nothing, and gives up both where there is no other way", () => {
    const evening = wished(week, { weekdays: saturday!, afterMinute: minuteOfDay("17:00") }).recommended
    expect(evening.length).toBeGreaterThan(0)
    for (const clock of evening) expect(Number(clock.split(" ").at(-1))).toBeGreaterThanOrEqual(17)
    const neither = wished(week, { weekdays: saturday!, afterMinute: minuteOfDay("20:00") }).recommended
    expect(neither[0]).toBe("19")
  })

  it("takes before three or after four as either, and a part of the day that has neither as not free", () => {
    const either = { afterMinute: minuteOfDay("16:00"), beforeMinute: minuteOfDay("10:00") }
    expect(wished(wholeDay, either).starts).toEqual(["8", "9", "16", "17", "18", "19"])
    expect(wished(wholeDay, { ...either, timeOfDay: "afternoon" }).starts).toEqual(["16"])
    const never = wished(wholeDay, { timeOfDay: "evening", beforeMinute: minuteOfDay("10:00") })
    expect(never.isAsWished).toBe(false)
    expect(never.recommended.length).toBeGreaterThan(0)
  })

  it("gives up the earlier date last", () => {
    const sooner = {
      soonerThan: at("2027-03-02 10:00"),
      weekdays: tuesday!,
      afterMinute: minuteOfDay("15:00"),
    }
    expect(wished(week, sooner).recommended).toEqual(["+1 9", "+1 8"])
    expect(wished(week, { soonerThan: at("2027-03-01 08:00"), weekdays: monday! }).recommended[0]).toBe("8")
  })
})

describe("no date", () => {
  it("TR-42 recommends the first time that there is before all others", () => {
    const input = { ...wholeDay, endDay: day("2027-03-06") }
    const usual = wished(input, {}).recommended
    const first = wished(input, { isFirstAvailable: true }).recommended
    expect(first[0]).toBe("8")
    expect(first).toEqual(["8", ...usual.filter((clock) => clock !== "8")].slice(0, 5))
  })

  it("TR-42 also of a part of the day", () => {
    const found = wished(wholeDay, { isFirstAvailable: true, timeOfDay: "evening" })
    expect(found.recommended[0]).toBe("17")
  })

  it("is no matter when nothing is offered", () => {
    const closed = search({ providers: [{ ...ana, hours: [] }] })
    expect(wished(closed, { isFirstAvailable: true })).toEqual({
      isAsWished: false,
      starts: [],
      recommended: [],
    })
  })
})

it("nothing wished for leaves a search as it is", () => {
  const { offered, recommended } = searchSlots(wholeDay)
  expect(wishedTimes(wholeDay, free(offered), nothing, recommended)).toEqual({
    offered,
    isAsWished: true,
    recommended,
  })
})

it("TQ-02 a time at midnight is of a day like any other", () => {
  const night = search({ providers: [{ ...ana, hours: hours(WEEKDAYS, "00:00", "02:00") }] })
  expect(wished(night, {}).starts).toContain("0")
  expect(wished(night, { beforeMinute: 60 }).starts).toEqual(["0"])
})
