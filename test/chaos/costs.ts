/**
 * The cost of each question with an estimate, printed beside its estimate, which is to be within twice of it,
 * either way. By time of the thread, so that a busy machine says about the same.
 */
import { makeBenchCompany } from "../../bench/bench-company.ts"
import { benchApi, openBenchContext, quietLog } from "../../bench/bench-context.ts"
import { createAltcha } from "../../service/host/adapters/bot-checks/altcha.ts"
import { createBudget } from "../../service/platform/budget/budget.ts"
import { createCustomerHost } from "../../service/ways-in/customer-host/server.ts"
import { addServices, addVans } from "../attack-table/large-clinic.ts"
import { clinicSlug } from "../attack-table/scene.ts"
import { addKinds } from "../cost-table/kinds.ts"
import { type Asker, type Cost, openAsker } from "../cost-table/measure.ts"
import { type Asked, questionsTo } from "../cost-table/questions.ts"
import { openTally } from "../races/tally.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "costs"
export const isAlone = true

const counts: Record<Scale, { providers: number; times: number }> = {
  few: { providers: 40, times: 0 },
  full: { providers: 200, times: 5 },
}
const mostTimes = 2
/** A cheaper question is done without a grant. */
const leastMs = 20
const webRoot = new URL("../../dist", import.meta.url).pathname

export async function run(scale: Scale): Promise<Outcome[]> {
  const { providers, times } = counts[scale]
  const bench = await openBenchContext(4)
  // The charge for one question makes the next one wait for no one here.
  const botCheck = createAltcha({ secret: "the bot check of the costs", maxNumber: 100 })
  const context = { ...bench.context, budget: createBudget({ longestWaitMs: 60_000 }), botCheck }
  const api = benchApi(context)
  const transport = { log: quietLog, trustProxyHops: 0, newestMigration: 0 }
  const pages = await createCustomerHost(context, { ...transport, bookUrl: "http://book.example", webRoot })
  let asker: Asker | null = null
  try {
    const company = await makeBenchCompany(context, { providers, busyEach: 40, slotIntervalMinutes: 15 })
    const asStaff = async (method: string, path: string, body?: object) => {
      const answer = await api.inject({
        ...{ method: method as "POST", url: `/api/v1${path}` },
        ...{ headers: { authorization: `Bearer ${company.apiKey}` }, payload: body ?? {} },
      })
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`)
      return answer.json().data as { id: number }
    }
    await asStaff("PUT", "/company", { public_slug: clinicSlug, public_booking_enabled: true })
    await asStaff("PUT", `/appointment-types/${company.typeId}`, { public_booking: true })
    const serviceIds = await addServices(context.db, asStaff, company)
    const { depotId, windowTypeId } = await addVans(context.db, asStaff, company)
    const kindIds = await addKinds(context.db, asStaff, company)
    // On each day the visits of each provider are another customer's, as on any day that breaks.
    await context.db.query(
      `UPDATE appointment SET customer_id = ($2::bigint[])[1 + provider_id % cardinality($2::bigint[])]
       WHERE company_id = $1`,
      [company.companyId, company.customerIds],
    )
    await context.db.query("VACUUM ANALYZE")
    const listen = { host: "127.0.0.1", port: 0 }
    const urls = { api: await api.listen(listen), pages: await pages.listen(listen) }
    asker = openAsker(urls, company.apiKey)
    const outcomes: Outcome[] = []
    const all = questionsTo({ ...company, serviceIds, depotId, windowTypeId, kindIds })
    for (const asked of all.filter(({ isOneOfMany }) => scale === "full" || !isOneOfMany)) {
      const outcome = outcomeOf(asked, await asker.costOf(asked, times), scale)
      outcomes.push(outcome)
      process.stderr.write(`${outcome.name}: ${outcome.note}\n`)
    }
    return outcomes
  } finally {
    asker?.stop()
    await Promise.all([api.close(), pages.close()])
    await bench.close()
  }
}

function outcomeOf({ operation, name: question }: Asked, cost: Cost, scale: Scale): Outcome {
  const { status, bytes, estimatedMs, tookMs } = cost
  const tally = openTally(`costs, ${operation}, ${question}`)
  tally.check(status < 300, () => `answered ${status}`)
  tally.check(estimatedMs !== null, () => "no estimate")
  if (estimatedMs === null) return tally.outcome(`${status}, took ${tookMs.toFixed(0)} ms`)
  const times = estimatedMs / tookMs
  const isJudged = scale === "full" && Math.max(estimatedMs, tookMs) >= leastMs
  tally.check(
    !isJudged || (times <= mostTimes && times >= 1 / mostTimes),
    () => `estimate is not within × ${mostTimes}`,
  )
  return tally.outcome(
    `${status}, ${Math.round(bytes / 1_024)} KB, estimated ${estimatedMs.toFixed(0)} ms, took ${tookMs.toFixed(0)} ms: × ${times.toFixed(2)}`,
  )
}
