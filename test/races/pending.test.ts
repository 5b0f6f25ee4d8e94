import { afterAll, beforeAll, expect, it } from "vitest"
import { createTestDatabase } from "../support/postgres.ts"
import { type Arena, openArena } from "./arena.ts"
import { answersAgainstDeadline, makeConfirmedType, withdrawalsAgainstConfirmations } from "./pending.ts"

let arena: Arena
beforeAll(async () => {
  arena = await openArena(await createTestDatabase())
})
afterAll(() => arena.stop())

const lossless = { name: expect.any(String), lost: 0 }

it.each(["decline", "confirm"] as const)(
  "CL-09 32 answers of staff against the deadline of one that then is to %s: it ends once",
  async (unanswered) => {
    const typeId = await makeConfirmedType(arena, unanswered)
    expect(await answersAgainstDeadline(arena, 6, typeId)).toMatchObject(lossless)
  },
)

it("CL-09 withdrawals against confirmations, proposals and declines: it ends once, and holds what it says", async () => {
  const typeId = await makeConfirmedType(arena, "decline")
  expect(await withdrawalsAgainstConfirmations(arena, 6, typeId)).toMatchObject(lossless)
})
