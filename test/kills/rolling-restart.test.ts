import { expect, it } from "vitest"
import { openTally } from "../races/tally.ts"
import { createTestDatabase } from "../support/postgres.ts"
import { restartInTurn } from "./rolling-restart.ts"

it("SO-05 every process is restarted in turn behind a proxy while customers book: no request fails", async () => {
  const database = await createTestDatabase()
  const tally = openTally("rolling-restart")
  await restartInTurn(database.url, 1, tally)
  const { tried, lost, note } = tally.outcome()
  expect({ lost, note }).toEqual({ lost: 0, note: undefined })
  expect(tried).toBeGreaterThan(50)
  await database.drop()
})
