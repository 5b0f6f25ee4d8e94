/**
 * 10,000 mails while the service's worker, the mail server (Debian's Exim with its spool) or both are killed at random moments.
 * Afterwards every mail is in the mailbox; one that stands there twice has the same Message-ID, and there are no more of
 * these than connections that a kill has cut. `KILL_SEED` repeats a run's moments.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { makeBenchCompany } from "../../bench/bench-company.ts"
import { benchNow, openBenchContext } from "../../bench/bench-context.ts"
import { type Dice, diceFrom } from "../../service/host/demo/dice.ts"
import type { AppContext } from "../../service/platform/context.ts"
import { countSent, queueMails } from "../kills/mail-queue.ts"
import { openTally } from "../races/tally.ts"
import { type Exim, startExim } from "../support/exim.ts"
import type { Outcome } from "./trial.ts"

export const name = "kill-mails"
/** `test/kills/mails.test.ts` has a few rounds of its own. */
export const onlyFull = true

const mails = 10_000
const kills = 20
/** The number of the worker's connections to the server. */
const connections = 8
const victims = ["worker", "server", "both"] as const
/** Each worker's clock begins behind the leases of the one before. */
const roundMs = 120_000
const patienceMs = 120_000

export async function run(): Promise<Outcome[]> {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
  const tally = openTally(name)
  const exim = await startExim()
  const { context, url, close } = await openBenchContext(4)
  try {
    const { companyId } = await makeBenchCompany(context, { providers: 1, busyEach: 1 })
    await queueMails(context, companyId, mails)
    const cut = await killInTurns(context, companyId, { exim, url }, diceFrom(seed))
    const ids = (await exim.delivered()).map((mail) => /^Message-ID: (\S+)/im.exec(mail)![1]!)
    const arrived = new Set(ids)
    const twice = ids.length - arrived.size
    for (let mail = 0; mail < mails; mail++)
      tally.check(mail < arrived.size, () => `${mails - arrived.size} mails did not arrive`)
    tally.check(twice <= cut, () => `${twice} came twice, though only ${cut} connections were cut`)
    const note = `${kills} kills cut at most ${cut} connections, ${twice} mails came twice, KILL_SEED=${seed}`
    return [tally.outcome(note)]
  } finally {
    await close()
    await exim.stop()
  }
}

/** Returns how many connections were cut at most. */
async function killInTurns(
  context: AppContext,
  companyId: number,
  { exim, url }: { exim: Exim; url: string },
  dice: Dice,
): Promise<number> {
  let worker = await startWorker(url, exim.url, 0)
  let cut = 0
  for (let kill = 0; kill < kills; kill++) {
    const share = mails / (kills + 1)
    await untilSent(context, companyId, Math.floor(share * kill + dice.between(1, Math.floor(share))))
    const victim = victims[kill % victims.length]!
    cut += connections
    if (victim !== "worker") await exim.cut()
    if (victim !== "server") await end(worker)
    if (victim !== "worker") await exim.restore()
    if (victim !== "server") worker = await startWorker(url, exim.url, kill + 1)
  }
  await untilSent(context, companyId, mails)
  await end(worker)
  return cut
}

async function untilSent(context: AppContext, companyId: number, wanted: number): Promise<void> {
  let [sent, seenAt] = [-1, performance.now()]
  for (;;) {
    const now = await countSent(context, companyId)
    if (now >= wanted) return
    if (now > sent) [sent, seenAt] = [now, performance.now()]
    if (performance.now() - seenAt > patienceMs) throw new Error(`It stands at ${now} of ${wanted} mails`)
    await sleep(10)
  }
}

async function startWorker(url: string, smtpUrl: string, round: number): Promise<ChildProcess> {
  const program = join(import.meta.dirname, "..", "kills", "mail-worker.ts")
  const begins = new Date(benchNow + round * roundMs).toISOString()
  const worker = spawn(process.execPath, [program, url, smtpUrl, begins], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(worker.stdout, "data")
  return worker
}

async function end(worker: ChildProcess): Promise<void> {
  const gone = once(worker, "exit")
  worker.kill("SIGKILL")
  await gone
}
