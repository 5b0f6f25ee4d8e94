import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase } from "../support/postgres.ts"
import { type Arena, openArena } from "./arena.ts"
import { outreachAgainstItsEnd } from "./outreach.ts"

let arena: Arena
beforeAll(async () => {
  arena = await openArena(await createTestDatabase())
})
afterAll(() => arena.stop())

it("OU-03 outreach on its way against a booking, a cancel and a stop: one outcome a step, nothing after the end", async () => {
  expect(await outreachAgainstItsEnd(arena, 12)).toMatchObject({ tried: 48, lost: 0 })
})
