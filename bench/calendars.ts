/**
 * calendars.search_ratio: how many times longer `POST /api/v1/slots` takes over HTTP when ten calendars are connected than
 * when none is. Input: two companies of ten providers with 40 visits each, 31 days, an hour's visit every half hour; in the
 * one each provider has a calendar, read a moment ago, whose 40 events lie on the visits, so that both give the same answer
 * and write the same bytes. Eight connections from another process, each with one request at a time; the companies in turns,
 * 20 rounds of 80 requests each after 15 unmeasured ones; p50.
 *
 * calendars.requests_per_booking: how often a booking asks the outside while its provider has a calendar connected: the live
 * check, and nothing else. Counted at a CalDAV server's place over 50 bookings; beside it the database's round trips that
 * these take more than bookings of a provider without calendars.
 */

import { ok } from "node:assert"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { FastifyInstance } from "fastify"
import { associatedData } from "../domain/model/sealing.ts"
import { createCalendars } from "../service/host/adapters/calendars/calendars.ts"
import { createAddressGuard, machineNames } from "../service/host/adapters/outbound/address-guard.ts"
import { packedByMonth } from "../service/ledger/packed-minutes.sql.ts"
import { insertCalendar, nextCalendarId } from "../service/ledger/provider-calendars.sql.ts"
import type { AppContext } from "../service/platform/context.ts"
import { type BenchCompany, makeBenchCompany, searchedDates } from "./bench-company.ts"
import { type BenchContext, benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median } from "./figure.ts"
import { type HttpCaller, startHttpCaller } from "./http-caller.ts"
import { bookOnce, timesFor } from "./one-booking.ts"

const searchFigure = "calendars.search_ratio"
const bookingFigure = "calendars.requests_per_booking"
export const figures = [searchFigure, bookingFigure]

const providers = 10
const busyEach = 40
const connections = 8
const rounds = 20
const warmUpRounds = 15
const requestsPerRound = 80
const bookings = 50
const searchGoal = 1.2
const requestGoal = 1
const poolSize = 10

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const bench = await openBenchContext(poolSize)
  try {
    const results: Figure[] = []
    if (only(searchFigure)) results.push(await searchRatio(bench))
    if (only(bookingFigure)) results.push(await requestsPerBooking(bench.context))
    return results
  } finally {
    await bench.close()
  }
}

async function searchRatio(bench: BenchContext): Promise<Figure> {
  const none = await openSide(bench.context)
  const ten = await openSide(await bench.another("connected"))
  for (const providerId of ten.company.providerIds) await connectRead(ten.context, ten.company, providerId)
  const caller = startHttpCaller()
  try {
    const [plain, connected] = [await questionOf(none), await questionOf(ten)]
    ok((await answerText(plain)) === (await answerText(connected)), "both must give the same answer")
    const withNone: number[] = []
    const withTen: number[] = []
    for (let round = -warmUpRounds; round < rounds; round++) {
      const first = await callOnce(caller, plain)
      const second = await callOnce(caller, connected)
      if (round < 0) continue
      withNone.push(...first)
      withTen.push(...second)
    }
    const [noneMs, tenMs] = [median(withNone), median(withTen)]
    const against = `the same search without calendars (${noneMs.toFixed(2)} ms; with ten ${tenMs.toFixed(2)} ms)`
    return atMost(searchFigure, tenMs / noneMs, "×", searchGoal, against)
  } finally {
    caller.stop()
    await none.app.close()
    await ten.app.close()
  }
}

interface Side {
  context: AppContext
  company: BenchCompany
  app: FastifyInstance
}

async function openSide(context: AppContext): Promise<Side> {
  const company = await makeBenchCompany(context, { providers, busyEach })
  const app = benchApi(context)
  return { context, company, app }
}

