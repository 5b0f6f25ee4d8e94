/**
 * search.ms_100: the time of cores that a search of 100 providers over 31 days takes from the request to the last byte of its
 * last part, in the service and in PostgreSQL together. Input as `search.http_ratio_100`: an hour's visit every half hour, 40
 * visits each. One client in this process follows `more_from`; what it takes itself is measured with an answer of as many bytes
 * that is ready-made, and taken off. 40 searches after 20 unmeasured ones. The parts are said beside it: PostgreSQL, the
 * engine alone, and the rest (reading rows, writing JSON, sending).
 */
import { strictEqual } from "node:assert"
import { searchSteps } from "../domain/rules/availability/find-slots.ts"
import { finished } from "../domain/rules/availability/steps.ts"
import { findSlots } from "../service/slots/search-slots.ts"
import { makeBenchCompany, searchedDates } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure } from "./figure.ts"
import { coreSeconds } from "./scale/core-seconds.ts"

export const figures = ["search.ms_100"]

const providers = 100
const busyEach = 40
const searches = 40
const warmUp = 20
const goalMs = 100
const poolSize = 1

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(poolSize)
  const app = benchApi(bench.context)
  try {
    const company = await makeBenchCompany(bench.context, { providers, busyEach })
    await bench.context.db.query("VACUUM ANALYZE")
    const question = { appointment_type_id: company.typeId, ...searchedDates }
    const call = {
      companyId: company.companyId,
      actor: { kind: "system" } as const,
      requestId: "bench",
      now: bench.context.clock.now(),
    }
    let readyMade = ""
    app.get("/bench/ready-made", (_, reply) => reply.type("application/json").send(readyMade))
    const url = await app.listen({ host: "127.0.0.1", port: 0 })
    const headers = { authorization: `Bearer ${company.apiKey}`, "content-type": "application/json" }
    const ask = async (more: object): Promise<string> => {
      const body = JSON.stringify({ ...question, ...more })
      const answer = await fetch(`${url}/api/v1/slots`, { method: "POST", headers, body })
      strictEqual(answer.status, 200)
      return answer.text()
    }
    let parts = 0
    const searchOnce = async () => {
      let bytes = 0
      let more: object = {}
      for (parts = 1; ; parts += 1) {
        const text = await ask(more)
        bytes += text.length
        const from = /"more_from":"([^"]+)"/.exec(text.slice(-300))?.[1]
        if (from === undefined) return bytes
        more = { more_from: from }
      }
    }
    const bytes = await searchOnce()
    readyMade = " ".repeat(Math.ceil(bytes / parts))
    const sendOnce = async () => {
      for (let part = 0; part < parts; part++) await (await fetch(`${url}/bench/ready-made`)).text()
    }
    const { db } = bench.context
    const [whole, sent] = [await cost(db, searchOnce), await cost(db, sendOnce)]
    const { input } = await findSlots(bench.context, call, question)
    const engine = await cost(db, async () => finished(searchSteps(input)))
    const total = whole.total - sent.own
    const rest = whole.own - sent.own - engine.own
    const against =
      `of cores, in ${parts} parts of ${Math.round(bytes / parts / 1024)} KB (PostgreSQL ${whole.server.toFixed(1)}, ` +
      `the engine ${engine.own.toFixed(1)}, rows and JSON ${rest.toFixed(1)} ms)`
    return [atMost("search.ms_100", total, "ms", goalMs, against)]
  } finally {
    await app.close()
    await bench.close()
  }
}

/** Milliseconds of one run, of this process, of PostgreSQL and of both. */
async function cost(db: Parameters<typeof coreSeconds>[0], work: () => Promise<unknown>) {
  for (let i = 0; i < warmUp; i++) await work()
  const [cpu, all] = [process.cpuUsage(), await coreSeconds(db)]
  for (let i = 0; i < searches; i++) await work()
  const { user, system } = process.cpuUsage(cpu)
  const total = (((await coreSeconds(db)) - all) * 1_000) / searches
  const own = (user + system) / 1_000 / searches
  return { own, server: total - own, total }
}

if (import.meta.main) console.table(await run())
