/** What still depends on a provider, a type, a location or a customer: future appointments and open requests. */
import type { Db } from "./pg/database.ts"

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
        WHERE company_id = $1 AND ${column} = $2 AND status = 'scheduled' AND end_at > $3) AS "futureAppointments",
       (SELECT count(*)::int FROM scheduling_request
        WHERE company_id = $1 AND ${column} = $2 AND status = 'open') AS "openRequests"`,
    [companyId, id, new Date(now)],
  )
  return row!
}
