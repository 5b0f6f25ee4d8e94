/**
 * stream.event_ms: milliseconds from a booking's answer, which follows its commit, to its event at a client that follows
 * `GET /api/v1/events/stream`, an event that comes before the answer counting as 0; median of 1,000 bookings one after the
 * other. Service, client and PostgreSQL are on one machine, fsync on.
 *
 * stream.rss_kb_per_client: kilobytes by which the memory of the process that serves grows with 999 more open streams of
 * one company, after each was sent 20 events; the clients are in another process, each at an address of its own, since one
 * address may open fewer.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createApi } from "../service/ways-in/company-api/api.ts"
import { type BenchCompany, makeBenchCompany } from "./bench-company.ts"
import { openBenchContext, quietLog } from "./bench-context.ts"
import { atMost, type Figure, median } from "./figure.ts"
import { bookOverHttp, type HttpTime } from "./one-booking.ts"
import type { Arrivals, Question } from "./stream/clients-process.ts"

const eventFigure = "stream.event_ms"
const memoryFigure = "stream.rss_kb_per_client"
export const figures = [eventFigure, memoryFigure]

const bookings = 1_000
const warmUp = 50
/** Beside the one that is watched. A company may have 1,000. */
const moreClients = 999
const eventsEach = 20
const eventGoalMs = 50
const memoryGoalKb = 200

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const { context, close } = await openBenchContext(10)
  const app = createApi(context, { log: quietLog, trustProxyHops: 1 })
  try {
    const company = await makeBenchCompany(context, { providers: 60, busyEach: 0 })
    const site = { base: await app.listen({ host: "127.0.0.1", port: 0 }), company }
    const times = bookableTimes(company)
    const results: Figure[] = []
    await bookAll(site, times.splice(0, warmUp))
    // First, since the memory that a thousand bookings leave behind would hide what streams take.
    if (only(memoryFigure)) {
      const kilobytes = await withClients(site, (clients) => measureMemory(site, clients, times))
      results.push(atMost(memoryFigure, kilobytes, "KB", memoryGoalKb, "process.memoryUsage"))
    }
    if (only(eventFigure)) {
      const delayMs = await withClients(site, (clients) => measureDelay(site, clients, times))
      results.push(atMost(eventFigure, delayMs, "ms", eventGoalMs, "the clock"))
    }
    return results
  } finally {
    await app.close()
    await close()
  }
}

interface Site {
  base: string
  company: BenchCompany
}

interface Clients {
  open(count: number): Promise<unknown>
  arrivals(): Promise<Arrivals>
}

/** With a process of clients, one of which follows already. */
async function withClients<T>(
  { base, company }: Site,
  measure: (clients: Clients) => Promise<T>,
): Promise<T> {
  const child = fork(join(import.meta.dirname, "stream", "clients-process.ts"))
  const clients: Clients = {
    open: (count) => ask(child, { base, apiKey: company.apiKey, count }),
    arrivals: () => ask(child, "arrivals"),
  }
  try {
    await clients.open(1)
    return await measure(clients)
  } finally {
    child.kill()
  }
}

async function measureMemory(site: Site, clients: Clients, times: HttpTime[]): Promise<number> {
  const before = await settledMemory()
  await clients.open(moreClients)
  const answered = await bookAll(site, times.splice(0, eventsEach))
  await sleep(2_000)
  const arrivals = await clients.arrivals()
  const missing = [...answered.keys()].filter((id) => arrivals[id]?.length !== 1 + moreClients)
  if (missing.length > 0) throw new Error(`${missing.length} events did not reach every stream`)
  return ((await settledMemory()) - before) / 1024 / moreClients
}

async function measureDelay(site: Site, clients: Clients, times: HttpTime[]): Promise<number> {
  const answered = await bookAll(site, times.splice(0, bookings))
  await sleep(1_000)
  const arrivals = await clients.arrivals()
  const delays = [...answered].map(([id, at]) => Math.max(0, (arrivals[id]?.at(0) ?? Number.NaN) - at))
  if (delays.some(Number.isNaN)) throw new Error("Not every booking's event arrived within a second")
  return median(delays)
}

/** Throws when the clients end instead of answering. */
async function ask(child: ChildProcess, question: Question): Promise<Arrivals> {
  child.send(question)
  const ended = new AbortController()
  const { signal } = ended
  try {
    const [answer] = await Promise.race([
      once(child, "message", { signal }),
      once(child, "exit", { signal }).then(() => Promise.reject(new Error("the clients' process has ended"))),
    ])
    return answer as Arrivals
  } finally {
    ended.abort()
  }
}

async function settledMemory(): Promise<number> {
  await sleep(1_000)
  globalThis.gc?.()
  await sleep(1_000)
  return process.memoryUsage.rss()
}

/** Every hour of March's first working days, for every provider in turn. */
function bookableTimes({ providerIds }: BenchCompany): HttpTime[] {
  return ["01", "02", "03", "04", "05"].flatMap((day) =>
    [14, 15, 16, 17, 18, 19, 20].flatMap((hour) =>
      providerIds.map((providerId) => ({ providerId, start: `2027-03-${day}T${hour}:00:00.000Z` })),
    ),
  )
}

/** Books one after the other; when each appointment was answered, by its id. */
async function bookAll({ base, company }: Site, times: readonly HttpTime[]): Promise<Map<number, number>> {
  const answered = new Map<number, number>()
  for (const { providerId, start } of times) {
    const id = await bookOverHttp(base, company, { providerId, start })
    answered.set(id, performance.timeOrigin + performance.now())
  }
  return answered
}

if (import.meta.main) console.table(await run(() => true))
