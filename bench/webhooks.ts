/**
 * webhooks.vs_bare_posts: deliveries a second by one worker, over those of a loop that signs and posts a ready body of the same length and
 * does nothing else (peers/post-loop.ts). The sink is another process, over HTTPS and kept connections, which both use in
 * turns. 16 companies with an endpoint each; 5,000 deliveries of a full sample event (some 800 bytes) lie in the queue when
 * the worker starts, and time ends when the last result is written; the loop posts 5,000 with 64 at once. The median of
 * the ratios of 5 rounds, after one that is not counted. fsync is on.
 *
 * webhooks.db_us_per_delivery: in the same rounds, microseconds that PostgreSQL spends on all statements of leasing and
 * acknowledging (pg_stat_statements, execution), by the number of deliveries. The median of the rounds.
 *
 * webhooks.booking_to_arrival_ms: milliseconds from a booking's answer (POST /appointments, read to the end) to the first
 * byte of its event's request at the sink; API and worker in one process, one booking after the other with a pause of 5
 * ms; the median of 1,000 bookings, after 50 that are not counted.
 *
 * webhooks.noisy_neighbour_ratio: that median while another company's endpoint accepts and never answers, with 5,000 events
 * in the queue for it, over the quiet one. Every request to it lasts until the deadline of 10 s.
 *
 * webhooks.silent_endpoints_ms: milliseconds from an event's commit to the first byte of its request at the sink, while the 18
 * endpoints of six other companies, which answered before, fall silent at once with 300 events in the queue for each. 400
 * events, one every 40 ms from that moment on, so that the end of the silent requests after 10 s is within; the median, and
 * as `webhooks.silent_endpoints_ms_worst` the longest.
 */
import { openBenchContext } from "./bench-context.ts"
import { atLeast, atMost, type Figure } from "./figure.ts"
import { measureArrivals } from "./webhooks/arrival.ts"
import { measureSilence } from "./webhooks/silent.ts"
import { startSink } from "./webhooks/sink-process.ts"
import { measureThroughput } from "./webhooks/throughput.ts"

const [vsBare, databaseTime, toArrival, noisyRatio, silentMedian, silentWorst] = [
  "webhooks.vs_bare_posts",
  "webhooks.db_us_per_delivery",
  "webhooks.booking_to_arrival_ms",
  "webhooks.noisy_neighbour_ratio",
  "webhooks.silent_endpoints_ms",
  "webhooks.silent_endpoints_ms_worst",
] as const
export const figures = [vsBare, databaseTime, toArrival, noisyRatio, silentMedian, silentWorst]

const poolSize = 10

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const bench = await openBenchContext(poolSize)
  const sink = await startSink()
  try {
    const measured: Figure[] = []
    if (only(toArrival) || only(noisyRatio)) {
      const { quietMs, noisyMs } = await measureArrivals(bench.context, sink, only(noisyRatio))
      measured.push(atMost(toArrival, quietMs, "ms", 50, "the booking's answer"))
      if (only(noisyRatio)) {
        measured.push(atMost(noisyRatio, noisyMs / quietMs, "×", 1.5, "the same without the neighbour"))
      }
    }
    if (only(vsBare) || only(databaseTime)) {
      const context = await bench.another("throughput")
      const { ratio, databaseMicroseconds } = await measureThroughput(context, sink)
      measured.push(atLeast(vsBare, ratio, "×", 0.5, "a loop of the same signed posts"))
      measured.push(atMost(databaseTime, databaseMicroseconds, "µs", 40, "pg_stat_statements"))
    }
    if (only(silentMedian) || only(silentWorst)) {
      const { medianMs, worstMs } = await measureSilence(await bench.another("silence"), sink)
      measured.push(atMost(silentMedian, medianMs, "ms", 1_000, "the event's commit"))
      measured.push(atMost(silentWorst, worstMs, "ms", 3_000, "the event's commit"))
    }
    return measured
  } finally {
    sink.stop()
    await bench.close()
  }
}

if (import.meta.main) console.table(await run(() => true))
