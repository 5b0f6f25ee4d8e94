/** Processes behind a proxy are restarted in turn under load. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { restartInTurn } from "../kills/rolling-restart.ts"
import { openTally } from "../races/tally.ts"
import { freePort } from "../support/free-port.ts"
import { createServerSite } from "../support/postgres-server.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "rolling-restart"
/** `npm test` has a round of its own, in test/kills/rolling-restart.test.ts. */
export const onlyFull = true

const rounds = 10

export async function run(_scale: Scale): Promise<Outcome[]> {
  const tally = openTally(name)
  const folder = mkdtempSync(join(tmpdir(), "rolling-postgres-"))
  const server = await createServerSite(folder).makePrimary("server", await freePort())
  try {
    await server.query("CREATE DATABASE appointed")
    await restartInTurn(server.urlOf("appointed"), rounds, tally)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return [tally.outcome(`${2 * rounds} restarts`)]
}
