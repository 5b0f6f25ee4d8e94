/**
 * The worker, its PostgreSQL or both are killed at random moments while it texts. Afterwards every step has ended: sent
 * ones reached the carrier once, ones of unknown outcome at most once, and nothing else is left. Codes, which may go
 * again, reached it at least once. What the dead had in hand is taken up when its lease is over: the next worker's clock
 * runs ahead by more than one. `KILL_SEED` repeats a run's moments.
 */
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { type Dice, diceFrom } from "../../service/host/demo/dice.ts"
import { enqueueText } from "../../service/messages/announce.ts"
import { startOutreach } from "../../service/messages/go-on-with-outreach.ts"
import { findRunOfRequest } from "../../service/messages/outreach-runs.sql.ts"
import { killPostgres } from "../kills/service-process.ts"
import { openTextSite, ownNumber, type TextSite } from "../kills/text-site.ts"
import { openTally, type Tally } from "../races/tally.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "kill-texts"

const victims = ["worker", "postgres", "both"] as const
type Victim = (typeof victims)[number]
const rounds: Record<Scale, number> = { few: 3, full: 50 }
const steps = 40
const codes = 8
const beyondLeaseMs = 31_000
const patienceMs = 30_000

export async function run(scale: Scale): Promise<Outcome[]> {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
  const dice = diceFrom(seed)
  const tally = openTally(name)
  const site = await openTextSite(steps)
  let unknown = 0
  try {
    for (let round = 0; round < rounds[scale]; round += 1) {
      unknown += await runRound(site, { round, victim: victims[round % victims.length]! }, dice, tally)
    }
  } finally {
    await site.close()
  }
  return [tally.outcome(`${rounds[scale]} kills, ${unknown} of unknown outcome, KILL_SEED=${seed}`)]
}

/** Returns how many steps ended with an unknown outcome. */
async function runRound(
  site: TextSite,
  { round, victim }: { round: number; victim: Victim },
  dice: Dice,
  tally: Tally,
): Promise<number> {
  const { carrier } = site
  carrier.asked.length = 0
  carrier.tell(() => ({ status: 201, body: { sid: "SM1" }, afterMs: dice.between(1, 30) }))
  // Each round's worker runs further ahead, so that the leases of the one before are over.
  const offsetMs = 2 * round * beyondLeaseMs
  await queue(site, offsetMs)
  let worker = await site.startWorker(offsetMs)
  const wanted = dice.between(1, steps - 5)
  const until = performance.now() + patienceMs
  while (carrier.asked.length < wanted && performance.now() < until) await sleep(2)
  if (victim !== "worker") killPostgres(site.dataDir)
  await end(worker, victim === "postgres" ? "SIGTERM" : "SIGKILL")
  worker = await site.startWorker(offsetMs + beyondLeaseMs)
  tally.check(await isEmptyInTime(site), () => `after a kill of ${victim} the queue was not empty in time`)
  await end(worker, "SIGTERM")
  return judge(site, victim, tally)
}

/** A step for every request, and a few codes. */
async function queue({ context, companyId, planId, requests }: TextSite, offsetMs: number): Promise<void> {
  const now = context.clock.now() + offsetMs
  await context.db.transaction(async (tx) => {
    for (const { id: requestId, customerId } of requests) {
      await startOutreach(tx, companyId, { requestId, customerId, planId }, now)
    }
    for (let code = 0; code < codes; code++) {
      const text = { from: ownNumber, to: codeNumber(code), body: "Your code", goodUntil: now + 600_000 }
      await enqueueText(tx, context.sealer, companyId, { purpose: "code", ...text }, now)
    }
  })
}

const codeNumber = (code: number) => `+1512555${2_000 + code}`

async function isEmptyInTime({ context }: TextSite): Promise<boolean> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const rows = await context.db.query("SELECT 1 FROM text_due LIMIT 1").catch(() => null)
    if (rows?.length === 0) return true
    await sleep(50)
  }
  return false
}

async function judge(site: TextSite, victim: Victim, tally: Tally): Promise<number> {
  const went = new Map<string, number>()
  for (const { body } of site.carrier.asked) {
    const to = new URLSearchParams(body).get("To") ?? ""
    went.set(to, (went.get(to) ?? 0) + 1)
  }
  let unknown = 0
  for (const { id, phone } of site.requests) {
    const run = await findRunOfRequest(site.context.db, site.companyId, id)
    const step = run?.steps[0]
    const times = went.get(phone) ?? 0
    const outcome = `${step?.status} ${step?.reason ?? ""}`.trim()
    const isRight = outcome === "sent" ? times === 1 : outcome === "failed unknown_outcome" && times <= 1
    tally.check(
      isRight && run?.status === "finished",
      () => `${outcome} went ${times} times, after a kill of ${victim}`,
    )
    if (outcome === "failed unknown_outcome") unknown += 1
  }
  for (let code = 0; code < codes; code++) {
    const times = went.get(codeNumber(code)) ?? 0
    tally.check(times >= 1, () => `a code went ${times} times, after a kill of ${victim}`)
  }
  return unknown
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  const exit = once(child, "exit")
  child.kill(signal)
  await exit
}
