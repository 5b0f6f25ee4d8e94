import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase } from "../support/postgres.ts"
import { type Arena, openArena } from "./arena.ts"
import { bareConstraint } from "./bare-constraint.ts"
import { hotProvider } from "./hot-provider.ts"
import { hoursChange } from "./hours-change.ts"
import { movesAgainstBookings, oneSlot } from "./one-slot.ts"
import { reassignments } from "./reassignments.ts"
import { threeDays } from "./three-days.ts"

let arena: Arena
beforeAll(async () => {
  arena = await openArena(await createTestDatabase())
})
afterAll(() => arena.stop())

const lossless = (tried: number) => ({ name: expect.any(String), tried, lost: 0 })

it("BK-01 32 bookings for one time: one gets it, 31 get other times to choose from", async () => {
  expect(await oneSlot(arena, 5, [arena.service.api])).toEqual(lossless(6))
})

it("BK-01 OP-03 the same through two processes on one database", async () => {
  expect(await oneSlot(arena, 5, arena.apis)).toEqual(lossless(6))
})

it("BK-01 BK-04 bookings against moves onto the same time", async () => {
  expect(await movesAgainstBookings(arena, 3)).toEqual(lossless(4))
})

it("TR-16 moves between two providers onto one time: one gets it, and no time is held twice or lost", async () => {
  expect(await reassignments(arena, 3)).toEqual(lossless(11))
})

it("BK-01 BK-03 three-day jobs that overlap in part: each booked one has all its days alone", async () => {
  expect(await threeDays(arena, 5)).toMatchObject({ lost: 0 })
})

it("BK-01 without the lock the database's constraint alone keeps bookings apart", async () => {
  expect(await bareConstraint(arena, 3)).toEqual(lossless(4))
})

it("BK-01 nothing is booked in time off or on a closed day that was there before", async () => {
  expect(await hoursChange(arena, 6)).toEqual(lossless(7))
})

it("BK-01 200 bookings for one provider keep a search for another from waiting", async () => {
  expect(await hotProvider(arena, 1)).toEqual(lossless(2))
})
