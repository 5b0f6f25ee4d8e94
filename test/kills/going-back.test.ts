import { expect, it } from "vitest"
import { openTally } from "../races/tally.ts"
import { byFailover, byRestore, toPointInTime } from "./ways-back.ts"

it("MD-23 MD-24 after a restore of a dump nothing that ended is back: no link, key, password or customer, no opt-out lost, no text and no id twice", async () => {
  const tally = openTally("restore")
  await byRestore(tally)
  expect(tally.outcome()).toEqual({ name: expect.any(String), tried: expect.any(Number), lost: 0 })
})

it("MD-23 MD-24 nor after a recovery to a point in time, though nobody says that there was one", async () => {
  const tally = openTally("point-in-time")
  await toPointInTime(tally)
  expect(tally.outcome()).toEqual({ name: expect.any(String), tried: expect.any(Number), lost: 0 })
})

it("MD-23 MD-24 nor after a failover to a standby that lacked the last commits, in the same process", async () => {
  const tally = openTally("failover")
  await byFailover(tally)
  expect(tally.outcome()).toEqual({ name: expect.any(String), tried: expect.any(Number), lost: 0 })
})
