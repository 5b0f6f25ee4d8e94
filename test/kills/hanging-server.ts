/**
 * A server that hangs under load: every process of it stands still for a while, beside a service of its own process. What is
 * measured is what the others feel, and what `/readyz` says meanwhile.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { migrate } from "../../service/host/database/migrate.ts"
import { freePort } from "../support/free-port.ts"
import { createServerSite, type PostgresServer } from "../support/postgres-server.ts"
import { type Sent, type Shop, send } from "./clients.ts"
import { createCompany, type ServiceProcess, startServiceProcess } from "./service-process.ts"
import { furnishShop } from "./shop.ts"

export interface HangingSite {
  primary: PostgresServer
  standby: PostgresServer
  service: ServiceProcess
  /** The shop whose callers meet the server that hangs. */
  busy: Shop
  /** The shop that is not concerned. */
  other: Shop
  stop(): Promise<void>
}

/** The purpose of the standby: commits wait for it, or lists are read from it. */
export type Purpose = "commits" | "lists"

const database = "appointed"

export async function openHangingSite(purpose: Purpose): Promise<HangingSite> {
  const folder = mkdtempSync(join(tmpdir(), "hang-"))
  const servers = createServerSite(folder)
  const primary = await servers.makePrimary("primary", await freePort())
  await primary.query(`CREATE DATABASE ${database}`)
  await migrate(primary.urlOf(database))
  await servers.backUp(primary, "standby")
  const standby = await servers.startCopy("standby", await freePort(), "standby.signal", {
    primary_conninfo: `host=localhost port=${primary.port} user=postgres application_name=standby`,
    // It is stopped for longer than the primary usually waits for a word of it.
    wal_receiver_timeout: "0",
  })
  const settings = {
    DATABASE_URL: primary.urlOf(database),
    ...(purpose === "lists" ? { DATABASE_READ_URL: standby.urlOf(database) } : {}),
  }
  if (purpose === "commits") await waitForCommits(primary)
  const dataDir = join(folder, "data")
  const service = await startServiceProcess(dataDir, 0, settings)
  const shop = async () => furnishShop(service.baseUrl, await createCompany(dataDir, settings), Date.now())
  return {
    primary,
    standby,
    service,
    busy: await shop(),
    other: await shop(),
    async stop() {
      await service.stop()
      await Promise.all([primary.kill(), standby.kill()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitForCommits(primary: PostgresServer): Promise<void> {
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
  await primary.query("ALTER SYSTEM SET wal_sender_timeout = 0")
  await primary.query("SELECT pg_reload_conf()")
  const inStep = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'"
  while ((await primary.query(inStep)).length === 0) await sleep(20)
}

export interface Hang {
  hangs: PostgresServer
  /** The request that 24 callers send all the time. */
  ask(site: HangingSite): Promise<Sent>
  /** The request that three callers of another company send. */
  askOther(site: HangingSite): Promise<Sent>
  seconds: number
}

export interface Felt {
  /** The longest time in which no caller of the other company was answered. */
  longestGapMs: number
  otherAnswers: number
  otherFailures: number
  /** The answers to callers whose server hangs, by status. */
  busyAnswers: Record<string, number>
  readyMs: { median: number; longest: number }
  /** The answers of `/readyz`, with the number of each. */
  said: Record<string, number>
  /** From the end of the hang to an answer to those who met it. */
  backAfterMs: number
}

const [busyCallers, otherCallers] = [24, 3]
const readyEveryMs = 200
const beforeMs = 3_000

export async function hangUnderLoad(site: HangingSite, hang: Hang): Promise<Felt> {
  let [isOver, backAt] = [false, Number.POSITIVE_INFINITY]
  let hungUntil = Number.POSITIVE_INFINITY
  const answered: number[] = [performance.now()]
  const [busyAnswers, said]: Record<string, number>[] = [{}, {}]
  const readyTimes: number[] = []
  let otherFailures = 0

  const others = Array.from({ length: otherCallers }, async () => {
    while (!isOver) {
      const { status } = await hang.askOther(site).catch(lost)
      if (status < 300) answered.push(performance.now())
      else otherFailures += 1
    }
  })
  const busy = Array.from({ length: busyCallers }, async () => {
    while (!isOver) {
      const { status } = await hang.ask(site).catch(lost)
      count(busyAnswers!, String(status))
      if (status < 300 && performance.now() > hungUntil) backAt = Math.min(backAt, performance.now())
      if (status >= 300) await sleep(100)
    }
  })
  const ready = (async () => {
    while (!isOver) {
      const [at, answer] = [performance.now(), await fetch(`${site.service.baseUrl}/readyz`)]
      const text = await answer.text()
      readyTimes.push(performance.now() - at)
      count(said!, `${answer.status} ${text}`)
      await sleep(readyEveryMs)
    }
  })()

  await sleep(beforeMs)
  await hang.hangs.hang()
  await sleep(hang.seconds * 1_000)
  hungUntil = performance.now()
  hang.hangs.goOn()
  while (backAt === Number.POSITIVE_INFINITY && performance.now() < hungUntil + 30_000) await sleep(20)
  isOver = true
  await Promise.all([...others, ...busy, ready])
  answered.push(performance.now())
  readyTimes.sort((a, b) => a - b)
  return {
    longestGapMs: longestGap(answered),
    otherAnswers: answered.length - 2,
    otherFailures,
    busyAnswers: busyAnswers!,
    readyMs: {
      median: Math.round(readyTimes[readyTimes.length >> 1]!),
      longest: Math.round(readyTimes.at(-1)!),
    },
    said: said!,
    backAfterMs: Math.round(backAt - hungUntil),
  }
}

const lost = (): Sent => ({ status: 599, text: "" })

const count = (counts: Record<string, number>, what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}

function longestGap(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(Math.max(...sorted.slice(1).map((time, index) => time - sorted[index]!)))
}

/** A search of the shop's next two days. */
export const search = (site: HangingSite, shop: Shop) =>
  send(site.service.baseUrl, shop, "POST", "/slots", {
    appointment_type_id: shop.typeId,
    start_date: day(3),
    end_date: day(4),
  })

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
