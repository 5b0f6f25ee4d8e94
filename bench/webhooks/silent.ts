/** How long a company's events take to arrive when the endpoints of others fall silent at once. */
import { setTimeout as sleep } from "node:timers/promises"
import { eventId } from "../../domain/model/event.ts"
import { listEvents } from "../../service/outbox/event-order.sql.ts"
import type { AppContext } from "../../service/platform/context.ts"
import { startDeliveries } from "../../service/webhooks/deliver-webhooks.worker.ts"
import { median } from "../figure.ts"
import { addEndpoint, makeCompanies, raiseEvents } from "./load.ts"
import type { Sink } from "./sink-process.ts"
import { benchPost } from "./throughput.ts"

const companies = 6
const endpointsEach = 3
/** The events of each company, to each of its endpoints: more than the worker takes of them at once. */
const eventsEach = 300
const measured = 400
const everyMs = 40

export interface Delays {
  medianMs: number
  worstMs: number
}

/** The deadline of the silent requests, after ten seconds, lies within the measured time. */
export async function measureSilence(context: AppContext, sink: Sink): Promise<Delays> {
  const [companyId] = await makeCompanies(context, 1, sink.urlOf("/hook"))
  const silent = await makeCompanies(context, companies, sink.urlOf("/mute"))
  for (const id of silent) {
    for (let n = 1; n < endpointsEach; n += 1) await addEndpoint(context, id, sink.urlOf("/mute"))
  }
  const worker = startDeliveries(context, benchPost(sink.ca))
  try {
    await raiseEvents(context, [companyId!, ...silent], 200)
    await sleep(2_000)
    await sink.arrivals()
    await sink.mute()
    await raiseEvents(context, silent, companies * eventsEach)
    const raisedAt: number[] = []
    for (let i = 0; i < measured; i += 1) {
      await raiseEvents(context, [companyId!], 1)
      raisedAt.push(performance.timeOrigin + performance.now())
      await sleep(everyMs)
    }
    await sleep(10_000)
    return delaysOf(await arrivalsOf(context, sink, companyId!), raisedAt)
  } finally {
    await worker.stop()
  }
}

/** When the company's last events arrived, in the order of their commits. */
async function arrivalsOf(context: AppContext, sink: Sink, companyId: number): Promise<number[]> {
  const arrivals = await sink.arrivals()
  const events = await listEvents(context.db, companyId, {
    after: null,
    types: null,
    since: new Date(0),
    limit: 10_000,
  })
  return events.slice(-measured).map(({ id }) => arrivals.get(eventId(id)) ?? Number.POSITIVE_INFINITY)
}

function delaysOf(arrivals: readonly number[], raisedAt: readonly number[]): Delays {
  const delays = arrivals.map((at, i) => at - raisedAt[i]!)
  return { medianMs: median(delays), worstMs: Math.max(...delays) }
}
