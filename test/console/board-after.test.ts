/** The board as it is drawn right after a move, before the answer has come. */
import { beforeAll, expect, it, vi } from "vitest"
import { stubBrowser } from "./browser-globals.ts"

type Moves = typeof import("../../console/board/move-appointment.ts")
let boardAfter: Moves["boardAfter"]
beforeAll(async () => {
  stubBrowser()
  ;({ boardAfter } = await import("../../console/board/move-appointment.ts"))
  vi.unstubAllGlobals()
})

const minute = (time: string) => Date.parse(`2027-03-${time}:00Z`) / 60_000
const block = (start: string, end: string) => ({
  start_time: `2027-03-${start}:00.000Z`,
  end_time: `2027-03-${end}:00.000Z`,
})
const blocks = [block("08T09:00", "08T17:00"), block("09T09:00", "09T12:00")]
const refit = {
  ...{ id: 7, version: 2, provider_id: 1, location_id: 1, planned: null },
  blocks,
  occupied: blocks,
}
const target = {
  column: { provider: { id: 2 }, location: { id: 3 } },
  start: minute("15T10:00"),
  blocks: [
    [minute("15T10:00"), minute("15T18:00")],
    [minute("16T10:00"), minute("16T13:00")],
  ],
}
/** The board of a day in March after the job was moved. */
function shownOn(day: number, appointments: object[]) {
  const board = { ...block(`${day}T00:00`, `${day + 1}T00:00`), appointments }
  const wish = { card: { appointment: refit }, target } as unknown as Parameters<Moves["boardAfter"]>[1]
  const after = boardAfter(board as unknown as Parameters<Moves["boardAfter"]>[0], wish)
  return after.appointments.map(({ id, version, provider_id, location_id, blocks: days }) => ({
    ...{ id, version, provider_id, location_id },
    days: days.map(({ start_time, end_time }) => `${start_time.slice(8, 16)} ${end_time.slice(8, 16)}`),
  }))
}
const moved = {
  ...{ id: 7, version: 2, provider_id: 2, location_id: 3 },
  days: ["15T10:00 15T18:00", "16T10:00 16T13:00"],
}

it("DS-01 a job of two days comes to the boards of both, from another date", () => {
  expect(shownOn(15, [])).toEqual([moved])
  expect(shownOn(16, [])).toEqual([moved])
  expect(shownOn(17, [])).toEqual([])
})

it("DS-01 one that is there is moved, unless somebody else has changed it meanwhile", () => {
  const other = { ...refit, id: 8 }
  const [first, second] = shownOn(15, [other, refit])
  expect([first!.id, first!.days[0]]).toEqual([8, "08T09:00 08T17:00"])
  expect(second).toEqual(moved)
  expect(shownOn(15, [{ ...refit, version: 3 }])[0]!.provider_id).toBe(1)
})
