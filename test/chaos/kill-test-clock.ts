/**
 * The service, its PostgreSQL or both are killed while the clock of a test company is moved on by days. Moved to the same
 * time again, the company has had the same texts and events as another one that took the same steps and met no kill: none
 * is lost, and none came twice. `KILL_SEED` repeats a run's moments.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { openCluster } from "../../service/host/database/cluster.ts"
import { type Dice, diceFrom } from "../../service/host/demo/dice.ts"
import {
  createCompany,
  killPostgres,
  type ServiceProcess,
  startServiceProcess,
} from "../kills/service-process.ts"
import { furnishShop } from "../kills/shop.ts"
import { openTally, type Tally } from "../races/tally.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "kill-test-clock"
/** A test of the clock has a round of its own. */
export const onlyFull = true

const victims = ["service", "postgres", "both"] as const
type Victim = (typeof victims)[number]

const customersEach = 10
const daysEach = 5
/** More than the clock's lease. */
const clockStepMs = 60_000
const hourMs = 3_600_000

interface Site {
  dataDir: string
  service: ServiceProcess
  liveKey: string
}

/** A test company, with what its steps need. */
interface Twin {
  key: string
  typeId: number
  locationId: number
  providerId: number
}

export async function run(scale: Scale): Promise<Outcome[]> {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
  const dice = diceFrom(seed)
  const rounds = scale === "few" ? victims.length : 30
  const tally = openTally(name)
  const site = await openSite()
  let onTheWay = 0
  try {
    const start = new Date(Date.now() + 24 * hourMs).toISOString()
    const [killed, control] = [await makeTwin(site, start), await makeTwin(site, start)]
    let at = Date.parse(start)
    for (let round = 0; round < rounds; round += 1) {
      for (const twin of [killed, control]) await takeSteps(site, twin, round, at)
      at += daysEach * 24 * hourMs
      const to = new Date(at).toISOString()
      if (await killWhileMoving(site, killed, to, round, dice)) onTheWay += 1
      for (const twin of [killed, control]) await moveTo(site, twin, to)
      await compare(site, killed, control, tally)
    }
  } finally {
    await closeSite(site)
  }
  return [tally.outcome(`${rounds} kills, ${onTheWay} on the way, KILL_SEED=${seed}`)]
}

async function ask({ service }: Site, key: string, method: string, path: string, body?: unknown) {
  const answer = await fetch(`${service.baseUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(60_000),
  })
  const read = JSON.parse(await answer.text())
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(read)}`)
  return read
}

async function makeTwin(site: Site, start: string): Promise<Twin> {
  const { data } = await ask(site, site.liveKey, "POST", "/test-company")
  const key: string = data.api_key
  const firstId = async (path: string) => (await ask(site, key, "GET", path)).data[0].id as number
  await ask(site, key, "POST", "/channels", { kind: "sms", phone: "+15125550199" })
  await ask(site, key, "POST", "/test-clock/freeze")
  await ask(site, key, "POST", "/test-clock/advance", { to: start })
  return {
    key,
    typeId: await firstId("/appointment-types"),
    locationId: await firstId("/locations"),
    providerId: await firstId("/providers"),
  }
}

/** Appointments that are reminded of, and requests that expire, within the days of the round. */
async function takeSteps(site: Site, twin: Twin, round: number, at: number): Promise<void> {
  const { key, typeId: appointment_type_id, locationId: location_id, providerId: provider_id } = twin
  const firstHour = Math.ceil(at / hourMs) * hourMs
  for (let nth = 0; nth < customersEach; nth += 1) {
    const phone = `+1512555${String(1_000 + round * customersEach + nth)}`
    const { data } = await ask(site, key, "POST", "/customers", { name: `Sam ${round} ${nth}`, phone })
    const wish = { customer_id: data.id as number, appointment_type_id }
    const start_time = new Date(firstHour + (30 + nth * 7) * hourMs).toISOString()
    await ask(site, key, "POST", "/appointments", { ...wish, provider_id, location_id, start_time })
    const latest_date = new Date(at + (1 + (nth % 3)) * 24 * hourMs).toISOString().slice(0, 10)
    await ask(site, key, "POST", "/scheduling-requests", { ...wish, latest_date })
  }
}

/** Returns whether the kill came before the clock was there. */
async function killWhileMoving(
  site: Site,
  { key }: Twin,
  to: string,
  round: number,
  dice: Dice,
): Promise<boolean> {
  const victim: Victim = victims[round % victims.length]!
  const moving = ask(site, key, "POST", "/test-clock/advance", { to }).then(
    () => false,
    () => true,
  )
  await sleep(dice.between(20, 500))
  if (victim !== "postgres") await site.service.kill()
  if (victim !== "service") killPostgres(site.dataDir)
  const isOnTheWay = await moving
  if (victim === "postgres") await site.service.stop()
  site.service = await startServiceProcess(site.dataDir, (round + 1) * clockStepMs)
  return isOnTheWay
}

async function moveTo(site: Site, { key }: Twin, to: string): Promise<void> {
  let isDone = false
  while (!isDone) isDone = (await ask(site, key, "POST", "/test-clock/advance", { to })).data.done
}

async function compare(site: Site, killed: Twin, control: Twin, tally: Tally): Promise<void> {
  const [texts, expected] = [await textsOf(site, killed), await textsOf(site, control)]
  tally.check(expected.length >= 2 * customersEach, () => `only ${expected.length} texts to compare`)
  tally.check(texts.join() === expected.join(), () => differing("texts", texts, expected))
  const [events, due] = [await eventsOf(site, killed), await eventsOf(site, control)]
  tally.check(events.join() === due.join(), () => differing("events", events, due))
}

function differing(what: string, found: readonly string[], expected: readonly string[]): string {
  const lost = expected.filter((each) => !found.includes(each))
  const more = found.filter((each) => !expected.includes(each))
  return `${what}: ${found.length} for ${expected.length}, lost [${lost.slice(0, 3)}], more [${more.slice(0, 3)}]`
}

/** Without their times: what was in hand at the kill goes when its lease is over. */
async function textsOf(site: Site, { key }: Twin): Promise<string[]> {
  const rows = await pagesOf(site, key, "/test-outbox")
  return rows.map(({ purpose, status, to }) => `${to} ${purpose} ${status}`).sort()
}

async function eventsOf(site: Site, { key }: Twin): Promise<string[]> {
  const rows = await pagesOf(site, key, "/events")
  return rows.map(({ type, occurred_at, data }) => `${type} ${occurred_at} ${data.customer.phone}`).sort()
}

async function pagesOf(site: Site, key: string, path: string) {
  const rows = []
  let cursor: string | null = ""
  while (cursor !== null) {
    const page = await ask(site, key, "GET", `${path}?limit=100${cursor && `&cursor=${cursor}`}`)
    rows.push(...page.data)
    cursor = page.data.length === 0 ? null : page.next_cursor
  }
  return rows
}

async function openSite(): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), "kill-"))
  chmodSync(dataDir, 0o755)
  const service = await startServiceProcess(dataDir, 0)
  const liveKey = await createCompany(dataDir)
  await furnishShop(service.baseUrl, liveKey, Date.now())
  return { dataDir, service, liveKey }
}

/** Leaves nothing running: PostgreSQL too, when its service was killed. */
async function closeSite({ dataDir, service }: Site): Promise<void> {
  await service.kill()
  if (existsSync(join(dataDir, "postgres", "postmaster.pid"))) await (await openCluster({ dataDir })).stop()
  rmSync(dataDir, { recursive: true, force: true })
}
