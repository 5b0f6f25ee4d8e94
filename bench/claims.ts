/**
 * The cost of rooms and crews: 20 providers with 40 visits each in 31 days, six rooms with the visits of six of them.
 *
 * claims.search_ratio: the search of a type that takes a room and two providers against the same search of one that takes
 * neither, over HTTP from another process, one request at a time and in turns; medians.
 * claims.plain_cost: the time of cores, in the service and in PostgreSQL together, of the search of a plain type in a company
 * with 50 rooms and pieces of equipment against one with none, in turns.
 * claims.booking_ratio: a booking of the first type against one of the second, one at a time and in turns; medians.
 */
import { ok } from "node:assert"
import type { AppContext } from "../service/platform/context.ts"
import { findSlots } from "../service/slots/search-slots.ts"
import { type BenchCompany, makeBenchCompany, searchedDates } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median } from "./figure.ts"
import { startHttpCaller } from "./http-caller.ts"
import { bookOnce, timesFor } from "./one-booking.ts"
import { coreSeconds } from "./scale/core-seconds.ts"

const searchFigure = "claims.search_ratio"
const plainFigure = "claims.plain_cost"
const bookingFigure = "claims.booking_ratio"
export const figures = [searchFigure, plainFigure, bookingFigure]

const goals = { search: 2, plain: 1.05, booking: 1.5 }
const providers = 20
const busyEach = 40
const rooms = 6
const manyResources = 50
const farAhead = { booking_window_days: 180 }

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const bench = await openBenchContext(10)
  const app = benchApi(bench.context)
  try {
    const base = await app.listen({ host: "127.0.0.1", port: 0 })
    const company = await makeBenchCompany(bench.context, { providers, busyEach })
    const claimingId = await makeClaimingType(bench.context, base, company)
    await bench.context.db.query("VACUUM ANALYZE")
    const results: Figure[] = []
    if (only(searchFigure)) results.push(await measureSearch(base, company, claimingId))
    if (only(plainFigure)) results.push(await measurePlain(bench.context, base))
    if (only(bookingFigure)) results.push(await measureBooking(bench.context, company, claimingId))
    return results
  } finally {
    await app.close()
    await bench.close()
  }
}

