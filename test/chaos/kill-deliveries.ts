/**
 * The worker, its PostgreSQL or both are killed at random moments while it sends, or the worker is frozen until another
 * has done its work. Every event must arrive at least once, signed, nothing may stay in the queue, and what the dead had
 * in hand must be sent within 30 s.
 * `KILL_SEED` repeats a run's moments.
 */
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { Webhook } from "standardwebhooks"
import { type Dice, diceFrom } from "../../service/host/demo/dice.ts"
import { readQueue } from "../../service/outbox/deliveries-due.sql.ts"
import { defaultLimits } from "../../service/webhooks/delivery-limits.ts"
import { type DeliverySite, openDeliverySite } from "../kills/delivery-site.ts"
import { killPostgres } from "../kills/service-process.ts"
import { openTally, type Tally } from "../races/tally.ts"
import { raiseEvent } from "../support/deliveries.ts"
import type { Received } from "../support/receiver.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "kill-deliveries"

const victims = ["worker", "postgres", "frozen worker", "both"] as const

interface Size {
  rounds: number
  events: number
  leaseMs: number
  /** Beyond the lease: the look at the queue by the clock, the starts of PostgreSQL and a worker, and the sending itself. */
  graceMs: number
}

const sizes: Record<Scale, Size> = {
  few: { rounds: 3, events: 50, leaseMs: 6_000, graceMs: 24_000 },
  full: { rounds: 50, events: 200, leaseMs: defaultLimits.leaseMs, graceMs: 5_000 },
}

export async function run(scale: Scale): Promise<Outcome[]> {
  const size = sizes[scale]
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
  const dice = diceFrom(seed)
  const tally = openTally(name)
  const site = await openDeliverySite(size.leaseMs)
  const recoveries: number[] = []
  let received = 0
  try {
    for (let round = 0; round < size.rounds; round += 1) {
      recoveries.push(await runRound(site, size, victims[round % victims.length]!, dice, tally))
      received += site.receiver.received.splice(0).length
    }
  } finally {
    await site.close()
  }
  const slowest = (Math.max(...recoveries) / 1_000).toFixed(1)
  const repeats = received - size.rounds * size.events
  const note = `${size.rounds} kills, ${repeats} repeats, slowest recovery ${slowest} s, KILL_SEED=${seed}`
  return [tally.outcome(note)]
}

/** Returns the milliseconds from the kill until everything was sent and the queue was empty. */
async function runRound(
  site: DeliverySite,
  size: Size,
  victim: (typeof victims)[number],
  dice: Dice,
  tally: Tally,
): Promise<number> {
  const { receiver } = site
  receiver.behave((_request, response) => {
    setTimeout(() => response.writeHead(200).end(), dice.between(1, 30))
  })
  const raised = await raiseEvent(site, site.companyId, size.events)
  let worker = await site.startWorker()
  await Promise.race([receiver.waitFor(dice.between(1, size.events - 5)).catch(() => []), sleep(5_000)])
  const killedAt = performance.now()
  const first = worker
  if (victim === "postgres" || victim === "both") killPostgres(site.dataDir)
  if (victim === "worker" || victim === "both") await end(first, "SIGKILL")
  if (victim === "frozen worker") first.kill("SIGSTOP")
  if (victim !== "postgres") worker = await site.startWorker()
  const isEmpty = await emptyBefore(site, killedAt + size.leaseMs + size.graceMs)
  const recoveryMs = performance.now() - killedAt
  if (victim === "frozen worker") {
    first.kill("SIGCONT")
    await end(first, "SIGTERM")
  }
  await end(worker, "SIGTERM")
  const staysEmpty = isEmpty && (await emptyBefore(site, performance.now() + size.graceMs))
  tally.check(staysEmpty, () => `after a kill of ${victim} the queue was not empty in time`)
  const arrived = new Set(receiver.received.filter((got) => isSigned(got, site.secret)).map(idOf))
  for (const id of raised)
    tally.check(arrived.has(id), () => `${id} never arrived, after a kill of ${victim}`)
  return recoveryMs
}

async function emptyBefore({ context }: DeliverySite, until: number): Promise<boolean> {
  while (performance.now() < until) {
    const queue = await readQueue(context.db, context.clock.now()).catch(() => null)
    if (queue !== null && queue.waiting + queue.inFlight + queue.later === 0) return true
    await sleep(50)
  }
  return false
}

const idOf = ({ headers }: Received) => String(headers["webhook-id"])

function isSigned({ body, headers }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  const exit = once(child, "exit")
  child.kill(signal)
  await exit
}
