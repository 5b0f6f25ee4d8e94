/**
 * SIGTERM at random moments after the start, while stalled clients hold all they can of both hosts. The process has to
 * end within 15 seconds and in good order, with its PostgreSQL. `STOP_SEED` repeats a run's moments.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openCluster } from "../../service/host/database/cluster.ts"
import { type Dice, diceFrom } from "../../service/host/demo/dice.ts"
import { type Stopping, stopAt } from "../kills/stopped-process.ts"
import { openTally } from "../races/tally.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "stop"

const longestMs = 15_000
const parts = ["all", "api", "book", "worker"] as const

/** With `few`, a shorter grace than the usual one keeps a round short. */
const efforts: Record<Scale, { rounds: number; settings: Record<string, string> }> = {
  few: { rounds: 4, settings: { SHUTDOWN_GRACE_MS: "4000" } },
  full: { rounds: 50, settings: {} },
}

export async function run(scale: Scale): Promise<Outcome[]> {
  const seed = Number(process.env.STOP_SEED ?? Date.now() % 1_000_000)
  const dice = diceFrom(seed)
  const { rounds, settings } = efforts[scale]
  const tally = openTally(name)
  const dataDir = mkdtempSync(join(tmpdir(), "stop-"))
  chmodSync(dataDir, 0o755)
  const postgresRuns = () => existsSync(join(dataDir, "postgres", "postmaster.pid"))
  let slowestMs = 0
  try {
    for (let round = 0; round < rounds; round += 1) {
      const stopping: Stopping = {
        parts: parts[round % parts.length]!,
        moment: momentOf(dice),
        settings: { DATA_DIR: dataDir, ...settings },
      }
      const { tookMs, code, stalled, complaints } = await stopAt(stopping)
      slowestMs = Math.max(slowestMs, tookMs)
      const { moment } = stopping
      const isInOrder = code === 0 ? !postgresRuns() : code === null && "sinceStartMs" in moment
      tally.check(
        tookMs <= longestMs && isInOrder,
        () =>
          `${stopping.parts} at ${JSON.stringify(moment)} with ${stalled} clients: ${code} after ${tookMs} ms. ${complaints}`,
      )
    }
  } finally {
    if (postgresRuns()) await (await openCluster({ dataDir })).stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return [tally.outcome(`${rounds} stops, the slowest ${slowestMs} ms, STOP_SEED=${seed}`)]
}

/** Half of them while it starts, the others from `ready` on. */
const momentOf = (dice: Dice): Stopping["moment"] =>
  dice.chance(0.5)
    ? { sinceStartMs: dice.between(0, 3_000) }
    : { sinceReadyMs: dice.pick([0, 0, 50, 500, 2_000]) }
