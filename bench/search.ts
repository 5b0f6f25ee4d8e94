/**
 * search.http_ratio_1, _10, _100: how many times longer `POST /api/v1/slots` takes over HTTP than an endpoint of the same
 * server that does one round trip of the same packed rows and sends the same answer ready-made (peers/packed-rows.ts).
 * Input: 31 days, an hour's visit every half hour, 1, 10 or 100 providers with 40 visits each; the full JSON of every
 * time. Eight connections from another process, each with one request at a time; the endpoints in turns, round by
 * round, 1,600 requests each, after 1,200 unmeasured ones. p50 of the time from the request's first byte to the answer's
 * last. Warm: the database is in memory, its statements are planned. The peer sends as many bytes as the search, since
 * what sending them takes is no matter of searching; `against` also tells the ratio to the same round trip with an answer
 * of a few bytes, which is not the figure.
 *
 * search.db_time_1m_vs_10k: see search-in-database.ts.
 */
import { strictEqual } from "node:assert"
import type { FastifyInstance } from "fastify"
import type { AppContext } from "../service/platform/context.ts"
import { type BenchCompany, makeBenchCompany, searchedDates } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median } from "./figure.ts"
import { type HttpCaller, startHttpCaller } from "./http-caller.ts"
import type { Round } from "./http-client.ts"
import { mountPackedRows, shortPath } from "./peers/packed-rows.ts"
import { databaseTimeRatio } from "./search-in-database.ts"

const sizes = [1, 10, 100]
const ratioName = (providers: number) => `search.http_ratio_${providers}`
const databaseFigure = "search.db_time_1m_vs_10k"
export const figures = [...sizes.map(ratioName), databaseFigure]

const busyEach = 40
const connections = 8
const rounds = 20
const warmUpRounds = 15
const requestsPerRound = 80
const goal = 1.5
const poolSize = 10

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const wanted = sizes.filter((providers) => only(ratioName(providers)))
  const ratios = wanted.length > 0 ? await httpRatios(wanted) : []
  return only(databaseFigure) ? [...ratios, await databaseTimeRatio(databaseFigure, busyEach)] : ratios
}

async function httpRatios(wanted: readonly number[]): Promise<Figure[]> {
  const bench = await openBenchContext(poolSize)
  const caller = startHttpCaller()
  const app = benchApi(bench.context)
  try {
    const companies = new Map<number, BenchCompany>()
    for (const providers of wanted) companies.set(providers, await prepare(bench.context, app, providers))
    await bench.context.db.query("VACUUM ANALYZE")
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
    const results: Figure[] = []
    for (const [providers, company] of companies) {
      results.push(await ratioOf(caller, Number(port), providers, company))
    }
    return results
  } finally {
    caller.stop()
    await app.close()
    await bench.close()
  }
}

const peerPath = (providers: number) => `/bench/packed-rows/${providers}`
const questionFor = (company: BenchCompany) => ({ appointment_type_id: company.typeId, ...searchedDates })

async function prepare(context: AppContext, app: FastifyInstance, providers: number): Promise<BenchCompany> {
  const company = await makeBenchCompany(context, { providers, busyEach })
  const call = {
    companyId: company.companyId,
    actor: { kind: "system" } as const,
    requestId: "bench",
    now: context.clock.now(),
  }
  await mountPackedRows(app, context, peerPath(providers), call, questionFor(company))
  return company
}

async function ratioOf(
  caller: HttpCaller,
  port: number,
  providers: number,
  company: BenchCompany,
): Promise<Figure> {
  const common = {
    port,
    headers: { authorization: `Bearer ${company.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(questionFor(company)),
    connections,
    requests: requestsPerRound,
  }
  strictEqual(await answerText(common, "/api/v1/slots"), await answerText(common, peerPath(providers)))
  const paths = ["/api/v1/slots", peerPath(providers), shortPath(peerPath(providers))]
  const samples = paths.map((): number[] => [])
  let bodyBytes = 0
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [i, path] of paths.entries()) {
      const result = await caller.call({ ...common, path })
      if (round >= 0) samples[i]!.push(...result.milliseconds)
      if (i === 0) bodyBytes = result.bodyBytes
    }
  }
  const [ours, theirs, short] = samples.map(median) as [number, number, number]
  const against =
    `one round trip of the packed rows (${theirs.toFixed(2)} ms; ${Math.round(bodyBytes / 1024)} KB in ` +
    `${ours.toFixed(2)} ms; ${(ours / short).toFixed(2)} × one with a short answer)`
  return atMost(ratioName(providers), ours / theirs, "×", goal, against)
}

async function answerText({ port, headers, body }: Omit<Round, "path">, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body })
  strictEqual(answer.status, 200)
  return answer.text()
}

if (import.meta.main) console.table(await run(() => true))
