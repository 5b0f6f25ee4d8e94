import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase } from "../support/postgres.ts"
import { type Arena, openArena } from "./arena.ts"
import { linkRotation, manageLinkRotation } from "./link-rotation.ts"
import { cancelAgainstCreate, secondOpens } from "./requests.ts"
import { sweepAgainstBooking, sweepTogether } from "./sweeps.ts"

let arena: Arena
beforeAll(async () => {
  arena = await openArena(await createTestDatabase())
})
afterAll(() => arena.stop())

it("RQ-11 eight requests for one customer and type at once: one is made, seven name it", async () => {
  expect(await secondOpens(arena, 4)).toMatchObject({ tried: 4, lost: 0 })
})

it("RQ-09 RQ-08 a cancel that reopens its request while another is made: one open request, as the event says", async () => {
  expect(await cancelAgainstCreate(arena, 8)).toMatchObject({ tried: 8, lost: 0 })
})

it("LK-11 RQ-04 after a rotation nothing is booked, moved or cancelled through the old link", async () => {
  expect(await linkRotation(arena, 12)).toMatchObject({ tried: 36, lost: 0 })
})

it("TR-05 after a rotation nothing is moved or cancelled through an appointment's old link", async () => {
  expect(await manageLinkRotation(arena, 12)).toMatchObject({ tried: 36, lost: 0 })
})

it("RQ-10 OP-03 two workers sweep the same requests: one event each", async () => {
  expect(await sweepTogether(arena, 2, 2)).toMatchObject({ tried: 12, lost: 0 })
})

it("RQ-10 OP-03 four workers sweep the same requests: one event each", async () => {
  expect(await sweepTogether(arena, 2, 4)).toMatchObject({ tried: 12, lost: 0 })
})

it("RQ-10 the sweep against a booking at the last moment: booked or expired, never both", async () => {
  expect(await sweepAgainstBooking(arena, 12)).toMatchObject({ tried: 12, lost: 0 })
})
