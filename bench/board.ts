/**
 * board.starts_ms: milliseconds from the request of `POST /api/v1/board/starts` until its answer is read, over HTTP: the lights
 * of a started move on a day of 40 providers, by the rules and by staff judgement. Each has 40 visits of an hour in 31 days;
 * starts every 15 minutes. From another process, one request at a time, 200 after 50 unmeasured ones; p95.
 * board.month_ms: the same of the ten best and the counts of 31 days, without starts; p95 of 100.
 */
import { ok, strictEqual } from "node:assert"
import { type BenchCompany, makeBenchCompany, searchedDates } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median, printed } from "./figure.ts"
import { startHttpCaller } from "./http-caller.ts"

export const figures = ["board.starts_ms", "board.month_ms"]

const providers = 40
const goalMs = 300
const warmUps = 50
const poolSize = 10
const date = "2027-03-02"
const nextDate = "2027-03-03"

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(poolSize)
  const caller = startHttpCaller()
  const app = benchApi(bench.context)
  try {
    const company = await makeBenchCompany(bench.context, {
      providers,
      busyEach: 40,
      slotIntervalMinutes: 15,
    })
    await bench.context.db.query("VACUUM ANALYZE")
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
    const common = {
      port: Number(port),
      path: "/api/v1/board/starts",
      headers: { authorization: `Bearer ${company.apiKey}`, "content-type": "application/json" },
      connections: 1,
    }
    const moved = await answerTo(
      { ...common, path: "/api/v1/appointments" },
      JSON.stringify(visitOf(company)),
    )
    const question = { appointment_id: moved.data.id, all_starts: true, override_eligibility: true }
    const measure = async (fields: object, requests: number) => {
      const body = JSON.stringify({ ...question, ...fields })
      const first = await answerTo(common, body)
      await caller.call({ ...common, body, requests: warmUps })
      return { first, ...(await caller.call({ ...common, body, requests })) }
    }
    const day = await measure({ start_date: date, end_date: nextDate }, 200)
    strictEqual(day.first.data.providers.length, providers)
    const month = await measure({ ...searchedDates, with_starts: false }, 100)
    strictEqual(month.first.data.best.length, 10)
    const said = ({ milliseconds, bodyBytes }: typeof day) =>
      `${providers} providers in one request; p50 ${median(milliseconds).toFixed(1)} ms, ${Math.round(bodyBytes / 1024)} KB`
    return [
      atMost("board.starts_ms", p95(day.milliseconds), "ms", goalMs, said(day)),
      printed("board.month_ms", p95(month.milliseconds), "ms", said(month)),
    ]
  } finally {
    caller.stop()
    await app.close()
    await bench.close()
  }
}

const visitOf = ({ customerId, typeId, providerIds, locationId }: BenchCompany) => ({
  customer_id: customerId,
  appointment_type_id: typeId,
  provider_id: providerIds[0]!,
  location_id: locationId,
  start_time: `${date}T21:00:00.000Z`,
})

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!

async function answerTo(
  { port, path, headers }: { port: number; path: string; headers: Record<string, string> },
  body: string,
): Promise<ReturnType<typeof JSON.parse>> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body })
  ok(answer.ok)
  return answer.json()
}

if (import.meta.main) console.table(await run())
