/**
 * The worker, its PostgreSQL or both are killed at random moments while it writes bookings, moves and cancels into a real
 * CalDAV server. Afterwards the calendar holds exactly one event for every appointment, at its time, and nothing else. What
 * the dead had in hand is taken up when its lease is over: the next worker's clock runs ahead by more than one.
 * `KILL_SEED` repeats a run's moments.
 */
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { type Dice, diceFrom } from "../../service/host/demo/dice.ts"
import { type CalendarSite, openCalendarSite } from "../kills/calendar-site.ts"
import { killPostgres } from "../kills/service-process.ts"
import { openTally, type Tally } from "../races/tally.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "kill-calendars"

const victims = ["worker", "postgres", "both"] as const
const rounds: Record<Scale, number> = { few: 3, full: 50 }
const changes = 12
const beyondLeaseMs = 61_000
const patienceMs = 30_000

/** Starts of the appointments that stand, by id. */
type Standing = Map<number, string>

export async function run(scale: Scale): Promise<Outcome[]> {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
  const dice = diceFrom(seed)
  const tally = openTally(name)
  const site = await openCalendarSite()
  const standing: Standing = new Map()
  try {
    for (let round = 0; round < rounds[scale]; round += 1) {
      await runRound(site, { round, victim: victims[round % victims.length]! }, standing, dice, tally)
    }
  } finally {
    await site.close()
  }
  return [tally.outcome(`${rounds[scale]} kills, KILL_SEED=${seed}`)]
}

async function runRound(
  site: CalendarSite,
  { round, victim }: { round: number; victim: (typeof victims)[number] },
  standing: Standing,
  dice: Dice,
  tally: Tally,
): Promise<void> {
  // Each round's worker runs further ahead, so that the leases of the one before are over.
  const offsetMs = 2 * round * beyondLeaseMs
  let worker = await site.startWorker(offsetMs)
  // One that is left behind would keep this process from ending.
  await using left = new AsyncDisposableStack()
  left.defer(() => end(worker, "SIGKILL"))
  for (let change = 0; change < changes; change += 1) await changeSomething(site, standing, dice)
  await sleep(dice.between(0, 60))
  if (victim !== "worker") killPostgres(site.dataDir)
  await end(worker, victim === "postgres" ? "SIGTERM" : "SIGKILL")
  worker = await site.startWorker(offsetMs + beyondLeaseMs)
  tally.check(await isEmptyInTime(site), () => `after a kill of ${victim} writes still waited`)
  await end(worker, "SIGTERM")
  await judge(site, standing, victim, tally)
}

async function changeSomething(site: CalendarSite, standing: Standing, dice: Dice): Promise<void> {
  const ids = [...standing.keys()]
  const what = ids.length === 0 ? "book" : dice.pick(["book", "book", "move", "cancel"])
  if (what === "book") {
    const { id, start } = await site.book()
    standing.set(id, start)
    return
  }
  const id = dice.pick(ids)
  if (what === "move") standing.set(id, await site.move(id))
  else {
    await site.cancel(id)
    standing.delete(id)
  }
}

async function isEmptyInTime(site: CalendarSite): Promise<boolean> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    if ((await site.waiting().catch(() => null)) === 0) return true
    await sleep(50)
  }
  return false
}

async function judge(
  { radicale }: CalendarSite,
  standing: Standing,
  victim: string,
  tally: Tally,
): Promise<void> {
  const found = (await radicale.events()).map(({ text }) => /DTSTART:(\S+)/.exec(text)?.[1] ?? "")
  const wanted = [...standing.values()].map((start) => start.replace(/[-:]|\.000/g, ""))
  for (const start of wanted) {
    const times = found.filter((one) => one === start).length
    tally.check(times === 1, () => `${times} events at ${start}, after a kill of ${victim}`)
  }
  const strays = found.filter((start) => !wanted.includes(start)).length
  tally.check(strays === 0, () => `${strays} events of nobody, after a kill of ${victim}`)
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  child.kill(signal)
  await exit
}
