import type { BookableRequest } from "../model/visit.ts"
import type { Db } from "./pg/database.ts"

const most = 50

/**
 * The customer's open requests of active types, those that end first before others, and the zones in which their dates
 * may still run. At most 50.
 */
export async function listOpenRequests(
  db: Db,
  companyId: number,
  customerId: number,
): Promise<(BookableRequest & { zones: string[] })[]> {
  return db.query<BookableRequest & { zones: string[] }>(
    `SELECT r.id, r.appointment_type_id, t.name AS type_name, coalesce(r.block_minutes, t.block_minutes) AS block_minutes,
       r.duration_label, r.location_id, r.earliest_date, r.latest_date,
       ARRAY(SELECT DISTINCT l.timezone FROM location l WHERE l.company_id = $1 AND l.active
         AND (t.location_ids IS NULL OR l.id = ANY (t.location_ids))
         AND (r.location_id IS NULL OR l.id = r.location_id)) AS zones
     FROM scheduling_request r
     JOIN appointment_type t ON t.company_id = r.company_id AND t.id = r.appointment_type_id AND t.active
     WHERE r.company_id = $1 AND r.customer_id = $2 AND r.status = 'open'
     ORDER BY r.latest_date, r.id LIMIT $3`,
    [companyId, customerId, most],
  )
}
