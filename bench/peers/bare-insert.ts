/**
 * The least that a booking can do: in one transaction, one INSERT for each table that a booking writes to, of rows that
 * are whole beforehand. Nothing is read, judged, locked or asked for. Each row is that of a real booking but for its keys.
 */
import { strictEqual } from "node:assert"
import { utcDayOf } from "../../domain/time/units.ts"
import type { AppContext } from "../../service/platform/context.ts"
import type { Database, Tx } from "../../service/platform/pg/database.ts"
import { firstIdOf } from "../../service/platform/pg/partitions.ts"
import { type BenchCompany, makeBenchCompany } from "../bench-company.ts"
import { bookOnce, timesFor } from "../one-booking.ts"
import { addEndpoint } from "../webhooks/load.ts"

export const bookedTables = [
  "directory",
  "appointment",
  "allocation",
  "event",
  "delivery",
  "delivery_due",
  "audit",
  "report_due",
  "idempotency",
] as const
type BookedTable = (typeof bookedTables)[number]

/** Every column as the text that PostgreSQL reads it from. */
type Row = Record<string, string | null>

interface Insert {
  text: string
  template: Row
}

export interface BareInsert {
  insert(time: { provider: number; startMinute: number }): Promise<void>
}

/** The receiver of booking events; nothing is sent, since no worker runs. */
export const webhookUrl = "https://hooks.example.com/appointments"

/** Ids beyond those of the sequences. */
const idsFrom = 2 ** 35

/** `company` takes the rows, which are like those of one booking at a company made for it, with a webhook endpoint too. */
export async function prepareBareInsert(
  context: AppContext,
  company: BenchCompany,
  endpointId: number,
): Promise<BareInsert> {
  const { db } = context
  const model = await makeBenchCompany(context, { providers: 1, busyEach: 0 })
  await addEndpoint(context, model.companyId, webhookUrl)
  await bookOnce(context, model, timesFor(1, 1)[0]!)
  const inserts = new Map<BookedTable, Insert>()
  for (const table of bookedTables) inserts.set(table, await insertLike(db, table, model.companyId))
  let inserted = 0
  const owned = {
    company_id: String(company.companyId),
    appointment_type_id: String(company.typeId),
    location_id: String(company.locationId),
    endpoint_id: String(endpointId),
  }

  async function add(tx: Tx, table: BookedTable, keys: Row): Promise<void> {
    const { text, template } = inserts.get(table)!
    const row: Row = { ...template, ...owned, ...keys }
    await tx.query(
      text,
      Object.keys(template).map((column) => row[column]),
    )
  }

  return {
    async insert({ provider, startMinute }) {
      inserted += 1
      const id = String(idsFrom + inserted)
      const key = `bare-${inserted}`
      const ofDay = String(
        firstIdOf(utcDayOf(Date.parse(inserts.get("event")!.template.occurred_at!))) + Number(id),
      )
      const keys = {
        customer_id: String(company.customerIds[provider]),
        provider_id: String(company.providerIds[provider]),
        resource_id: String(company.providerIds[provider]),
        appointment_id: id,
      }
      const minutes = { start_minute: String(startMinute), end_minute: String(startMinute + 60) }
      const job = { job_start_minute: minutes.start_minute, job_end_minute: minutes.end_minute }
      await db.transaction(async (tx) => {
        await add(tx, "directory", { key, ref_id: id })
        await add(tx, "appointment", { ...keys, id })
        await add(tx, "allocation", { ...keys, ...minutes, ...job, id })
        await add(tx, "event", { ...keys, id: ofDay })
        await add(tx, "delivery", { id: ofDay, event_id: ofDay })
        await add(tx, "delivery_due", { delivery_id: ofDay, event_id: ofDay })
        await add(tx, "audit", { id: ofDay, target_id: id })
        await add(tx, "report_due", { id })
        await add(tx, "idempotency", { ...keys, key })
      })
    },
  }
}

async function insertLike(db: Database, table: BookedTable, companyId: number): Promise<Insert> {
  const columns = await db.query<{ name: string }>(
    "SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped",
    [table],
  )
  const names = columns.map(({ name }) => name)
  const [template, more] = await db.query<Row>(
    `SELECT ${names.map((name) => `${name}::text`).join(", ")} FROM ${table} WHERE ${bookedIn(table)}`,
    [companyId],
  )
  strictEqual(more, undefined, `one booking makes one row in ${table}`)
  const places = names.map((_, i) => `$${i + 1}`)
  return {
    text: `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places.join(", ")})`,
    template: template!,
  }
}

/** The rows of a table that bookings made: those of the company's making apart. */
function bookedIn(table: BookedTable): string {
  if (table === "audit") return "company_id = $1 AND operation = 'book_appointment'"
  return table === "directory" ? "company_id = $1 AND kind = 'manage_link'" : "company_id = $1"
}

/** How many rows of each kind a company has; those of its making apart. */
export async function countBookedRows(db: Database, companyId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of bookedTables) {
    const [row] = await db.query<{ count: number }>(
      `SELECT count(*) AS count FROM ${table} WHERE ${bookedIn(table)}`,
      [companyId],
    )
    counts[table] = row!.count
  }
  return counts
}
