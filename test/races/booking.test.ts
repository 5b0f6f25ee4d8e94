import { afterAll, beforeAll, expect, it } from "vitest"
import { waitingCancels } from "../../service/booking/cancel-after-waiting.worker.ts"
import { workOff } from "../../service/platform/queue/loop.ts"
import { createTestDatabase } from "../support/postgres.ts"
import { type Arena, openArena } from "./arena.ts"
import { bareConstraint } from "./bare-constraint.ts"
import { crewWindow } from "./crew-window.ts"
import { groupsAgainstGroups, groupUnderHold } from "./groups.ts"
import { endOfHold, holdAgainstBookings, holdsAgainstHolds } from "./holds.ts"
import { hotProvider } from "./hot-provider.ts"
import { hoursChange } from "./hours-change.ts"
import { lastCrew } from "./last-crew.ts"
import { lastRoom } from "./last-room.ts"
import { lastSeat } from "./last-seat.ts"
import { lastWindow } from "./last-window.ts"
import { movesAgainstBookings, oneSlot } from "./one-slot.ts"
import { reassignments } from "./reassignments.ts"
import { reopeningsAgainstBookings, reopeningsAgainstWorkers } from "./reopenings.ts"
import { seriesAgainstBookings } from "./series.ts"
import { threeDays } from "./three-days.ts"
import { undosAgainstMoves } from "./undos.ts"
import { openers } from "./waiting.ts"

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

it("CL-02 32 bookings for the last two rooms, each with another provider: two get them, and none is held twice or lost", async () => {
  expect(await lastRoom(arena, 3)).toEqual(lossless(8))
})

it("CL-02 the same for the last two chairs of a job in steps", async () => {
  expect(await lastRoom(arena, 2, { what: "chair" })).toEqual(lossless(6))
})

it("CL-02 32 bookings for the last two crews: two get them, nobody is in two, and moves, holds and series keep to it", async () => {
  expect(await lastCrew(arena, 3)).toEqual(lossless(8))
})

it("WN-02 32 bookings for the last room of a day of vans, by two windows: no two rely on the same slack", async () => {
  expect(await lastWindow(arena, 2)).toEqual(lossless(7))
})

it("WN-02 32 bookings for a window of four vans by two or by one: every crew is whole, and nobody is at two visits", async () => {
  expect(await crewWindow(arena, 2)).toEqual(lossless(7))
})

it("CL-08 a booking under a live hold against 31 others: the holder gets the time", async () => {
  expect(await holdAgainstBookings(arena, 4)).toEqual(lossless(5))
})

it("CL-08 the end of a hold to the second: one of 32 gets the time", async () => {
  expect(await endOfHold(arena, 3)).toEqual(lossless(4))
})

it("WL-03 31 who wait open one time at once, against staff, and again as the hold ends: one has it, and who saw it as theirs gets it", async () => {
  const { tried, lost } = await openers(arena, 2)
  expect([tried > 4, lost]).toEqual([true, 0])
})

it("CL-08 32 holds of one time: one gets it", async () => {
  expect(await holdsAgainstHolds(arena, 3)).toEqual(lossless(4))
})

it("TR-16 moves between two providers onto one time: one gets it, and no time is held twice or lost", async () => {
  expect(await reassignments(arena, 3)).toEqual(lossless(11))
})

it("PM-10 a move taken back by sixteen while others move it and want its old time comes back once or not at all", async () => {
  expect(await undosAgainstMoves(arena, 6)).toEqual(lossless(8))
})

it("DS-05 BK-01 16 who take an appointment back against 16 who book its freed time: one of them gets it", async () => {
  expect(await reopeningsAgainstBookings(arena, 4)).toEqual(lossless(9))
})

it("DS-05 32 who take a waiting cancel back against two workers that bring it into effect: told once or never", async () => {
  const work = () => workOff(arena.service.context, waitingCancels(arena.service.context))
  expect(await reopeningsAgainstWorkers(arena, 6, work)).toEqual(lossless(6))
})

it("BK-01 BK-03 three-day jobs that overlap in part: each booked one has all its days alone", async () => {
  expect(await threeDays(arena, 5)).toMatchObject({ lost: 0 })
})

it("CL-06 groups of two against one another: all of one is booked, and moves and cancels take all of it", async () => {
  expect(await groupsAgainstGroups(arena, 3)).toEqual(lossless(8))
})

it("CL-06 CL-08 a group under a live hold against 31 who want it or a part of it: the holder gets all of it", async () => {
  expect(await groupUnderHold(arena, 3)).toEqual(lossless(4))
})

it("CL-07 32 who want the last seats of a session that is moved and cancelled meanwhile: never oversold", async () => {
  expect(await lastSeat(arena, 3)).toEqual(lossless(11))
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

it("WL-06 series against single bookings of their times, and several who change one series at once: all of it or nothing", async () => {
  expect(await seriesAgainstBookings(arena, 4)).toMatchObject({ lost: 0 })
})
