/** The appointments, requests and sessions to come that still need a record which is to be changed or archived. */
import type { Db } from "../platform/pg/database.ts"

/** Future appointments and open requests that depend on a provider, type, location or customer. */
export interface Usage {
  futureAppointments: number
  openRequests: number
}

const columnOf = {
  provider: "provider_id",
  appointment_type: "appointment_type_id",
  location: "location_id",
  customer: "customer_id",
} as const

export async function usageOf(
  db: Db,
  companyId: number,
  noun: keyof typeof columnOf,
  id: number,
  now: number,
): Promise<Usage> {
  const column = columnOf[noun]
  const [row] = await db.query<Usage>(
    `SELECT
       (SELECT count(*)::int FROM appointment
        WHERE company_id = $1 AND ${column} = $2 AND status IN ('scheduled', 'pending') AND end_at > $3) AS "futureAppointments",
       (SELECT count(*)::int FROM scheduling_request
        WHERE company_id = $1 AND ${column} = $2 AND status = 'open') AS "openRequests"`,
    [companyId, id, new Date(now)],
  )
  return row!
}

/** Sessions to come that the provider gives, or that are of the type or at the location. */
export async function countSessionsToCome(
  db: Db,
  companyId: number,
  of: "provider" | "appointment_type" | "location",
  id: number,
  now: number,
): Promise<number> {
  const row = await db.first<{ count: number }>(
    `SELECT count(*)::int AS count FROM class_session
     WHERE company_id = $1 AND status = 'scheduled' AND end_at > $4 AND CASE $2::text
       WHEN 'provider' THEN provider_id = $3 OR $3 = ANY (crew) WHEN 'location' THEN location_id = $3
       ELSE appointment_type_id = $3 END`,
    [companyId, of, id, new Date(now)],
  )
  return row!.count
}
