/**
 * Appointments, requests and texts change at random while workers that sum up reports are killed, two at a time. After each
 * round every sum equals a count of the rows by SQL of its own. `KILL_SEED` repeats a run's changes.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { msPerDay } from "../../domain/time/units.ts"
import { openCluster } from "../../service/host/database/cluster.ts"
import { migrate } from "../../service/host/database/migrate.ts"
import { sumUpAll } from "../../service/reports/sum-up-reports.ts"
import { openTally } from "../races/tally.ts"
import { changing, furnish } from "../reports/random-changes.ts"
import { keptCounts, rawCounts, wrongTotals } from "../reports/raw-counts.ts"
import { startService } from "../support/service.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "reports"
/** service/reports/reports.test.ts has rounds of its own. */
export const onlyFull = true

const rounds: Record<Scale, number> = { few: 2, full: 40 }
const changesPerRound = 40

export async function run(scale: Scale): Promise<Outcome[]> {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
  const tally = openTally(name)
  const dataDir = mkdtempSync(join(tmpdir(), "kill-"))
  chmodSync(dataDir, 0o755)
  const cluster = await openCluster({ dataDir })
  await migrate(cluster.url)
  const database = { url: cluster.url, drop: async () => {}, cutOff: async () => {} }
  const service = await startService({ database, platformSmsNumber: "+15125550111" })
  let kills = 0
  try {
    const { context, companyId, clock } = service
    const { change, dice } = changing(service, await furnish(service), seed)
    for (let round = 0; round < rounds[scale]; round++) {
      const startAgain = () => startWorker(cluster.url, clock.now() - Date.now())
      const workers = [await startAgain(), await startAgain()]
      for (let n = 0; n < changesPerRound; n++) {
        await change()
        if (!dice.chance(0.1)) continue
        const at = dice.between(0, 1)
        await kill(workers[at]!)
        kills += 1
        workers[at] = await startAgain()
      }
      await Promise.all(workers.map(kill))
      kills += workers.length
      await sumUpAll(context)
      const [kept, raw] = await Promise.all([
        keptCounts(context.db, companyId),
        rawCounts(context.db, companyId),
      ])
      for (const noun of Object.keys(raw)) {
        const since = noun === "texts" ? firstCountedDay(clock.now()) : Number.NEGATIVE_INFINITY
        const [keptRows, rawRows] = [kept[noun]!, raw[noun]!].map((rows) =>
          rows.filter(({ day }) => day! >= since),
        )
        tally.check(isDeepStrictEqual(keptRows, rawRows), () => `${noun} differ after round ${round}`)
      }
      const wrong = await wrongTotals(context.db, companyId)
      tally.check(wrong.length === 0, () => `${wrong.length} totals differ after round ${round}`)
    }
  } finally {
    await service.stop()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return [tally.outcome(`${kills} kills, KILL_SEED=${seed}`)]
}

/** A carrier may report on an older text, but the sums of its date stay as they are: other texts of it may be gone. */
const firstCountedDay = (now: number): number => Math.floor(now / msPerDay) - 27

async function startWorker(url: string, offsetMs: number): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "../kills/report-worker.ts"), url, String(offsetMs)],
    { stdio: ["ignore", "pipe", "inherit"] },
  )
  await once(child.stdout, "data")
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit")
  child.kill("SIGKILL")
  await exit
}
