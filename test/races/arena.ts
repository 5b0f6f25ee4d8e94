/**
 * The ground of the races: one service, a second one of its own pool and gate on the same database, two providers who work
 * every day from 08:00 to 20:00 UTC, a one-hour type, a three-day type, and enough customers to crowd one time.
 */
import type { TestDatabase } from "../support/databases.ts"
import { type Answer, type Api, startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, makeLocation, makeProvider, makeType } from "../support/story.ts"

export interface Arena {
  service: TestService
  /** Another process, as far as the database can tell. */
  second: TestService
  /** The two services' interfaces, both with the first company's key. */
  apis: readonly Api[]
  locationId: number
  hourTypeId: number
  threeDayTypeId: number
  providerId: number
  otherProviderId: number
  customerIds: readonly number[]
  /** The n-th time of the two providers' calendar; never the same twice. */
  nextStart(): string
  stop(): Promise<void>
}

export const crowd = 32
const hoursADay = 12
const firstDay = Date.parse("2027-03-03T08:00:00.000Z")
const hourMs = 3_600_000

/** The n-th whole hour in which the providers of an arena work. */
const startOf = (n: number) =>
  new Date(firstDay + Math.floor(n / hoursADay) * 24 * hourMs + (n % hoursADay) * hourMs).toISOString()

export async function openArena(database: TestDatabase): Promise<Arena> {
  const service = await startService({ database, book: true, trustProxyHops: 1 })
  const second = await startService({ database: { ...database, drop: async () => {} } })
  const locationId = await makeLocation(service, { timezone: "UTC" })
  const always = { slot_interval_minutes: 60, min_notice_minutes: 0, booking_window_days: 730 }
  const hourTypeId = await makeType(service, always)
  // Races for these are about the provider alone: their customers have appointments of other races at the same time.
  const threeDayTypeId = await makeType(service, {
    ...always,
    blocks: [240, 240, 240],
    customer_overlap: true,
  })
  const hours = {
    appointment_type_ids: [hourTypeId, threeDayTypeId],
    weekly_hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      location_id: locationId,
      weekday,
      start: "08:00",
      end: "20:00",
    })),
  }
  let used = 0
  return {
    service,
    second,
    apis: [
      service.api,
      (method, path, body, options) => second.api(method, path, body, { key: service.key, ...options }),
    ],
    locationId,
    hourTypeId,
    threeDayTypeId,
    providerId: await makeProvider(service, { name: "Ana Ruiz", ...hours }),
    otherProviderId: await makeProvider(service, { name: "Ben Okafor", ...hours }),
    customerIds: await Promise.all(Array.from({ length: crowd }, () => makeCustomer(service))),
    nextStart: () => startOf(used++),
    async stop() {
      await second.stop()
      await service.stop()
    },
  }
}

/** The booking of the arena's provider. */
export const bookingOf = (arena: Arena, customerId: number, startTime: string, fields = {}) => ({
  customer_id: customerId,
  appointment_type_id: arena.hourTypeId,
  provider_id: arena.providerId,
  location_id: arena.locationId,
  start_time: startTime,
  ...fields,
})

/** Opens a request of a fresh customer. */
export async function openRequest(arena: Arena, fields = {}): Promise<{ id: number; customer_id: number }> {
  const customerId = await makeCustomer(arena.service)
  const body = { customer_id: customerId, appointment_type_id: arena.hourTypeId, latest_date: "2028-03-01" }
  return (await make(arena.service, "/scheduling-requests", { ...body, ...fields })) as never
}

export const codeOf = (answer: Answer): string => answer.body?.error?.code ?? "none"

/** `201 ×1, 409 slot_taken ×31` */
export function summary(answers: readonly Answer[]): string {
  const counts = new Map<string, number>()
  for (const answer of answers) {
    const label = answer.status < 300 ? String(answer.status) : `${answer.status} ${codeOf(answer)}`
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return [...counts].map(([label, count]) => `${label} ×${count}`).join(", ")
}

/** Pairs of active blocks of one provider that overlap, on the whole database. */
export async function countOverlaps(arena: Arena): Promise<number> {
  const [row] = await arena.service.context.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM allocation a JOIN allocation b
       ON b.company_id = a.company_id AND b.resource_id = a.resource_id AND b.id > a.id AND b.active
       AND b.start_minute < a.end_minute AND a.start_minute < b.end_minute
     WHERE a.active`,
  )
  return row!.count
}
