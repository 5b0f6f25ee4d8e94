/**
 * A primary with a synchronous standby. The primary is killed while customers book, the standby is promoted, and the service
 * goes on without a restart. The killed server is then made anew as the standby of the other, for the next round.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { migrate } from "../../service/host/database/migrate.ts"
import type { Tally } from "../races/tally.ts"
import { createAuthority } from "../support/authority.ts"
import { freePort } from "../support/free-port.ts"
import {
  createServerSite,
  type PostgresServer,
  promote,
  type ServerSite,
  type Settings,
} from "../support/postgres-server.ts"
import { startService, type TestService } from "../support/service.ts"
import { checkRepeats, checkRows } from "./aftermath.ts"
import { type Attempt, bookUntil, type Shop } from "./clients.ts"
import { furnishShop } from "./shop.ts"

export interface FailoverSite {
  /** The URL that names both servers. They are reached by TLS. */
  url: string
  /** The authority of their certificates, which name `localhost` alone. */
  caFile: string
  primary: PostgresServer
  standby: PostgresServer
  service: TestService
  shop: Shop
  stop(): Promise<void>
}

interface OwnSite extends FailoverSite {
  tls: Settings
  servers: ServerSite
  attempts: Attempt[]
  rounds: number
}

export interface Failover {
  acknowledged: number
  /** From the end of the promotion to the next booking that was answered. */
  backAfterMs: number
  /** The longest time without an answered booking. */
  longestGapMs: number
}

const clients = 6
const backWithinMs = 10_000
const leastBefore = 11
/** More than the time after which a crashed request gives its Idempotency-Key back. */
const keyBackMs = 120_000
const database = "appointed"

export async function openFailoverSite(): Promise<FailoverSite> {
  const folder = mkdtempSync(join(tmpdir(), "failover-"))
  const servers = createServerSite(folder)
  const [first, second] = [await freePort(), await freePort()]
  const { caFile, tls } = writeCertificates(servers)
  const primary = await servers.makePrimary(`server-${first}`, first, tls)
  await primary.query(`CREATE DATABASE ${database}`)
  const url = `postgresql://postgres@localhost:${first},localhost:${second}/${database}?target_session_attrs=read-write&sslmode=verify-full&sslrootcert=${caFile}`
  await migrate(url)
  const standby = await addStandby(servers, primary, second, tls)
  const service = await startService({ database: { url, cutOff: async () => {}, drop: async () => {} } })
  const site: OwnSite = {
    url,
    primary,
    standby,
    service,
    shop: await furnishShop(service.apiUrl, service.key, service.clock.now()),
    caFile,
    tls,
    servers,
    attempts: [],
    rounds: 0,
    async stop() {
      await service.stop()
      await Promise.all([site.primary.kill(), site.standby.kill()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return site
}

function writeCertificates(servers: ServerSite): { caFile: string; tls: Settings } {
  const authority = createAuthority()
  const { key, cert } = authority.issue("DNS:localhost")
  const [ssl_cert_file, ssl_key_file] = [servers.writePrivate("crt", cert), servers.writePrivate("key", key)]
  return { caFile: servers.writePrivate("ca", authority.ca), tls: { ssl: "on", ssl_cert_file, ssl_key_file } }
}

/** Every commit of the primary waits for it from now on. */
async function addStandby(
  servers: ServerSite,
  primary: PostgresServer,
  port: number,
  tls: Settings,
): Promise<PostgresServer> {
  const name = `server-${port}`
  // Before the copy, so that the copy does not wait for a standby of its own once it is promoted.
  await primary.query("ALTER SYSTEM RESET synchronous_standby_names")
  await servers.backUp(primary, name)
  const standby = await servers.startCopy(name, port, "standby.signal", {
    ...tls,
    primary_conninfo: `host=localhost port=${primary.port} user=postgres application_name=standby`,
  })
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
  await primary.query("SELECT pg_reload_conf()")
  const inStep = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'"
  while ((await primary.query(inStep)).length === 0) await sleep(20)
  return standby
}

/** One failover under load. Afterwards nothing that was answered may be missing or there twice. */
export async function failOver(given: FailoverSite, loadMs: number, tally: Tally): Promise<Failover> {
  const site = given as OwnSite
  const { service, shop } = site
  const attempts: Attempt[] = []
  let isOver = false
  const startedAt = performance.now()
  const bookings = Array.from({ length: clients }, (_, client) =>
    bookUntil(service.apiUrl, shop, `r${site.rounds}c${client}`, attempts, () => isOver),
  )
  await enough(attempts, loadMs)
  await site.primary.kill()
  await promote(site.standby)
  const promotedAt = performance.now()
  const back = () => attempts.find(({ answeredAt = 0 }) => answeredAt > promotedAt)?.answeredAt
  while (back() === undefined && performance.now() < promotedAt + 2 * backWithinMs) await sleep(10)
  await sleep(loadMs / 2)
  isOver = true
  await Promise.all(bookings)
  const backAfterMs = Math.round((back() ?? Number.POSITIVE_INFINITY) - promotedAt)
  tally.check(backAfterMs <= backWithinMs, () => `bookings came back ${backAfterMs} ms after the promotion`)
  site.attempts.push(...attempts)
  site.rounds += 1
  service.clock.advanceMs(keyBackMs)
  const newPrimary = site.standby.urlOf(database)
  await checkRows(newPrimary, site.attempts, tally)
  await checkRepeats(service.apiUrl, shop, attempts, tally)
  await checkRows(newPrimary, site.attempts, tally)
  return {
    acknowledged: attempts.filter(({ answeredAt }) => answeredAt !== undefined).length,
    backAfterMs,
    longestGapMs: longestGap(startedAt, attempts),
  }
}

/** Under load for so long, and until so many bookings were answered that the kill falls among them. */
async function enough(attempts: readonly Attempt[], loadMs: number): Promise<void> {
  await sleep(loadMs)
  while (attempts.filter(({ answeredAt }) => answeredAt !== undefined).length < leastBefore) await sleep(10)
}

function longestGap(startedAt: number, attempts: readonly Attempt[]): number {
  const times = attempts.flatMap(({ answeredAt }) => answeredAt ?? []).sort((a, b) => a - b)
  const gaps = times.map((time, index) => time - (times[index - 1] ?? startedAt))
  return Math.round(Math.max(0, ...gaps))
}

/** The killed server comes back as the standby of the one that was promoted. */
export async function replaceKilled(given: FailoverSite): Promise<void> {
  const site = given as OwnSite
  const { port } = site.primary
  site.primary = site.standby
  site.standby = await addStandby(site.servers, site.primary, port, site.tls)
}
