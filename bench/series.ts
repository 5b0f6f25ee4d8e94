/**
 * series.judge_ratio: how long the preview of a series of 52 weekly occurrences takes against a search of 31 days, over HTTP from
 * another process, one request at a time and in turns; medians. 20 providers, each with 40 visits in 31 days; the search is of
 * all of them, as the one before a booking.
 */
import { ok, strictEqual } from "node:assert"
import { makeBenchCompany, searchedDates } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median } from "./figure.ts"
import { startHttpCaller } from "./http-caller.ts"

export const figures = ["series.judge_ratio"]

const providers = 20
const goalRatio = 2
const rounds = 10
const requestsEach = 20

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(10)
  const caller = startHttpCaller()
  const app = benchApi(bench.context)
  try {
    const company = await makeBenchCompany(bench.context, { providers, busyEach: 40 })
    await bench.context.db.query("VACUUM ANALYZE")
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
    const common = {
      port: Number(port),
      headers: { authorization: `Bearer ${company.apiKey}`, "content-type": "application/json" },
      connections: 1,
    }
    const wish = {
      customer_id: company.customerId,
      appointment_type_id: company.typeId,
      provider_id: company.providerIds[0]!,
      location_id: company.locationId,
      start_time: "2027-03-02T21:00:00.000Z",
    }
    const series = {
      path: "/api/v1/series",
      body: JSON.stringify({ ...wish, every: { weeks: 1 }, count: 52, preview: true }),
    }
    const search = {
      path: "/api/v1/slots",
      body: JSON.stringify({ appointment_type_id: company.typeId, ...searchedDates }),
    }
    const first = await fetch(`http://127.0.0.1:${port}${series.path}`, {
      method: "POST",
      headers: common.headers,
      body: series.body,
    })
    ok(first.ok)
    const { data } = (await first.json()) as { data: { occurrences: unknown[] } }
    strictEqual(data.occurrences.length, 52)
    const times = { series: [] as number[], search: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      const judged = await caller.call({ ...common, ...series, requests: requestsEach })
      const searched = await caller.call({ ...common, ...search, requests: requestsEach })
      // The first round warms up.
      if (round === 0) continue
      times.series.push(...judged.milliseconds)
      times.search.push(...searched.milliseconds)
    }
    const [judging, searching] = [median(times.series), median(times.search)]
    const said = `52 occurrences in ${judging.toFixed(1)} ms, a search of ${providers} providers in ${searching.toFixed(1)} ms`
    return [atMost("series.judge_ratio", judging / searching, "×", goalRatio, said)]
  } finally {
    caller.stop()
    await app.close()
    await bench.close()
  }
}

if (import.meta.main) console.table(await run())
