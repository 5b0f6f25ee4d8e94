/** Pairs of visits that can change places, and the reason of a refused drop that is said first. */
import { beforeAll, expect, it, vi } from "vitest"
import type { Card, Column } from "../../console/board/columns.ts"
import { firstReason, type isDecisive } from "../../console/board/why-first.ts"
import { stubBrowser } from "./browser-globals.ts"

let swapping: typeof import("../../console/board/swapping.ts")
beforeAll(async () => {
  stubBrowser()
  swapping = await import("../../console/board/swapping.ts")
  vi.unstubAllGlobals()
})

const at = (minute: number) => new Date(minute * 60_000).toISOString()
const cardOf = (id: number, start: number, fields: object = {}) =>
  ({
    ...{ start, end: start + 60, day: 1, promise: null },
    appointment: {
      id,
      provider_id: 1,
      status: "scheduled",
      cancels_at: null,
      start_time: at(start),
      ...fields,
    },
  }) as unknown as Card
const columnOf = (cards: Card[], fields: object = {}) =>
  ({ key: "ana", provider: { id: 1 }, resource: null, cards, ...fields }) as unknown as Column

it("CB-06 a card is carried onto another over its middle half alone, beside it a start may be near", () => {
  const [held, other] = [cardOf(1, 600), cardOf(2, 720)]
  const column = columnOf([held, other])
  const onto = (minute: number, present = 0) =>
    swapping.swappableAt({ column, minute }, held, present)?.appointment.id ?? null
  expect([730, 735, 750, 765, 770].map((minute) => onto(minute))).toEqual([null, 2, 2, 2, null])
  // Onto itself, and once either has begun.
  expect([onto(630), onto(750, 650)]).toEqual([null, null])
  expect(swapping.swappableAt({ column: columnOf([other], { resource: {} }), minute: 750 }, held, 0)).toBe(
    null,
  )
})

it("CB-06 PM-10 windows, cancelled ones and those that have begun change places with nobody", () => {
  const own = cardOf(1, 600)
  const others = [
    cardOf(2, 900),
    cardOf(3, 660),
    { ...cardOf(4, 700), promise: [690, 800] as const } as unknown as Card,
    cardOf(5, 720, { status: "cancelled" }),
    cardOf(6, 720, { cancels_at: at(800) }),
    cardOf(7, 500),
    // The second day of a job, and a member of a crew beside the lead.
    { ...cardOf(8, 720), day: 2 },
    cardOf(9, 720, { provider_id: 2 }),
  ]
  const found = swapping.swapsOf([columnOf([own, ...others])], own, 550)
  expect(found?.others.map(({ card }) => card.appointment.id)).toEqual([3, 2])
  expect(swapping.swapsOf([columnOf([own])], own, 550)).toBe(null)
  expect(swapping.swapsOf([columnOf([own, cardOf(2, 900)])], own, 650)).toBe(null)
})

it("CB-06 the reason that no other move would lift is said first", () => {
  const said = (...codes: Parameters<typeof isDecisive>[0]["code"][]) =>
    firstReason(codes.map((code) => ({ code })))?.code
  expect(said("appointment", "not_offered_by_provider")).toBe("not_offered_by_provider")
  expect(said("off_grid", "appointment", "closed")).toBe("closed")
  expect(said("off_grid", "appointment")).toBe("appointment")
  expect(said("off_grid")).toBe("off_grid")
  expect(said()).toBe(undefined)
})
