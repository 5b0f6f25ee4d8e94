import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase } from "../support/postgres.ts"
import { type Arena, openArena } from "./arena.ts"
import { eventPoller } from "./event-poller.ts"
import { sameKey, sameKeyWithoutLocks } from "./same-key.ts"
import { slugClaims } from "./slug-claims.ts"

let arena: Arena
beforeAll(async () => {
  arena = await openArena(await createTestDatabase())
})
afterAll(() => arena.stop())

it("BK-06 one Idempotency-Key sent 16 times at once, to two processes: one appointment, one answer", async () => {
  expect(await sameKey(arena, 5)).toMatchObject({ tried: 10, lost: 0 })
})

it("BK-06 the same of a write that takes no lock", async () => {
  expect(await sameKeyWithoutLocks(arena, 5)).toMatchObject({ tried: 10, lost: 0 })
})

it("CO-02 OP-03 six companies claim one slug at once: one has it, five are told that it is taken", async () => {
  expect(await slugClaims(arena, 5)).toMatchObject({ tried: 10, lost: 0 })
})

it("BK-05 OP-03 a poller of events misses none, though commits come out of order", async () => {
  expect(await eventPoller(arena, 3)).toMatchObject({ tried: 3, lost: 0 })
})
