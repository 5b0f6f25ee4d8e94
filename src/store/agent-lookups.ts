/** What agents look up for a caller: types, requests, service areas. */
import type { DurationOption } from "../model/appointment.ts"
import type { GeoPoint, ServiceArea } from "../model/geo.ts"
import type { Db } from "./pg/database.ts"

export interface BookableTypeRow {
  id: number
  name: string
  kind: "open" | "by_request"
  place: "at_location" | "at_customer" | "remote"
  provider_choice: boolean
  block_minutes: number[]
  duration_options: DurationOption[]
  request: {
    id: number
    block_minutes: number[] | null
    duration_label: string | null
    earliest_date: string | null
    latest_date: string
  } | null
  /** Of the locations where the request could be booked. */
  zones: string[]
}

/** Active types that somebody offers: the open ones, and those that an open request of the customer is for. */
export async function listBookableTypes(
  db: Db,
  companyId: number,
  customerId: number | null,
): Promise<BookableTypeRow[]> {
  return db.query<BookableTypeRow>(
    `SELECT t.id, t.name, t.kind, t.place, t.provider_choice, t.block_minutes, t.duration_options,
       CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'block_minutes', r.block_minutes,
         'duration_label', r.duration_label, 'earliest_date', r.earliest_date, 'latest_date', r.latest_date) END AS request,
       CASE WHEN r.id IS NULL THEN '{}' ELSE ARRAY(SELECT DISTINCT l.timezone FROM location l
         WHERE l.company_id = $1 AND l.active AND (t.location_ids IS NULL OR l.id = ANY (t.location_ids))
           AND (r.location_id IS NULL OR l.id = r.location_id)) END AS zones
     FROM appointment_type t
     LEFT JOIN scheduling_request r ON r.company_id = t.company_id AND r.customer_id = $2
       AND r.appointment_type_id = t.id AND r.status = 'open'
     WHERE t.company_id = $1 AND t.active AND t.archived_at IS NULL AND (t.kind = 'open' OR r.id IS NOT NULL)
       AND EXISTS (SELECT 1 FROM provider_type y JOIN provider p ON p.company_id = y.company_id AND p.id = y.provider_id
         WHERE y.company_id = $1 AND y.appointment_type_id = t.id AND p.active)
     ORDER BY t.name, t.id`,
    [companyId, customerId],
  )
}

export async function isRequestOf(
  db: Db,
  companyId: number,
  customerId: number,
  requestId: number,
): Promise<boolean> {
  const rows = await db.query(
    "SELECT 1 FROM scheduling_request WHERE company_id = $1 AND id = $2 AND customer_id = $3",
    [companyId, requestId, customerId],
  )
  return rows.length > 0
}

export interface ServedArea {
  service_area: ServiceArea
  latitude: number | null
  longitude: number | null
}

/** Of the active locations. */
export async function listServiceAreas(db: Db, companyId: number): Promise<ServedArea[]> {
  return db.query<ServedArea>(
    `SELECT service_area, latitude, longitude FROM location
     WHERE company_id = $1 AND active AND archived_at IS NULL ORDER BY id`,
    [companyId],
  )
}

export const centreOf = ({ latitude, longitude }: ServedArea): GeoPoint | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }
