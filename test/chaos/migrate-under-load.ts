/**
 * Migrations in their expand and contract form run on a filled database while customers book: those of this repository after
 * the baseline, and a sample of each kind of change. No booking may fail or wait for more than a second. `ROWS` is the number
 * of past appointments.
 */
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate } from "../../service/host/database/migrate.ts"
import { MIGRATIONS_DIRECTORY } from "../../service/host/database/migration-files.ts"
import { connectTo } from "../../service/platform/pg/servers.ts"
import { made, type Shop, send } from "../kills/clients.ts"
import { furnishShop } from "../kills/shop.ts"
import { openTally, type Tally } from "../races/tally.ts"
import { freePort } from "../support/free-port.ts"
import { createServerSite, type PostgresServer } from "../support/postgres-server.ts"
import { startService } from "../support/service.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "migrate-under-load"
export const onlyFull = true

const rows = Number(process.env.ROWS ?? 1_000_000)
const clients = 4
const longestMs = 1_000

const samples: Readonly<Record<string, string>> = {
  "9001_expand_column.sql": "ALTER TABLE appointment ADD COLUMN trial text NOT NULL DEFAULT 'none';",
  "9002_expand_constraint.sql":
    "ALTER TABLE appointment ADD CONSTRAINT trial_check CHECK (length(trial) < 100) NOT VALID;",
  "9003_validate_constraint.sql": "ALTER TABLE appointment VALIDATE CONSTRAINT trial_check;",
  "9004_expand_index.sql":
    "-- no-transaction\nCREATE INDEX CONCURRENTLY appointment_trial ON appointment (company_id, trial);",
  "9005_contract_index.sql": "-- no-transaction\nDROP INDEX CONCURRENTLY appointment_trial;",
  "9006_contract_constraint.sql": "ALTER TABLE appointment DROP CONSTRAINT trial_check;",
  "9007_contract_column.sql": "ALTER TABLE appointment DROP COLUMN trial;",
}

export async function run(_scale: Scale): Promise<Outcome[]> {
  const tally = openTally(name)
  const folder = mkdtempSync(join(tmpdir(), "migrate-"))
  const directory = mkdtempSync(join(tmpdir(), "migrations-"))
  for (const file of readdirSync(MIGRATIONS_DIRECTORY)) {
    if (file.endsWith(".sql")) copyFileSync(join(MIGRATIONS_DIRECTORY, file), join(directory, file))
  }
  const server = await createServerSite(folder).makePrimary("server", await freePort(), {
    shared_buffers: "256MB",
  })
  try {
    await server.query("CREATE DATABASE appointed")
    const url = server.urlOf("appointed")
    await migrate(url)
    const service = await startService({ database: { url, cutOff: async () => {}, drop: async () => {} } })
    const shop = await furnishShop(service.apiUrl, service.key, service.clock.now())
    await fill(server, service.apiUrl, shop)
    for (const [file, sql] of Object.entries(samples)) writeFileSync(join(directory, file), sql)
    const note = await migrateWhileBooking(url, directory, service.apiUrl, shop, tally)
    await service.stop()
    return [tally.outcome(note)]
  } finally {
    await server.kill()
    for (const place of [folder, directory]) rmSync(place, { recursive: true, force: true })
  }
}

/** Copies of one appointment, each completed. Their references are the booked one's, so they are not judged again row by row. */
async function fill(server: PostgresServer, baseUrl: string, shop: Shop): Promise<void> {
  const booked = await bookOnce(baseUrl, shop, 0)
  const { data } = JSON.parse(booked.text)
  const connection = await connectTo(server.urlOf("appointed"))
  await connection.query("SET session_replication_role = replica")
  const { rows: columns } = await connection.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'appointment' AND is_generated = 'NEVER'",
  )
  const names = columns.map(({ name }) => name)
  await connection.query(
    `INSERT INTO appointment (${names.join(", ")}) SELECT ${names.map((name) => copied[name] ?? `a.${name}`).join(", ")}
     FROM appointment a, generate_series(1, $2::int) WHERE a.id = $1`,
    [data.id, rows],
  )
  await connection.query("ANALYZE appointment")
  await connection.end()
}

/** The differences from the booked one. */
const copied: Readonly<Record<string, string>> = {
  id: "nextval('appointment_id_seq')",
  status: "'completed'",
  link_hash: "NULL",
  link_key_id: "NULL",
  link_random: "NULL",
}

async function migrateWhileBooking(
  url: string,
  directory: string,
  baseUrl: string,
  shop: Shop,
  tally: Tally,
): Promise<string> {
  let isOver = false
  let [slowestMs, bookings] = [0, 0]
  async function keepBooking(client: number): Promise<void> {
    while (!isOver) {
      const startedAt = performance.now()
      const { status, text } = await bookOnce(baseUrl, shop, client)
      const tookMs = Math.round(performance.now() - startedAt)
      slowestMs = Math.max(slowestMs, tookMs)
      bookings += 1
      tally.check(
        status === 201 && tookMs <= longestMs,
        () => `${status} after ${tookMs} ms ${status === 201 ? "" : text}`,
      )
    }
  }
  const load = Array.from({ length: clients }, (_, client) => keepBooking(client))
  const startedAt = performance.now()
  const applied = await migrate(url, { directory })
  const tookMs = Math.round(performance.now() - startedAt)
  isOver = true
  await Promise.all(load)
  return `${applied.length} migrations over ${rows} appointments in ${tookMs} ms, ${bookings} bookings meanwhile, the slowest ${slowestMs} ms`
}

async function bookOnce(baseUrl: string, shop: Shop, client: number) {
  const customer_id = await made(baseUrl, shop, "/customers", { name: `Client ${client}` })
  return send(baseUrl, shop, "POST", "/appointments", {
    customer_id,
    appointment_type_id: shop.typeId,
    provider_id: shop.providerIds[client % shop.providerIds.length]!,
    location_id: shop.locationId,
    start_time: new Date(shop.nextStart()).toISOString(),
  })
}
