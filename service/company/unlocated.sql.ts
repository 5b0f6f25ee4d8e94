/** Addresses without coordinates, which the geocoder has yet to be asked about, and its answers to them. */
import type { Accuracy, CodeOfCity, GeoPoint } from "../../domain/model/geo.ts"
import type { Unlocated } from "../../domain/model/views.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

/** The addresses that travel is judged by: the rows to ask about, and how an answer is stored in one. */
const statements = {
  customer: {
    list: `SELECT id, address FROM customer
      WHERE company_id = $1 AND address IS NOT NULL AND address_latitude IS NULL AND address_accuracy IS NULL
        AND archived_at IS NULL
      ORDER BY id LIMIT $2`,
    set: `UPDATE customer SET address_latitude = $4, address_longitude = $5, address_accuracy = $6,
        address_city_codes = $7
      WHERE company_id = $1 AND id = $2 AND address = $3::jsonb AND address_latitude IS NULL
      RETURNING id`,
  },
  location: {
    list: `SELECT id, address FROM location
      WHERE company_id = $1 AND address IS NOT NULL AND latitude IS NULL AND address_accuracy IS NULL
        AND archived_at IS NULL
      ORDER BY id LIMIT $2`,
    set: `UPDATE location SET latitude = $4, longitude = $5, address_accuracy = $6
      WHERE company_id = $1 AND id = $2 AND address = $3::jsonb AND latitude IS NULL
      RETURNING id`,
  },
  provider: {
    list: `SELECT id, start_address AS address FROM provider
      WHERE company_id = $1 AND start_address IS NOT NULL AND start_latitude IS NULL AND start_accuracy IS NULL
        AND archived_at IS NULL
      ORDER BY id LIMIT $2`,
    set: `UPDATE provider SET start_latitude = $4, start_longitude = $5, start_accuracy = $6
      WHERE company_id = $1 AND id = $2 AND start_address = $3::jsonb AND start_latitude IS NULL
      RETURNING id`,
  },
} as const

export type Located = keyof typeof statements

export async function listUnlocated(
  db: Db,
  companyId: number,
  kind: Located,
  limit: number,
): Promise<Unlocated[]> {
  return db.query<Unlocated>(statements[kind].list, [companyId, limit])
}

/** Stores the geocoder's answer, null for none. False when the address has changed or has coordinates by now. */
export async function setPoint(
  tx: Tx,
  companyId: number,
  kind: Located,
  { id, address }: Unlocated,
  found: (GeoPoint & { accuracy: Accuracy; cityCodes?: readonly CodeOfCity[] }) | null,
): Promise<boolean> {
  const { latitude = null, longitude = null, accuracy = "unknown", cityCodes } = found ?? {}
  const codes = kind === "customer" ? [cityCodes ? JSON.stringify(cityCodes) : null] : []
  return tx.some(statements[kind].set, [companyId, id, address, latitude, longitude, accuracy, ...codes])
}