async function questionOf({ context, company, app }: Side): Promise<Question> {
  await context.db.query("VACUUM ANALYZE")
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
  return {
    port: Number(port),
    path: "/api/v1/slots",
    headers: { authorization: `Bearer ${company.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ appointment_type_id: company.typeId, ...searchedDates }),
    connections,
    requests: requestsPerRound,
  }
}

type Question = Parameters<HttpCaller["call"]>[0]

const callOnce = async (caller: HttpCaller, question: Question) => (await caller.call(question)).milliseconds

async function answerText({ port, path, headers, body }: Question): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body })
  ok(answer.status === 200, `the search answered ${answer.status}`)
  return answer.text()
}

async function connect(
  context: AppContext,
  company: BenchCompany,
  providerId: number,
  url: string,
): Promise<number> {
  const { companyId } = company
  return context.db.transaction(async (tx) => {
    const id = await nextCalendarId(tx)
    const settings = { kind: "caldav", url, username: "ana", password: "secret" }
    const sealedSettings = context.sealer.seal(
      JSON.stringify(settings),
      associatedData.calendar(companyId, id),
    )
    const calendar = {
      kind: "caldav" as const,
      address: url,
      writes: true,
      timezone: "UTC",
      zone_is_set: true,
      unanswered_blocks: true,
      owner_email: null,
    }
    const mark = id.toString(32).padStart(16, "0")
    const fields = { id, provider_id: providerId, ...calendar, sealedSettings, mark }
    await insertCalendar(tx, companyId, fields, context.clock.now())
    return id
  })
}

/** A calendar whose events lie on the provider's visits. */
async function connectRead(context: AppContext, company: BenchCompany, providerId: number): Promise<void> {
  const { companyId } = company
  const id = await connect(context, company, providerId, "https://dav.example.com/ana/")
  const visits = await context.db.query<{ start_minute: number; end_minute: number }>(
    `SELECT start_minute, end_minute FROM allocation
     WHERE company_id = $1 AND resource_id = $2 ORDER BY start_minute`,
    [companyId, providerId],
  )
  const busy = Int32Array.from(visits.flatMap(({ start_minute, end_minute }) => [start_minute, end_minute]))
  for (const [month, packed] of packedByMonth(busy)) {
    await context.db.query(
      "INSERT INTO calendar_busy (company_id, provider_id, calendar_id, month, busy) VALUES ($1, $2, $3, $4, $5)",
      [companyId, providerId, id, month, packed],
    )
  }
  // Ahead of the clock, so that it stays fresh however long the rounds take.
  await context.db.query("UPDATE provider_calendar SET last_read_at = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    id,
    new Date(context.clock.now() + 3_600_000),
  ])
}

async function requestsPerBooking(context: AppContext): Promise<Figure> {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    request.resume()
    response.writeHead(207).end('<multistatus xmlns="DAV:"/>')
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ana/`
  const guard = createAddressGuard({ resolve: machineNames, allowPrivate: true })
  const calendars = createCalendars({ guard, now: () => context.clock.now() })
  const counted = countingContext({ ...context, calendars })
  try {
    const company = await makeBenchCompany(context, { providers, busyEach })
    const times = timesFor(providers, 2 * bookings)
    const roundTripsOf = async (wanted: typeof times) => {
      // The first booking finds out that there are calendars; those that follow know.
      await bookOnce(counted.context, company, wanted[0]!)
      requests = 0
      const before = counted.roundTrips()
      for (const time of wanted.slice(1)) await bookOnce(counted.context, company, time)
      return (counted.roundTrips() - before) / (wanted.length - 1)
    }
    const without = await roundTripsOf(times.slice(0, bookings))
    for (const providerId of company.providerIds) {
      await connect(context, company, providerId, url)
      counted.context.providersWithCalendars.add(providerId)
    }
    const withOne = await roundTripsOf(times.slice(bookings))
    const against = `a provider without calendars; ${withOne - without} round trip to the database more`
    return atMost(bookingFigure, requests / (bookings - 1), "requests", requestGoal, against)
  } finally {
    calendars.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** Counts statements outside transactions, and transactions: what a caller waits for one after the other. */
function countingContext(context: AppContext): { context: AppContext; roundTrips(): number } {
  let count = 0
  const db: AppContext["db"] = {
    ...context.db,
    query(text, values) {
      count += 1
      return context.db.query(text, values)
    },
    transaction(work) {
      count += 1
      return context.db.transaction(work)
    },
  }
  return { context: { ...context, db }, roundTrips: () => count }
}

if (import.meta.main) console.table(await run(() => true))
