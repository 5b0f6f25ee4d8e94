/**
 * travel.search_ratio: how many times longer `POST /api/v1/slots` takes over HTTP when travel is judged than when it is not.
 * Input: two companies of ten providers with 40 visits each, 31 days, an hour's visit every half hour with five minutes of
 * buffer on both sides; one company has a speed, the other none. All visits are within some hundred metres of the customer,
 * which is a minute by road, and the providers set out from there: so every visit has its legs, and both answers are as long,
 * because the buffers keep more than that minute. Driving times are estimated. Eight connections from another process, each
 * with one request at a time; the companies in turns, 20 rounds of 80 requests each after 15 unmeasured ones; p50.
 */
import { ok } from "node:assert"
import type { FastifyInstance } from "fastify"
import type { AppContext } from "../service/platform/context.ts"
import { type BenchCompany, makeBenchCompany, searchedDates } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median } from "./figure.ts"
import { startHttpCaller } from "./http-caller.ts"

const figure = "travel.search_ratio"
export const figures = [figure]

const providers = 10
const busyEach = 40
const connections = 8
const rounds = 20
const warmUpRounds = 15
const requestsPerRound = 80
const goal = 1.5
const poolSize = 10

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(poolSize)
  const caller = startHttpCaller()
  const app = benchApi(bench.context)
  try {
    const judged = await companyOnTheRoad(bench.context, { speed_kmh: 150, road_factor: 1, setup_minutes: 0 })
    const plain = await companyOnTheRoad(bench.context, null)
    await bench.context.db.query("VACUUM ANALYZE")
    const port = Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port)
    const sides = [judged, plain].map((company) => ({ company, milliseconds: [] as number[], bytes: 0 }))
    for (let round = -warmUpRounds; round < rounds; round++) {
      for (const side of sides) {
        const result = await caller.call({ port, path: "/api/v1/slots", ...questionOf(side.company) })
        side.bytes = result.bodyBytes
        if (round >= 0) side.milliseconds.push(...result.milliseconds)
      }
    }
    const [ours, theirs] = sides.map(({ milliseconds }) => median(milliseconds)) as [number, number]
    // The companies' visits begin at other hours, so the answers are nearly as long.
    ok(Math.abs(sides[0]!.bytes / sides[1]!.bytes - 1) < 0.02, "both answers must be as long")
    const against = `the same search without a speed (${theirs.toFixed(2)} ms; with one ${ours.toFixed(2)} ms)`
    return [atMost(figure, ours / theirs, "×", goal, against)]
  } finally {
    caller.stop()
    await (app as FastifyInstance).close()
    await bench.close()
  }
}

function questionOf({ apiKey, typeId, customerId }: BenchCompany) {
  return {
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ appointment_type_id: typeId, customer_id: customerId, ...searchedDates }),
    connections,
    requests: requestsPerRound,
  }
}

/** The bench's company on the road; its visits lie on a lattice around the customer, who is where the location is. */
async function companyOnTheRoad(context: AppContext, travel: object | null): Promise<BenchCompany> {
  const company = await makeBenchCompany(context, { providers, busyEach })
  const { companyId } = company
  const { db } = context
  await db.query("UPDATE company SET travel = $2 WHERE company_id = $1", [companyId, travel])
  await db.query(
    `UPDATE appointment_type SET place = 'at_customer', buffer_before_minutes = 5, buffer_after_minutes = 5
     WHERE company_id = $1`,
    [companyId],
  )
  await db.query("UPDATE location SET latitude = 40.7, longitude = -74 WHERE company_id = $1", [companyId])
  await db.query(
    "UPDATE customer SET address_latitude = 40.7, address_longitude = -74 WHERE company_id = $1",
    [companyId],
  )
  await db.query(
    `UPDATE allocation SET latitude = 40.7001 + (id % 20) * 0.00005, longitude = -74 + (id % 19) * 0.00005
     WHERE company_id = $1`,
    [companyId],
  )
  return company
}

if (import.meta.main) console.table(await run())
