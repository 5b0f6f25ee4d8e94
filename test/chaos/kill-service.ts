/**
 * The service, its PostgreSQL or both are killed at random moments while customers book. All that was answered must be there
 * afterwards, whole and once; all else can be asked for again with the same Idempotency-Key. A reader of the stream of
 * events, which comes back after every kill, has in the end had every event once and in order. `KILL_SEED` repeats a run's
 * moments.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { openCluster } from "../../service/host/database/cluster.ts"
import { type Dice, diceFrom } from "../../service/host/demo/dice.ts"
import { checkDataDir, checkRepeats } from "../kills/aftermath.ts"
import { type Attempt, bookUntil, type Shop, send } from "../kills/clients.ts"
import {
  createCompany,
  killPostgres,
  type ServiceProcess,
  startServiceProcess,
} from "../kills/service-process.ts"
import { furnishShop } from "../kills/shop.ts"
import { openTally, type Tally } from "../races/tally.ts"
import { type EventSource, openEventSource } from "../support/event-source.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "kill-service"

type Victim = "service" | "postgres" | "both"
const victims: readonly Victim[] = ["service", "postgres", "both"]

const clients = 6
/** More than the time after which a crashed request gives its Idempotency-Key back. */
const clockStepMs = 60_000
const recoveryMs = 30_000

interface Site {
  dataDir: string
  shop: Shop
  service: ServiceProcess
}

/** With `few`, one kill of each kind. */
export async function run(scale: Scale): Promise<Outcome[]> {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
  const dice = diceFrom(seed)
  const rounds = scale === "few" ? victims.length : 50
  const tally = openTally(name)
  const counts = { answered: 0, unanswered: 0 }
  const site = await openSite()
  const before = await listEvents(site)
  const reader = openEventSource({
    url: () => `${site.service.baseUrl}/api/v1/events/stream`,
    headers: { authorization: `Bearer ${site.shop.key}` },
  })
  try {
    await reader.opened()
    for (let round = 0; round < rounds; round += 1) {
      const attempts = await runRound(site, round, victims[round % victims.length]!, dice, tally)
      counts.answered += attempts.filter(({ answer }) => answer !== null).length
      counts.unanswered += attempts.filter(({ answer }) => answer === null).length
    }
    await checkStream(site, { reader, before }, tally)
  } finally {
    reader.close()
    await closeSite(site)
  }
  const note = `${rounds} kills, ${counts.answered} answered, ${counts.unanswered} unanswered, KILL_SEED=${seed}`
  return [tally.outcome(note)]
}

async function runRound(
  site: Site,
  round: number,
  victim: Victim,
  dice: Dice,
  tally: Tally,
): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  let isOver = false
  const bookings = Array.from({ length: clients }, (_, i) =>
    bookUntil(site.service.baseUrl, site.shop, `r${round}c${i}`, attempts, () => isOver),
  )
  await sleep(dice.between(100, 700))
  if (victim !== "postgres") await site.service.kill()
  if (victim !== "service") killPostgres(site.dataDir)
  if (victim === "postgres") {
    tally.check(await recovers(site), () => `after ${recoveryMs} ms the service still could not answer`)
    await sleep(300)
  }
  isOver = true
  await Promise.all(bookings)
  if (victim === "postgres") await site.service.stop()
  site.service = await startServiceProcess(site.dataDir, (round + 1) * clockStepMs)
  await checkDataDir(site.dataDir, attempts, tally)
  await checkRepeats(site.service.baseUrl, site.shop, attempts, tally)
  await checkDataDir(site.dataDir, attempts, tally)
  return attempts
}

/** Compares what the reader was sent with the list of events, but for those of the set-up, which it came too late for. */
async function checkStream(
  site: Site,
  { reader, before }: { reader: EventSource; before: readonly string[] },
  tally: Tally,
): Promise<void> {
  const listed = (await listEvents(site)).slice(before.length)
  await reader.until(listed.length).catch(() => undefined)
  const received = reader.received.map(({ id }) => id)
  const isSame = listed.join() === received.join()
  tally.check(
    isSame,
    () => `of ${listed.length} events the stream sent ${received.length}, or in another order`,
  )
}

/** The ids of all events, the oldest first. */
async function listEvents({ service, shop }: Site): Promise<string[]> {
  const listed: string[] = []
  let cursor: string | null = ""
  while (cursor !== null) {
    const { text } = await send(
      service.baseUrl,
      shop,
      "GET",
      `/events?limit=100${cursor && `&cursor=${cursor}`}`,
    )
    const page = JSON.parse(text) as { data: { id: string }[]; next_cursor: string | null }
    listed.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  }
  return listed
}

/** True where the service, left alone, comes to answer from its database again. */
async function recovers({ service, shop }: Site): Promise<boolean> {
  const until = Date.now() + recoveryMs
  while (Date.now() < until) {
    const answer = await send(service.baseUrl, shop, "GET", "/appointments?limit=1").catch(() => null)
    if (answer?.status === 200) return true
    await sleep(100)
  }
  return false
}

async function openSite(): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), "kill-"))
  chmodSync(dataDir, 0o755)
  const service = await startServiceProcess(dataDir, 0)
  const key = await createCompany(dataDir)
  return { dataDir, service, shop: await furnishShop(service.baseUrl, key, Date.now()) }
}

/** Leaves nothing running: PostgreSQL too, when its service was killed. */
async function closeSite({ dataDir, service }: Site): Promise<void> {
  await service.kill()
  if (existsSync(join(dataDir, "postgres", "postmaster.pid"))) await (await openCluster({ dataDir })).stop()
  rmSync(dataDir, { recursive: true, force: true })
}
