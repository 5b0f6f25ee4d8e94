/**
 * Reports counted from the rows themselves, by PostgreSQL's own dates and zones and without anything of the worker's: what its
 * sums must be equal to.
 */
import type { Db } from "../../service/platform/pg/database.ts"

type Row = Record<string, number>

const texts: Record<string, { kept: string; raw: string }> = {
  appointments: {
    kept: "SELECT (to_jsonb(s) - 'detail') AS row FROM report_appointments s WHERE company_id = $1 AND detail = 0 ORDER BY day, location_id, provider_id, appointment_type_id",
    raw: `WITH one AS (
        SELECT a.*, (a.start_at AT TIME ZONE l.timezone)::date AS on_date, status <> 'cancelled' AS counts,
          (a.start_at AT TIME ZONE l.timezone)::date - (a.created_at AT TIME ZONE l.timezone)::date AS lead
        FROM appointment a JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id
        WHERE a.company_id = $1 AND a.answer_by IS NULL)
      SELECT company_id, on_date - date '1970-01-01' AS day, location_id, provider_id, appointment_type_id,
        sum((status = 'scheduled')::int)::int AS scheduled, sum((status = 'completed')::int)::int AS completed,
        sum((status = 'no_show')::int)::int AS no_show, sum((status = 'cancelled')::int)::int AS cancelled,
        sum((counts AND booked_by IN ('admin', 'api'))::int)::int AS by_company,
        sum((counts AND booked_by = 'agent')::int)::int AS by_agent,
        sum((counts AND booked_by = 'public')::int)::int AS by_public_page,
        sum((counts AND booked_by = 'link')::int)::int AS by_booking_link,
        sum((counts AND lead <= 0)::int)::int AS lead_same_day, sum((counts AND lead = 1)::int)::int AS lead_1_day,
        sum((counts AND lead BETWEEN 2 AND 3)::int)::int AS lead_2_to_3_days,
        sum((counts AND lead BETWEEN 4 AND 7)::int)::int AS lead_4_to_7_days,
        sum((counts AND lead BETWEEN 8 AND 14)::int)::int AS lead_8_to_14_days,
        sum((counts AND lead BETWEEN 15 AND 30)::int)::int AS lead_15_to_30_days,
        sum((counts AND lead > 30)::int)::int AS lead_31_days_up
      FROM one GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 5`,
  },
  minutes: {
    kept: "SELECT (to_jsonb(s) - 'detail') AS row FROM report_minutes s WHERE company_id = $1 AND detail = 0 ORDER BY day, location_id, provider_id, appointment_type_id",
    // Minute by minute.
    raw: `SELECT k.company_id, (to_timestamp(m * 60.0) AT TIME ZONE l.timezone)::date - date '1970-01-01' AS day,
        a.location_id, k.resource_id AS provider_id, k.appointment_type_id, count(*)::int AS booked_minutes
      FROM allocation k
      JOIN appointment a ON a.company_id = k.company_id AND a.id = k.appointment_id AND a.status <> 'cancelled' AND a.answer_by IS NULL
      JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id
      CROSS JOIN LATERAL generate_series(k.job_start_minute, k.job_end_minute - 1) AS m
      WHERE k.company_id = $1 AND k.active GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 5`,
  },
  requests: {
    kept: "SELECT (to_jsonb(s) - 'detail') AS row FROM report_requests s WHERE company_id = $1 AND detail = 0 ORDER BY day, location_id, provider_id, appointment_type_id",
    raw: `SELECT r.company_id, (r.created_at AT TIME ZONE coalesce(l.timezone, c.timezone))::date - date '1970-01-01' AS day,
        coalesce(r.location_id, 0) AS location_id, coalesce(r.provider_id, 0) AS provider_id, r.appointment_type_id,
        sum((r.status = 'open')::int)::int AS open, sum((r.status = 'scheduled')::int)::int AS scheduled,
        sum((r.status = 'cancelled')::int)::int AS cancelled, sum((r.status = 'expired')::int)::int AS expired
      FROM scheduling_request r JOIN company c ON c.company_id = r.company_id
      LEFT JOIN location l ON l.company_id = r.company_id AND l.id = r.location_id
      WHERE r.company_id = $1 GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 5`,
  },
  texts: {
    kept: "SELECT (to_jsonb(s) - 'detail') AS row FROM report_texts s WHERE company_id = $1 AND detail = 0 ORDER BY day, location_id, provider_id, appointment_type_id",
    raw: `SELECT t.company_id, (t.created_at AT TIME ZONE coalesce(l.timezone, c.timezone))::date - date '1970-01-01' AS day,
        coalesce(a.location_id, 0) AS location_id, coalesce(a.provider_id, 0) AS provider_id,
        coalesce(a.appointment_type_id, 0) AS appointment_type_id,
        count(*) FILTER (WHERE t.status = 'sent' AND t.delivery IS NULL)::int AS sent,
        count(*) FILTER (WHERE t.status = 'sent' AND t.delivery = 'delivered')::int AS delivered,
        count(*) FILTER (WHERE t.status = 'sent' AND t.delivery = 'undelivered')::int AS undelivered,
        sum((t.status = 'skipped')::int)::int AS skipped, sum((t.status = 'failed')::int)::int AS failed
      FROM text_message t JOIN company c ON c.company_id = t.company_id
      LEFT JOIN appointment a ON a.company_id = t.company_id AND a.id = t.appointment_id
      LEFT JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id
      WHERE t.company_id = $1 AND t.status NOT IN ('pending', 'sending') AND t.channel <> 'voice'
      GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 5`,
  },
}

export type Counts = Record<string, Row[]>

async function read(db: Db, companyId: number, which: "kept" | "raw"): Promise<Counts> {
  const counts: Counts = {}
  for (const [noun, text] of Object.entries(texts)) {
    const rows = await db.query<Row & { row?: Row }>(text[which], [companyId])
    counts[noun] = rows.map((each) => each.row ?? each)
  }
  return counts
}

/** The worker's sums. */
export const keptCounts = (db: Db, companyId: number): Promise<Counts> => read(db, companyId, "kept")
export const rawCounts = (db: Db, companyId: number): Promise<Counts> => read(db, companyId, "raw")

/** How many things a count of this noun is about. */
export const sizeOf = (rows: readonly Row[], columns: readonly string[]): number =>
  rows.reduce((sum, row) => sum + columns.reduce((all, column) => all + row[column]!, 0), 0)

/** The sums of all providers, and of all types, that differ from what those of each provider and type come to. */
export async function wrongTotals(db: Db, companyId: number): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const table of ["report_appointments", "report_minutes", "report_requests", "report_texts"]) {
    const columns = await db.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND data_type = 'integer' AND column_name <> 'day'`,
      [table],
    )
    const names = columns.map(({ name }) => name)
    for (const [detail, column] of [
      [1, "appointment_type_id"],
      [2, "provider_id"],
    ]) {
      const key = `day, location_id, ${column}`
      const kept = `SELECT ${key}, ${names.join(", ")} FROM ${table} WHERE company_id = $1 AND detail = ${detail}`
      const summed = `SELECT ${key}, ${names.map((name) => `sum(${name})`).join(", ")} FROM ${table}
        WHERE company_id = $1 AND detail = 0 GROUP BY ${key}`
      for (const [one, other] of [
        [kept, summed],
        [summed, kept],
      ])
        wrong.push(...(await db.query(`(${one}) EXCEPT (${other})`, [companyId])))
    }
  }
  return wrong
}
