/**
 * search.wire_mb_500: megabytes (of 1,048,576 bytes) that `POST /api/v1/slots` sends for 500 providers over 31 days, an
 * hour's visit every half hour, 40 visits each, to a caller that accepts gzip, all parts of the answer together; beside it
 * brotli and no encoding.
 *
 * search.delay_by_500: how many times longer another company's search takes while that search runs. The other company has ten
 * providers with 40 visits each; one connection from another process, one request at a time, uncompressed; alone and beside
 * one caller in a third process that asks for the 500 providers again and again with gzip, in turns, ten rounds of 60
 * requests after two unmeasured; p50. Beside it the 99th percentiles.
 *
 * search.delay_by_flood: the same beside 32 such callers at once.
 */
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { buffer } from "node:stream/consumers"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { type BenchCompany, makeBenchCompany, searchedDates } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median } from "./figure.ts"
import { type HttpCaller, startHttpCaller } from "./http-caller.ts"

const wireFigure = "search.wire_mb_500"
const delayFigure = "search.delay_by_500"
const floodFigure = "search.delay_by_flood"
export const figures = [wireFigure, delayFigure, floodFigure]

const providers = 500
const busyEach = 40
const rounds = 10
const warmUpRounds = 2
const requestsPerRound = 60
const floodCallers = 32
const poolSize = 10

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const bench = await openBenchContext(poolSize)
  const [caller, heavyCaller] = [startHttpCaller(), startHttpCaller()]
  const app = benchApi(bench.context)
  try {
    const heavy = await makeBenchCompany(bench.context, { providers, busyEach })
    const light = await makeBenchCompany(bench.context, { providers: 10, busyEach })
    await bench.context.db.query("VACUUM ANALYZE")
    const port = Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port)
    const asked = { heavy: requestOf(port, heavy, "gzip"), light: requestOf(port, light, "identity") }
    const beside = (name: string, callers: number, goal: number) =>
      delay(name, goal, { ...asked, caller, heavyCaller, callers })
    return [
      ...(only(wireFigure) ? [await wire(port, heavy)] : []),
      ...(only(delayFigure) ? [await beside(delayFigure, 1, 1.5)] : []),
      ...(only(floodFigure) ? [await beside(floodFigure, floodCallers, 5)] : []),
    ]
  } finally {
    caller.stop()
    heavyCaller.stop()
    await app.close()
    await bench.close()
  }
}

type Round = Parameters<HttpCaller["call"]>[0]

const requestOf = (port: number, company: BenchCompany, encoding: string, moreFrom = ""): Round => ({
  port,
  path: "/api/v1/slots",
  headers: {
    authorization: `Bearer ${company.apiKey}`,
    "content-type": "application/json",
    "accept-encoding": encoding,
  },
  body: JSON.stringify({
    appointment_type_id: company.typeId,
    ...searchedDates,
    ...(moreFrom === "" ? {} : { more_from: moreFrom }),
  }),
  connections: 1,
  requests: 1,
})

async function wire(port: number, company: BenchCompany): Promise<Figure> {
  const [gzip, br, plain] = [
    await allParts(port, company, "gzip"),
    await allParts(port, company, "br"),
    await allParts(port, company, "identity"),
  ]
  const against = `${plain.parts} parts; brotli ${br.megabytes.toFixed(2)} MB, no encoding ${plain.megabytes.toFixed(1)} MB`
  return atMost(wireFigure, gzip.megabytes, "MB", 1, against)
}

/** The bytes of the bodies as they are sent. */
async function allParts(port: number, company: BenchCompany, encoding: string) {
  let bytes = 0
  let parts = 0
  for (let moreFrom: string | null = ""; moreFrom !== null; parts += 1) {
    const { headers, body, path } = requestOf(port, company, encoding, moreFrom)
    const sending = request({ port, path, method: "POST", headers })
    sending.end(body)
    const [answer] = (await once(sending, "response")) as [IncomingMessage]
    const sent = await buffer(answer)
    bytes += sent.length
    const unpack = { gzip: gunzipSync, br: brotliDecompressSync, identity: (same: Buffer) => same }[encoding]!
    moreFrom = JSON.parse(unpack(sent).toString("utf8")).data.more_from
  }
  return { megabytes: bytes / 1_048_576, parts }
}

interface Beside {
  heavy: Round
  light: Round
  caller: HttpCaller
  heavyCaller: HttpCaller
  /** How many ask for the 500 providers at once. */
  callers: number
}

async function delay(name: string, goal: number, beside: Beside): Promise<Figure> {
  const { heavy, light, caller, heavyCaller, callers } = beside
  const measure = async () => (await caller.call({ ...light, requests: requestsPerRound })).milliseconds
  const [alone, during]: [number[], number[]] = [[], []]
  let searches = 0
  for (let round = -warmUpRounds; round < rounds; round++) {
    const quiet = await measure()
    let isOver = false
    const flood = (async () => {
      while (!isOver) {
        await heavyCaller.call({ ...heavy, connections: callers, requests: callers })
        searches += callers
      }
    })()
    const disturbed = await measure()
    isOver = true
    await flood
    if (round < 0) continue
    alone.push(...quiet)
    during.push(...disturbed)
  }
  const times = (of: number[]) => `p50 ${median(of).toFixed(1)} ms, p99 ${percentile(of, 99).toFixed(1)} ms`
  const against = `alone (${times(alone)}; beside ${searches} searches ${times(during)})`
  return atMost(name, median(during) / median(alone), "×", goal, against)
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]!
}

if (import.meta.main) console.table(await run(() => true))
