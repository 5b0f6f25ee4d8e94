/**
 * explain.vs_search: how many times longer `POST /api/v1/slots/explain` of a day takes over HTTP than `POST /api/v1/slots`
 * of the same day, provider and location. Input: a provider with 40 visits in 31 days, of whom a working day with two
 * visits is asked; an hour's visit every half hour, so that 48 starts are explained and about ten slots found. Connections
 * from another process, eight with one request at a time; the two in turns, round by round, 1,600 requests each, after
 * 1,200 unmeasured ones; p50. Warm: the database is in memory, its statements are planned.
 * explain.range_vs_search: the same of `POST /api/v1/slots/explain-range` and a search over ten such providers and 31 days: 14,880
 * starts are explained; 160 requests each.
 */
import { ok, strictEqual } from "node:assert"
import { type BenchCompany, makeBenchCompany, searchedDates } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median } from "./figure.ts"
import { startHttpCaller } from "./http-caller.ts"

export const figures = ["explain.vs_search", "explain.range_vs_search"]

const connections = 8
const rounds = 20
const warmUpRounds = 15
const requestsPerRound = 80
const goal = 2
const rangeGoal = 3
const rangeRequestsPerRound = 8
const poolSize = 10
const date = "2027-03-02"
const nextDate = "2027-03-03"

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(poolSize)
  const caller = startHttpCaller()
  const app = benchApi(bench.context)
  try {
    const company = await makeBenchCompany(bench.context, { providers: 10, busyEach: 40 })
    await bench.context.db.query("VACUUM ANALYZE")
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
    const asked = {
      appointment_type_id: company.typeId,
      provider_id: company.providerIds[0]!,
      location_id: company.locationId,
    }
    const questions = [
      { path: "/api/v1/slots/explain", body: JSON.stringify({ ...asked, date }) },
      { path: "/api/v1/slots", body: JSON.stringify({ ...asked, start_date: date, end_date: nextDate }) },
    ]
    const common = {
      port: Number(port),
      headers: { authorization: `Bearer ${company.apiKey}`, "content-type": "application/json" },
      connections,
      requests: requestsPerRound,
    }
    const [explanation, search] = await Promise.all(questions.map((question) => answerTo(common, question)))
    const offered = explanation!.data.starts.filter((start: { offered: boolean }) => start.offered)
    deepEqualStarts(offered, search!.data.providers[0].slots)
    ok(explanation!.data.starts.length >= 48)
    const samples = await inTurns(caller, common, questions)
    const ofRange = await inTurns(
      caller,
      { ...common, requests: rangeRequestsPerRound },
      rangeQuestions(company),
    )
    return [
      atMost("explain.vs_search", samples.ratio, "×", goal, `a search of the day (${samples.said})`),
      atMost(
        "explain.range_vs_search",
        ofRange.ratio,
        "×",
        rangeGoal,
        `a search of the same (${ofRange.said})`,
      ),
    ]
  } finally {
    caller.stop()
    await app.close()
    await bench.close()
  }
}

function rangeQuestions({ typeId }: BenchCompany): Question[] {
  const body = JSON.stringify({ appointment_type_id: typeId, ...searchedDates })
  return [
    { path: "/api/v1/slots/explain-range", body },
    { path: "/api/v1/slots", body },
  ]
}

interface Question {
  path: string
  body: string
}

type Caller = ReturnType<typeof startHttpCaller>

/** How many times longer the first takes than the second. */
async function inTurns(
  caller: Caller,
  common: Omit<Parameters<Caller["call"]>[0], keyof Question>,
  questions: readonly Question[],
): Promise<{ ratio: number; said: string }> {
  const samples = questions.map((): number[] => [])
  let bytes = 0
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [i, question] of questions.entries()) {
      const result = await caller.call({ ...common, ...question })
      if (round >= 0) samples[i]!.push(...result.milliseconds)
      if (i === 0) bytes = result.bodyBytes
    }
  }
  const [explainMs, searchMs] = samples.map(median) as [number, number]
  const said = `${searchMs.toFixed(2)} ms; ${Math.round(bytes / 1024)} KB in ${explainMs.toFixed(2)} ms`
  return { ratio: explainMs / searchMs, said }
}

interface Start {
  start_time: string
}

function deepEqualStarts(offered: readonly Start[], found: readonly Start[]): void {
  const times = (starts: readonly Start[]) => starts.map(({ start_time }) => start_time).join(" ")
  ok(found.length > 5)
  strictEqual(times(offered), times(found))
}

async function answerTo(
  { port, headers }: { port: number; headers: Record<string, string> },
  { path, body }: { path: string; body: string },
): Promise<ReturnType<typeof JSON.parse>> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body })
  strictEqual(answer.status, 200)
  return answer.json()
}

if (import.meta.main) console.table(await run())
