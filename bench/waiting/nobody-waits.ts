/** The waiting list's cost for a company with an empty one, in each change that frees time. */

import { bookAppointment } from "../../service/booking/book.ts"
import { cancelAppointment } from "../../service/booking/cancel.ts"
import { rescheduleAppointment } from "../../service/booking/reschedule.ts"
import { endHold } from "../../service/holds/end-hold.ts"
import { holdTime } from "../../service/holds/hold-time.ts"
import type { AppContext } from "../../service/platform/context.ts"
import type { Call } from "../../service/platform/operation.ts"
import type { Database, Tx } from "../../service/platform/pg/database.ts"
import { type BenchCompany, makeBenchCompany } from "../bench-company.ts"
import { openBenchContext } from "../bench-context.ts"
import { atMost, type Figure, median } from "../figure.ts"
import { timesFor } from "../one-booking.ts"

const rounds = 250
const warmUpRounds = 40
const goal = 1.08

const changes = ["cancel", "move", "hold's end"] as const
type Times = Record<(typeof changes)[number], number[]>

/** Medians of the three changes in sum, with the list's statements and without them, in turns on the same database. */
export async function measureNobodyWaits(name: string): Promise<Figure> {
  const bench = await openBenchContext(4)
  try {
    const company = await makeBenchCompany(bench.context, { providers: 4, busyEach: 40 })
    await bench.context.db.query("VACUUM ANALYZE")
    const without = { ...bench.context, db: withoutList(bench.context.db) }
    const measured = { with: noTimes(), without: noTimes() }
    // Each round gives both back.
    const [start, other] = timesFor(1, 2).map(({ startMinute }) => startMinute) as [number, number]
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const both = [
        () => changeAll(bench.context, company, { start, other }, measured.with),
        () => changeAll(without, company, { start, other }, measured.without),
      ]
      for (const one of round % 2 === 0 ? both : both.toReversed()) await one()
      if (round + 1 === warmUpRounds) Object.assign(measured, { with: noTimes(), without: noTimes() })
    }
    const sum = (times: Times) => changes.reduce((all, change) => all + median(times[change]), 0)
    const said = changes.map((change) => {
      const [own, bare] = [median(measured.with[change]), median(measured.without[change])]
      return `${change} ${own.toFixed(2)} ms against ${bare.toFixed(2)} ms`
    })
    return atMost(name, sum(measured.with) / sum(measured.without), "×", goal, said.join(", "))
  } finally {
    await bench.close()
  }
}

const noTimes = (): Times => ({ cancel: [], move: [], "hold's end": [] })

/** The same database, whose waiting list is neither read nor written. */
function withoutList(db: Database): Database {
  const isOfList = (text: unknown) => typeof text === "string" && /\bwaiting_(entry|offer)\b/.test(text)
  const silenced = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(target, name, receiver) {
        const own = Reflect.get(target, name, receiver)
        if (typeof own !== "function") return own
        return (text: unknown, ...rest: unknown[]) => {
          if (!isOfList(text)) return own.call(target, text, ...rest)
          return name === "some" ? Promise.resolve(false) : name === "write" ? undefined : Promise.resolve([])
        }
      },
    })
  return new Proxy(db, {
    get(target, name, receiver) {
      if (name !== "transaction") return Reflect.get(target, name, receiver)
      return <T>(work: (tx: Tx) => Promise<T>) => target.transaction((tx) => work(silenced(tx)))
    },
  })
}

async function changeAll(
  context: AppContext,
  company: BenchCompany,
  { start, other }: { start: number; other: number },
  times: Times,
): Promise<void> {
  const actor = { kind: "api_key", apiKeyId: 1, role: "admin" } as const
  const callNow = (): Call => ({
    companyId: company.companyId,
    actor,
    requestId: "req_bench",
    now: context.clock.now(),
  })
  const wish = {
    customer_id: company.customerId,
    appointment_type_id: company.typeId,
    provider_id: company.providerIds[0]!,
    location_id: company.locationId,
    start_time: isoOf(start),
  }
  const booked = (await bookAppointment.run(context, callNow(), wish)) as { id: number }
  await timed(times.move, () =>
    rescheduleAppointment.run(context, callNow(), { id: booked.id, start_time: isoOf(other) }),
  )
  await timed(times.cancel, () => cancelAppointment.run(context, callNow(), { id: booked.id }))
  const held = await holdTime.run(context, callNow(), { ...wish, minutes: 5 })
  await timed(times["hold's end"], () => endHold.run(context, callNow(), { id: held.id }))
}

const isoOf = (minute: number) => new Date(minute * 60_000).toISOString()

async function timed(into: number[], work: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await work()
  into.push(performance.now() - from)
}
