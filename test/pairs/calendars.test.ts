/** Live calendars are asked at each taking of time, in every kind, by every interface: `rows.ts` is the table. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { prepare } from "./deeds.ts"
import type { CalendarState } from "./feeds.ts"
import { cells, deeds, interfaces, kinds } from "./rows.ts"
import {
  booked,
  clear,
  companyWish,
  newCustomer,
  nextWeek,
  openWorld,
  outcomeOf,
  type World,
  written,
} from "./world.ts"

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.stop())
afterEach(() => clear(world))

const refusals: Record<Exclude<CalendarState, "free">, { status: number; codes: readonly string[] }> = {
  down: { status: 503, codes: ["calendar_unavailable"] },
  slow: { status: 503, codes: ["calendar_unavailable"] },
  busy: { status: 409, codes: ["slot_taken", "time_not_offered", "series_conflict", "disruption_outdated"] },
}

it("PM-04 the table has each cell once, and each that asks nobody says why", () => {
  const name = (cell: object) => Object.values(cell).slice(0, 3).join(" × ")
  const all = kinds.flatMap((kind) =>
    deeds.flatMap((deed) => interfaces.map((by) => name({ kind, deed, by }))),
  )
  expect(cells.map(name).toSorted()).toEqual(all.toSorted())
  for (const { not } of cells) if (not !== null) expect(not).toMatch(/^[A-Z].{20,}\.$/)
})

describe("FX-01 PM-04 calendars that do not answer or are busy let nothing be written, and free ones are asked once", () => {
  const asking = cells.filter(({ not }) => not === null)
  it.each(asking)("$kind × $deed × $by", async (cell) => {
    const { feeds, peopleIds } = world
    feeds.set("free")
    const act = await prepare(world, cell)
    const before = await written(world)
    for (const state of ["down", "slow", "busy"] as const) {
      feeds.set(state)
      const { status, code } = await act()
      expect([state, status, refusals[state].codes.includes(code!) || code]).toEqual([
        state,
        refusals[state].status,
        true,
      ])
      expect(feeds.asked().size, `${state}: asked`).toBeGreaterThan(0)
      expect(await written(world), state).toEqual(before)
    }
    feeds.set("free")
    const { status, code } = await act()
    expect([Math.floor(status / 100), code]).toEqual([2, undefined])
    const asked = feeds.asked()
    expect(
      [...asked.values()].every((times) => times === 1),
      `asked ${JSON.stringify([...asked])}`,
    ).toBe(true)
    expect(asked.has(peopleIds[0]!)).toBe(cell.deed !== "apply broken day")
    expect(await written(world)).not.toEqual(before)
  })
})

it("FX-01 a plan asks the calendars of those to whom it moves other visits", async () => {
  const { service, feeds, peopleIds } = world
  feeds.set("free")
  const { monday } = nextWeek()
  // Four visits of an hour fill the first one's window; a fifth that is theirs alone sends one of them to the second.
  for (let n = 0; n < 4; n++) await booked(world, "window", monday, (await newCustomer(world)).id)
  const wish = { ...companyWish(world, "window", monday, (await newCustomer(world)).id), keep_provider: true }
  const act = async () => outcomeOf(await service.api("POST", "/appointments", wish))
  const before = await written(world)
  for (const state of ["down", "busy"] as const) {
    feeds.set(state, peopleIds[1])
    const { status, code } = await act()
    expect([status, refusals[state].codes.includes(code!)]).toEqual([refusals[state].status, true])
    expect(await written(world)).toEqual(before)
  }
  feeds.set("free")
  expect((await act()).status).toBe(201)
  expect([...feeds.asked()].toSorted()).toEqual([
    [peopleIds[0], 1],
    [peopleIds[1], 1],
  ])
})

it("FX-01 a plan that is applied asks the calendars of those to whom it moves visits, and is not written where one is busy", async () => {
  const { service, feeds, peopleIds, story } = world
  feeds.set("free")
  const { monday } = nextWeek()
  const id = await booked(world, "window", monday, (await newCustomer(world)).id)
  const { body } = await service.api("GET", `/appointments/${id}`)
  const { planned_start, planned_provider } = body.data
  const other = peopleIds.find((each) => each !== planned_provider.id)!
  const changes = [{ appointment_id: id, provider_id: other, planned_start }]
  const wish = { location_id: story.locationId, changes }
  const act = async () => outcomeOf(await service.api("POST", `/plans/${monday.slice(0, 10)}/apply`, wish))
  const before = await written(world)
  for (const [state, ...refused] of [
    ["down", 503, "calendar_unavailable"],
    ["busy", 409, "plan_changed"],
  ] as const) {
    feeds.set(state, other)
    const { status, code } = await act()
    expect([state, status, code]).toEqual([state, ...refused])
    expect(await written(world)).toEqual(before)
  }
  feeds.set("free")
  expect((await act()).status).toBe(200)
  expect([...feeds.asked()]).toEqual([[other, 1]])
  expect((await service.api("GET", `/appointments/${id}`)).body.data.planned_provider.id).toBe(other)
})

it("FX-01 a proposed time that a calendar keeps, as it may have for long, is refused as not offered", async () => {
  const { feeds, service } = world
  feeds.set("free")
  const act = await prepare(world, { kind: "pending", deed: "accept proposal", by: "company", not: null })
  service.clock.advanceMs(50 * 60_000)
  feeds.set("busy")
  expect(await act()).toMatchObject({ status: 409, code: "time_not_offered" })
})
