/**
 * travel.search_ratio: how many times longer `POST /api/v1/slots` takes over HTTP when travel is judged than when it is not.
 * Input: two companies of ten providers with 40 visits each at customers within some twenty kilometres, 31 days, an hour's
 * visit every half hour at a customer who lives among them; one company has a speed, the other none. The speed is so high
 * that few starts are out of reach, so that both answers are nearly as long; `against` says how long each is. Driving times
 * are estimated. Eight connections from another process, each with one request at a time; the companies in turns, 20 rounds
 * of 80 requests each after 15 unmeasured ones; p50.
 */
import { ok } from "node:assert"
import type { FastifyInstance } from "fastify"
import type { AppContext } from "../src/context.ts"
import { createApi } from "../src/http/company-api/api.ts"
import { type BenchCompany, makeBenchCompany, searchedDates } from "./bench-company.ts"
import { openBenchContext, quietLog } from "./bench-context.ts"
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
  const app = createApi(bench.context, {
    log: quietLog,
    random: bench.context.random,
    trustProxyHops: 0,
    newestMigration: 0,
  })
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
    const [kilobytes, allKilobytes] = sides.map(({ bytes }) => Math.round(bytes / 1024))
    ok(kilobytes! > allKilobytes! * 0.7, "nearly all starts are in reach")
    const against =
      `the same search without a speed (${theirs.toFixed(2)} ms and ${allKilobytes} KB; with one ` +
      `${ours.toFixed(2)} ms and ${kilobytes} KB)`
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

/** The bench's company, whose visits and customers lie on a lattice around its location. */
async function companyOnTheRoad(context: AppContext, travel: object | null): Promise<BenchCompany> {
  const company = await makeBenchCompany(context, { providers, busyEach })
  const { companyId } = company
  const { db } = context
  await db.query("UPDATE company SET travel = $2 WHERE company_id = $1", [companyId, travel])
  await db.query("UPDATE appointment_type SET place = 'at_customer' WHERE company_id = $1", [companyId])
  await db.query(
    `UPDATE customer SET address_latitude = 40.72, address_longitude = -74.03 WHERE company_id = $1`,
    [companyId],
  )
  await db.query(
    `UPDATE appointment_block SET latitude = 40.6 + (id % 20) * 0.01, longitude = -74.1 + (id % 19) * 0.01
     WHERE company_id = $1`,
    [companyId],
  )
  return company
}

if (import.meta.main) console.table(await run())
