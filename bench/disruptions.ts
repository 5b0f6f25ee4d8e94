/**
 * disruptions.storm_ms: how long it takes to propose a day anew on which a storm closes a location with 60 visits, over HTTP; the
 * median of five, the slower of starts and of windows of two hours. 20 providers; on each of the next two days 40 visits stand
 * already. disruptions.storm_apply_ms: how long all of them are then moved, printed.
 */
import { ok, strictEqual } from "node:assert"
import { type BenchCompany, makeBenchCompany } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median, printed } from "./figure.ts"

export const figures = ["disruptions.storm_ms", "disruptions.storm_apply_ms"]

const goalMs = 2_000
const rounds = 5
const [stormDay, ...nextDays] = ["2027-03-02", "2027-03-03", "2027-03-04"] as const

type Api = (method: string, path: string, body?: object) => Promise<{ status: number; data: Answered }>
interface Answered {
  id: number
  counts: Record<string, number>
  proposals: unknown[]
}

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(10)
  const app = benchApi(bench.context)
  try {
    const base = await app.listen({ host: "127.0.0.1", port: 0 })
    const taken = { propose: 0, apply: 0 }
    for (const promise of [{ kind: "start" }, { kind: "window", minutes: 120 }]) {
      const company = await makeBenchCompany(bench.context, { providers: 20, busyEach: 0 })
      const api = apiOf(base, company)
      await fillDays(api, company, promise)
      await bench.context.db.query("VACUUM ANALYZE")
      const storm = {
        location_id: company.locationId,
        ...{ from: `${stormDay}T05:00:00.000Z`, to: `${nextDays[0]}T05:00:00.000Z` },
      }
      const times: number[] = []
      let last: Answered | null = null
      for (let round = 0; round <= rounds; round += 1) {
        const begun = performance.now()
        const { status, data } = await api("POST", "/disruptions", storm)
        if (round > 0) times.push(performance.now() - begun)
        strictEqual(status, 201)
        strictEqual(data.proposals.length, 60)
        strictEqual(data.counts.unplaced, 0)
        last = data
      }
      taken.propose = Math.max(taken.propose, median(times))
      const begun = performance.now()
      strictEqual((await api("POST", `/disruptions/${last!.id}/apply`, {})).status, 200)
      taken.apply = Math.max(taken.apply, performance.now() - begun)
    }
    return [
      atMost("disruptions.storm_ms", taken.propose, "ms", goalMs, "60 visits, 20 providers"),
      printed("disruptions.storm_apply_ms", taken.apply, "ms", "60 visits, 20 providers"),
    ]
  } finally {
    await app.close()
    await bench.close()
  }
}

const apiOf =
  (base: string, { apiKey }: BenchCompany): Api =>
  async (method, path, body) => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const read = (await answer.json()) as { data: Answered }
    return { status: answer.status, data: read.data }
  }

/** Visits at customers within ten kilometres, as many on each day as are wanted. */
async function fillDays(api: Api, { typeId, locationId, providerIds }: BenchCompany, promise: object) {
  await api("PUT", `/appointment-types/${typeId}`, { place: "at_customer", promise, min_notice_minutes: 0 })
  for (const id of providerIds)
    await api("PUT", `/providers/${id}`, { travel: { speed_kmh: 40, road_factor: 1.3, setup_minutes: 5 } })
  let asked = 0
  for (const [date, wanted] of [[stormDay, 60], ...nextDays.map((day) => [day, 40] as const)] as const) {
    for (let booked = 0; booked < wanted; asked += 1) {
      const { data: customer } = await api("POST", "/customers", {
        name: `Sam Poe ${asked}`,
        address: {
          ...{
            line1: `${asked} Oak Ave`,
            city: "New York",
            state: "NY",
            postal_code: "10001",
            country: "US",
          },
          // Spread evenly, by two turns that never meet.
          latitude: 40.7 + (((asked * 0.618) % 1) - 0.5) * 0.15,
          longitude: -74 + (((asked * 0.755) % 1) - 0.5) * 0.2,
        },
      })
      // All providers at one hour, then all at the next.
      const hour = 14 + 2 * (Math.floor(asked / providerIds.length) % 4)
      const { status } = await api("POST", "/appointments", {
        ...{ customer_id: customer.id, appointment_type_id: typeId, location_id: locationId },
        provider_id: providerIds[asked % providerIds.length],
        start_time: `${date}T${hour}:00:00.000Z`,
      })
      if (status === 201) booked += 1
      ok(asked < 1_000, `${date}: ${booked} of ${wanted}, the last one answered ${status}`)
    }
  }
}
