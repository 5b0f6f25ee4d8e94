import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { stopAt } from "../kills/stopped-process.ts"
import { createTestDatabase, type TestDatabase } from "../support/postgres.ts"
import { makeDirectory, type Settings } from "../support/processes.ts"

const graceMs = 1_500
/** Beyond the grace, on a busy machine. */
const slackMs = 5_000
const directory = makeDirectory()
let database: TestDatabase
let settings: Settings

beforeAll(async () => {
  database = await createTestDatabase()
  settings = {
    DATA_DIR: directory.path,
    DATABASE_URL: database.url,
    SHUTDOWN_GRACE_MS: String(graceMs),
  }
})
afterAll(async () => {
  await database.drop()
  directory.remove()
})

describe("SIGTERM while stalled clients hold what they can", () => {
  it("TR-28 ends the service in good order, whatever they hold", async () => {
    const stopped = await stopAt({ parts: "all", moment: { sinceReadyMs: 1_000 }, settings })
    expect(stopped.code, stopped.complaints).toBe(0)
    expect(stopped.stalled).toBeGreaterThan(20)
    expect(stopped.tookMs).toBeLessThan(graceMs + slackMs)
  })

  it("TR-28 OP-04 ends a service that has no stalled client without waiting for the grace", async () => {
    const patient = { ...settings, SHUTDOWN_GRACE_MS: "60000" }
    const stopped = await stopAt({ parts: "worker", moment: { sinceReadyMs: 500 }, settings: patient })
    expect(stopped.code, stopped.complaints).toBe(0)
    expect(stopped.tookMs).toBeLessThan(slackMs)
  })

  it.each(["worker", "api"] as const)("TR-28 ends the %s alone at the moment it is ready", async (parts) => {
    for (let round = 0; round < 3; round++) {
      const stopped = await stopAt({ parts, moment: { sinceReadyMs: 0 }, settings })
      expect(stopped.code, stopped.complaints).toBe(0)
      expect(stopped.tookMs).toBeLessThan(graceMs + slackMs)
    }
  })
})
