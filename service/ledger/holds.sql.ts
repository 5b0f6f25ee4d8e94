/** Holds: starts that are kept for some minutes. Their time is in `allocation`, as that of appointments. */
import type { Hold, NetworkHold } from "../../domain/model/hold.ts"
import { enqueueHold, holdsDue } from "../outbox/holds-due.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { letGoOfOffer } from "./waiting-offers.sql.ts"

const columns = `id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, holder, network, network_turn, made_by,
  created_at, expires_at`

export const findHold = (db: Db, companyId: number, id: number): Promise<Hold | null> =>
  db.first<Hold>(`SELECT ${columns} FROM hold WHERE company_id = $1 AND id = $2`, [companyId, id])

/** The one hold of a visitor or a caller. */
export const findHoldOf = (db: Db, companyId: number, holder: string): Promise<Hold | null> =>
  db.first<Hold>(`SELECT ${columns} FROM hold WHERE company_id = $1 AND holder = $2`, [companyId, holder])

export async function nextHoldId(db: Db): Promise<number> {
  const row = await db.first<{ id: number }>("SELECT nextval($1) AS id", ["hold_id_seq"])
  return row!.id
}

/** Those of a network's visitors, also ones that are over; the holder's own is left out. */
export async function holdsOfNetwork(
  db: Db,
  companyId: number,
  networks: readonly string[],
  holder: string,
): Promise<NetworkHold[]> {
  return db.query<NetworkHold>(
    "SELECT id, network_turn, expires_at FROM hold WHERE company_id = $1 AND network = ANY ($2) AND holder <> $3",
    [companyId, networks, holder],
  )
}

/** Inserts the hold without its time. Does not wait for the answer. */
export function insertHold(tx: Tx, companyId: number, hold: Hold): void {
  tx.write(
    `INSERT INTO hold (company_id, id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at,
       holder, network, network_turn, made_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      companyId,
      hold.id,
      hold.customer_id,
      hold.appointment_type_id,
      hold.provider_id,
      hold.location_id,
      hold.start_at,
      hold.end_at,
      hold.holder,
      hold.network,
      hold.network_turn,
      hold.made_by,
      hold.created_at,
      hold.expires_at,
    ],
  )
  enqueueHold(tx, companyId, hold.id, hold.expires_at)
}

/** Deletes the hold with the time that it still keeps. Does not wait for the answer. */
export function deleteHold(tx: Tx, companyId: number, id: number): void {
  tx.write("DELETE FROM allocation WHERE company_id = $1 AND hold_id = $2", [companyId, id])
  tx.write("DELETE FROM hold WHERE company_id = $1 AND id = $2", [companyId, id])
  letGoOfOffer(tx, companyId, id)
  holdsDue.drop(tx, [{ companyId, holdId: id }])
}
