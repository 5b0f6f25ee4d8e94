/** Searches and bookings in databases of few and of many companies that are all alike. */
import type { AppContext } from "../../service/platform/context.ts"
import type { Database } from "../../service/platform/pg/database.ts"
import { findSlots } from "../../service/slots/search-slots.ts"
import { type BenchCompany, makeBenchCompany, searchedDates } from "../bench-company.ts"
import type { BenchContext } from "../bench-context.ts"
import { median } from "../figure.ts"
import { bookOnce, timesFor } from "../one-booking.ts"
import { bookedTables, webhookUrl } from "../peers/bare-insert.ts"
import { addEndpoint } from "../webhooks/load.ts"
import { coreSeconds } from "./core-seconds.ts"

const providers = 4
const busyEach = 10
const rounds = 8
const warmUpRounds = 2
const searchesPerRound = 200
const bookingsPerRound = 200

export interface Grown {
  companies: number
  /** Core seconds that one takes: the median of the rounds. */
  search: number
  booking: number
  bytes: { total: number; parts: string }
}

interface Filled {
  context: AppContext
  companies: BenchCompany[]
  searches: number[]
  bookings: number[]
  /** Bytes of each table before the first booking. */
  before: Map<string, number>
}

export async function measureCompanies(bench: BenchContext, sizes: readonly number[]): Promise<Grown[]> {
  const filled: Filled[] = []
  for (const size of sizes) filled.push(await fill(await bench.another(`companies_${size}`), size))
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const database of filled) {
      const search = await perOne(database, searchesPerRound, (i) => searchOnce(database, round, i))
      const booking = await perOne(database, bookingsPerRound, (i) => bookNext(database, round, i))
      if (round < warmUpRounds) continue
      database.searches.push(search)
      database.bookings.push(booking)
    }
  }
  const grown: Grown[] = []
  for (const database of filled) {
    grown.push({
      companies: database.companies.length,
      search: median(database.searches),
      booking: median(database.bookings),
      bytes: await bytesPerBooking(database),
    })
  }
  return grown
}

async function fill(context: AppContext, size: number): Promise<Filled> {
  const model = await makeBenchCompany(context, { providers, busyEach })
  await addEndpoint(context, model.companyId, webhookUrl)
  await context.db.query("UPDATE appointment_type SET booking_window_days = 365")
  const copies = await copyCompany(context.db, model, size - 1)
  await context.db.query("VACUUM ANALYZE")
  const before = await tableBytes(context.db)
  return { context, companies: [model, ...copies], searches: [], bookings: [], before }
}

/** Core seconds for one of `count`, four at once. */
async function perOne(
  { context }: Filled,
  count: number,
  work: (i: number) => Promise<unknown>,
): Promise<number> {
  const before = await coreSeconds(context.db)
  const waiting = Array.from({ length: count }, (_, i) => i).values()
  const worker = async () => {
    for (const i of waiting) await work(i)
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return ((await coreSeconds(context.db)) - before) / count
}

/** The companies in turns, far from each other in the tables. */
const nth = ({ companies }: Filled, turn: number) => companies[(turn * 7919) % companies.length]!

async function searchOnce(database: Filled, round: number, i: number): Promise<void> {
  const { companyId, typeId } = nth(database, round * searchesPerRound + i)
  const { context } = database
  const call = { companyId, actor: { kind: "system" }, requestId: "bench", now: context.clock.now() } as const
  await findSlots(context, call, { appointment_type_id: typeId, ...searchedDates })
}

const times = timesFor(providers, (warmUpRounds + rounds) * bookingsPerRound)

async function bookNext(database: Filled, round: number, i: number): Promise<void> {
  const turn = round * bookingsPerRound + i
  await bookOnce(database.context, nth(database, turn), times[turn]!)
}

/** The columns of each table that hold ids of the company's own records. */
const copiedTables = {
  company: [],
  location: ["id"],
  appointment_type: ["id"],
  customer: ["id"],
  resource: ["id"],
  provider: ["id"],
  provider_type: ["provider_id", "appointment_type_id"],
  weekly_hours: ["provider_id", "location_id"],
  webhook_endpoint: ["id"],
  allocation: ["id", "appointment_id", "resource_id", "appointment_type_id"],
} as const

/** Ids are the host's own, so each copy has others: those of the model, which are small, and so many for each copy. */
const idsEach = 1_000

async function copyCompany(db: Database, model: BenchCompany, count: number): Promise<BenchCompany[]> {
  await db.transaction(async (tx) => {
    // Keys to other tables are not checked: the rows they lead to are copied too, and not the appointments.
    await tx.query("SET LOCAL session_replication_role = replica")
    await tx.query("SET LOCAL statement_timeout = 0")
    for (const [table, ids] of Object.entries(copiedTables)) {
      const moved = ["company_id", ...ids].map((column) => `'${column}', m.${column} + n * ${idsEach}`)
      const columns = await tx.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute
         WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
        [table],
      )
      const names = columns.map(({ name }) => name)
      await tx.query(
        `INSERT INTO ${table} (${names}) SELECT ${names.map((name) => `r.${name}`)} FROM (
           SELECT (jsonb_populate_record(m, jsonb_build_object(${moved.join(", ")}))).*
           FROM generate_series(1, $2::int) AS n, ${table} m WHERE m.company_id = $1) r`,
        [model.companyId, count],
      )
    }
  })
  // Beyond the ids of the copies.
  await db.query("SELECT setval('appointment_id_seq', $1), setval('allocation_id_seq', $1)", [
    idsEach * (count + 2),
  ])
  return Array.from({ length: count }, (_, i) => {
    const moved = (id: number) => id + (i + 1) * idsEach
    return {
      ...model,
      companyId: moved(model.companyId),
      locationId: moved(model.locationId),
      typeId: moved(model.typeId),
      customerId: moved(model.customerId),
      customerIds: model.customerIds.map(moved),
      providerIds: model.providerIds.map(moved),
    }
  })
}

/** How long each part of what a booking writes is kept. */
const keptFor: Readonly<Record<(typeof bookedTables)[number], string>> = {
  directory: "for good",
  appointment: "for good",
  allocation: "for good",
  event: "30 days",
  delivery: "30 days",
  delivery_due: "until it is delivered",
  audit: "400 days",
  report_due: "until it is counted",
  idempotency: "a day",
}

async function bytesPerBooking({ context, before }: Filled): Promise<Grown["bytes"]> {
  const after = await tableBytes(context.db)
  const bookings = (warmUpRounds + rounds) * bookingsPerRound
  const parts = new Map<string, number>()
  for (const table of bookedTables) {
    const kept = keptFor[table]
    const grown = (after.get(table)! - before.get(table)!) / bookings
    parts.set(kept, (parts.get(kept) ?? 0) + grown)
  }
  const told = [...parts].map(([kept, bytes]) => `${Math.round(bytes)} ${kept}`)
  return { total: [...parts.values()].reduce((sum, bytes) => sum + bytes, 0), parts: told.join(", ") }
}

/** With indexes and partitions. */
async function tableBytes(db: Database): Promise<Map<string, number>> {
  const rows = await db.query<{ name: string; bytes: number }>(
    `SELECT t.name, coalesce((SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree(t.name::regclass)),
         pg_total_relation_size(t.name::regclass))::bigint AS bytes
     FROM unnest($1::text[]) AS t (name)`,
    [bookedTables],
  )
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}
