/**
 * The work of one core, and the cost of many companies in one database. A core second is one second of one core's time, the
 * service's and PostgreSQL's together, as the system counts it; the benchmark's own part of the process is in it.
 *
 * scale.bookings_per_core_second: `book_appointment` with an Idempotency-Key and a webhook endpoint, four at once.
 * scale.searches_per_core_second: 31 days of four providers with ten visits each, without HTTP.
 * scale.deliveries_per_core_second: 5,000 webhooks to 16 endpoints over HTTPS, by one worker; the sink is not counted.
 * scale.bytes_per_appointment: by how much the tables grow with a booking, indexes included, after 2,000 of them; `against`
 * says how long which part is kept.
 *
 * scale.search_100_companies, _10000 and scale.booking_100_companies, _10000: how many core seconds a search or a booking takes
 * when so many companies are in the database, each asked in turn, over what it takes when one is. In turns, 8 rounds after
 * 2 unmeasured ones; the median of the rounds. All companies are alike: four providers, four customers, forty visits.
 */
import { openBenchContext } from "./bench-context.ts"
import { atLeast, atMost, type Figure } from "./figure.ts"
import { measureCompanies } from "./scale/companies.ts"
import { deliveriesPerCoreSecond } from "./scale/deliveries.ts"

const [bookings, searches, deliveries, bytes] = [
  "scale.bookings_per_core_second",
  "scale.searches_per_core_second",
  "scale.deliveries_per_core_second",
  "scale.bytes_per_appointment",
] as const
const sizes = [100, 10_000]
const ratioName = (of: "search" | "booking", companies: number) => `scale.${of}_${companies}_companies`
const ratios = sizes.flatMap((size) => [ratioName("search", size), ratioName("booking", size)])
export const figures = [bookings, searches, bytes, ...ratios, deliveries]

const goal = 1.2

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const bench = await openBenchContext(10)
  try {
    const measured: Figure[] = []
    if (figures.some((name) => name !== deliveries && only(name))) {
      const [one, ...many] = await measureCompanies(bench, [1, ...sizes])
      measured.push(
        atLeast(bookings, 1 / one!.booking, "/s", 250, "core seconds of service and PostgreSQL, one company"),
        atLeast(searches, 1 / one!.search, "/s", 400, "core seconds of service and PostgreSQL, one company"),
        atMost(bytes, one!.bytes.total, "bytes", 16_000, one!.bytes.parts),
      )
      for (const { companies, search, booking } of many) {
        const against = (own: number, ofOne: number) =>
          `one company (${(ofOne * 1e6).toFixed(0)} µs of a core; ${companies} companies ${(own * 1e6).toFixed(0)} µs)`
        measured.push(
          atMost(
            ratioName("search", companies),
            search / one!.search,
            "×",
            goal,
            against(search, one!.search),
          ),
          atMost(
            ratioName("booking", companies),
            booking / one!.booking,
            "×",
            goal,
            against(booking, one!.booking),
          ),
        )
      }
    }
    if (only(deliveries)) {
      const perSecond = await deliveriesPerCoreSecond(await bench.another("deliveries"))
      measured.push(atLeast(deliveries, perSecond, "/s", 500, "core seconds of service and PostgreSQL"))
    }
    return measured
  } finally {
    await bench.close()
  }
}

if (import.meta.main) console.table(await run(() => true))
