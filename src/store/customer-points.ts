/** Customers whose address nobody has been asked about yet. */
import type { Accuracy, GeoPoint } from "../model/geo.ts"
import type { Address } from "../model/views.ts"
import type { Db, Tx } from "./pg/database.ts"

export interface Unlocated {
  id: number
  address: Address
}

export async function listUnlocated(db: Db, companyId: number, limit: number): Promise<Unlocated[]> {
  return db.query<Unlocated>(
    `SELECT id, address FROM customer
     WHERE company_id = $1 AND address IS NOT NULL AND address_latitude IS NULL AND address_accuracy IS NULL
       AND archived_at IS NULL
     ORDER BY id LIMIT $2`,
    [companyId, limit],
  )
}

/** Null where the address is not known. False when the customer has another address, or a point, by now. */
export async function setCustomerPoint(
  tx: Tx,
  companyId: number,
  id: number,
  address: Address,
  found: (GeoPoint & { accuracy: Accuracy }) | null,
): Promise<boolean> {
  const { latitude = null, longitude = null, accuracy = "unknown" } = found ?? {}
  const rows = await tx.query(
    `UPDATE customer SET address_latitude = $4, address_longitude = $5, address_accuracy = $6
     WHERE company_id = $1 AND id = $2 AND address = $3::jsonb AND address_latitude IS NULL
     RETURNING id`,
    [companyId, id, address, latitude, longitude, accuracy],
  )
  return rows.length > 0
}