async function ask(base: string, { apiKey }: BenchCompany, method: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" }
  const answer = await fetch(`${base}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
  const { data, error } = (await answer.json()) as { data: { id: number }; error?: { message: string } }
  ok(answer.ok, error?.message ?? path)
  return data
}

/** A type like the company's own that takes a room and two providers, whom all providers offer. */
async function makeClaimingType(context: AppContext, base: string, company: BenchCompany): Promise<number> {
  const { companyId, locationId, typeId, providerIds } = company
  const roomIds: number[] = []
  for (let i = 1; i <= rooms; i++) {
    const room = { name: `Room ${i}`, kind: "room", group: "Rooms", location_id: locationId }
    roomIds.push((await ask(base, company, "POST", "/resources", room)).id)
  }
  const type = {
    ...{ name: "Treatment", duration_minutes: 60, slot_interval_minutes: 30, ...farAhead },
    needs: { providers: 2, resources: [{ group: "Rooms" }] },
  }
  const { id } = await ask(base, company, "POST", "/appointment-types", type)
  await ask(base, company, "PUT", `/appointment-types/${typeId}`, farAhead)
  for (const providerId of providerIds)
    await ask(base, company, "PUT", `/providers/${providerId}`, { appointment_type_ids: [typeId, id] })
  await context.db.query(
    `INSERT INTO allocation (company_id, appointment_id, resource_id, appointment_type_id, lead, start_minute, end_minute,
       job_start_minute, job_end_minute)
     SELECT k.company_id, k.appointment_id, r.room, k.appointment_type_id, false, k.start_minute, k.end_minute,
       k.job_start_minute, k.job_end_minute
     FROM unnest($2::bigint[], $3::bigint[]) AS r (room, provider)
     JOIN allocation k ON k.company_id = $1 AND k.resource_id = r.provider AND k.active`,
    [companyId, roomIds, providerIds.slice(0, rooms)],
  )
  return id
}

async function measureSearch(base: string, company: BenchCompany, claimingId: number): Promise<Figure> {
  const rounds = 10
  const caller = startHttpCaller()
  const question = {
    port: Number(new URL(base).port),
    headers: { authorization: `Bearer ${company.apiKey}`, "content-type": "application/json" },
    connections: 1,
    path: "/api/v1/slots",
    requests: 20,
  }
  const bodyOf = (id: number) => JSON.stringify({ appointment_type_id: id, ...searchedDates })
  const times = { claiming: [] as number[], plain: [] as number[] }
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const claiming = await caller.call({ ...question, body: bodyOf(claimingId) })
      const plain = await caller.call({ ...question, body: bodyOf(company.typeId) })
      // The first round warms up.
      if (round === 0) continue
      times.claiming.push(...claiming.milliseconds)
      times.plain.push(...plain.milliseconds)
    }
  } finally {
    caller.stop()
  }
  const [claiming, plain] = [median(times.claiming), median(times.plain)]
  const said = `with a room and two of ${providers} ${claiming.toFixed(1)} ms, without ${plain.toFixed(1)} ms`
  return atMost(searchFigure, claiming / plain, "×", goals.search, said)
}

async function measurePlain(context: AppContext, base: string): Promise<Figure> {
  const rounds = 30
  const searchesEach = 10
  const none = await makeBenchCompany(context, { providers, busyEach })
  const many = await makeBenchCompany(context, { providers, busyEach })
  for (let i = 1; i <= manyResources; i++) {
    const kind = i % 2 === 0 ? "room" : "equipment"
    const resource = { name: `Resource ${i}`, kind, group: `Group ${i % 5}`, location_id: many.locationId }
    await ask(base, many, "POST", "/resources", resource)
  }
  await context.db.query("VACUUM ANALYZE")
  const search = ({ companyId, typeId }: BenchCompany) =>
    findSlots(
      context,
      { companyId, actor: { kind: "system" }, requestId: "bench", now: context.clock.now() },
      { appointment_type_id: typeId, ...searchedDates },
    )
  const cost = async (company: BenchCompany) => {
    const before = await coreSeconds(context.db)
    for (let i = 0; i < searchesEach; i++) await search(company)
    return ((await coreSeconds(context.db)) - before) * 1_000
  }
  const costs = { none: [] as number[], many: [] as number[] }
  for (let round = 0; round < rounds + 5; round += 1) {
    // Each goes first as often as the other.
    const order = round % 2 === 0 ? (["none", "many"] as const) : (["many", "none"] as const)
    for (const which of order) {
      const ms = await cost(which === "none" ? none : many)
      if (round >= 5) costs[which].push(ms)
    }
  }
  const [withMany, without] = [median(costs.many), median(costs.none)].map((ms) => ms / searchesEach) as [
    number,
    number,
  ]
  const said = `of cores: with ${manyResources} resources ${withMany.toFixed(2)} ms, with none ${without.toFixed(2)} ms`
  return atMost(plainFigure, withMany / without, "×", goals.plain, said)
}

async function measureBooking(
  context: AppContext,
  company: BenchCompany,
  claimingId: number,
): Promise<Figure> {
  const warmUp = 30
  const times = { claiming: [] as number[], plain: [] as number[] }
  const claiming = { ...company, typeId: claimingId }
  const timed = async (of: BenchCompany, provider: number, startMinute: number) => {
    const since = performance.now()
    await bookOnce(context, of, { provider, customer: provider, startMinute })
    return performance.now() - since
  }
  for (const [i, { startMinute }] of timesFor(1, warmUp + 120).entries()) {
    const booked = {
      plain: await timed(company, i % 2, startMinute),
      claiming: await timed(claiming, 2 + (i % 2), startMinute),
    }
    if (i < warmUp) continue
    times.plain.push(booked.plain)
    times.claiming.push(booked.claiming)
  }
  const [ofClaiming, ofPlain] = [median(times.claiming), median(times.plain)]
  const said = `with a room and a crew of two ${ofClaiming.toFixed(1)} ms, a plain one ${ofPlain.toFixed(1)} ms`
  return atMost(bookingFigure, ofClaiming / ofPlain, "×", goals.booking, said)
}

if (import.meta.main) console.table(await run(() => true))
