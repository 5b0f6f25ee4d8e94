/** How long after its booking is answered an event arrives, with and without a neighbour whose endpoint hangs. */
import { setTimeout as sleep } from "node:timers/promises"
import { eventId } from "../../domain/model/event.ts"
import { listEvents } from "../../service/outbox/event-order.sql.ts"
import type { AppContext } from "../../service/platform/context.ts"
import { startDeliveries } from "../../service/webhooks/deliver-webhooks.worker.ts"
import { type BenchCompany, makeBenchCompany } from "../bench-company.ts"
import { benchApi, benchNow } from "../bench-context.ts"
import { median } from "../figure.ts"
import { bookOverHttp, type HttpTime } from "../one-booking.ts"
import { addEndpoint, makeCompanies, raiseEvents } from "./load.ts"
import type { Sink } from "./sink-process.ts"
import { benchPost } from "./throughput.ts"

export const bookingsPerRound = 1_000
const providers = 30
const hangingEvents = 5_000
const pauseMs = 5

export interface Arrivals {
  quietMs: number
  noisyMs: number
}

/** `withNoise` false leaves the second half out. */
export async function measureArrivals(
  context: AppContext,
  sink: Sink,
  withNoise: boolean,
): Promise<Arrivals> {
  const company = await makeBenchCompany(context, { providers, busyEach: 0 })
  await addEndpoint(context, company.companyId, sink.urlOf("/hook"))
  const app = benchApi(context)
  const base = await app.listen({ host: "127.0.0.1", port: 0 })
  const worker = startDeliveries(context, benchPost(sink.ca))
  try {
    const times = bookableTimes(company)
    await bookAll(context, sink, base, company, times.splice(0, 50))
    const quietMs = await bookAll(context, sink, base, company, times.splice(0, bookingsPerRound))
    if (!withNoise) return { quietMs, noisyMs: Number.NaN }
    const [neighbour] = await makeCompanies(context, 1, sink.urlOf("/hang"))
    await raiseEvents(context, [neighbour!], hangingEvents)
    const noisyMs = await bookAll(context, sink, base, company, times.splice(0, bookingsPerRound))
    return { quietMs, noisyMs }
  } finally {
    await Promise.all([worker.stop(), app.close()])
  }
}

/** Every hour of the working days from the third day on, for every provider in turn. */
function bookableTimes({ providerIds }: BenchCompany): HttpTime[] {
  const days = Array.from({ length: 21 }, (_, i) => Math.floor(benchNow / 86_400_000) + 3 + i)
  const working = days.filter(
    (day) => (day + 3) % 7 < 5 && day < Math.floor(Date.UTC(2027, 2, 13) / 86_400_000),
  )
  return working.flatMap((day) =>
    [14, 15, 16, 17, 18, 19, 20].flatMap((hour) =>
      providerIds.map((providerId) => ({
        providerId,
        start: new Date(day * 86_400_000 + hour * 3_600_000).toISOString(),
      })),
    ),
  )
}

/** Books one after the other; the median of the milliseconds from each answer to its event's arrival. */
async function bookAll(
  context: AppContext,
  sink: Sink,
  base: string,
  company: BenchCompany,
  times: readonly HttpTime[],
): Promise<number> {
  const answered = new Map<number, number>()
  for (const time of times) {
    const appointmentId = await bookOverHttp(base, company, time)
    answered.set(appointmentId, performance.timeOrigin + performance.now())
    await sleep(pauseMs)
  }
  await sleep(1_000)
  const arrivals = await sink.arrivals()
  const events = await eventIds(context, company.companyId)
  const delays = [...answered].map(([id, at]) => (arrivals.get(events.get(id)!) ?? Number.NaN) - at)
  if (delays.some(Number.isNaN)) throw new Error("Not every booking's event arrived within a second")
  return median(delays)
}

/** The events' ids as receivers see them, by appointment. */
async function eventIds(context: AppContext, companyId: number): Promise<Map<number, string>> {
  const filter = { after: null, types: null, since: new Date(0), limit: 10_000 }
  const events = await listEvents(context.db, companyId, filter)
  return new Map(events.map((event) => [event.data.appointment!.id, eventId(event.id)]))
}
