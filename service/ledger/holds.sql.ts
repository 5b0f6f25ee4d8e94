/** Holds: starts that are kept for some minutes. Their time is in `allocation`, as that of appointments. */
import type { Hold, NetworkHold } from "../../domain/model/hold.ts"
import { enqueueHold, holdsDue } from "../outbox/holds-due.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { letGoOfOffer } from "./waiting-offers.sql.ts"

const columns = `id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, clock_offset, holder, visitor, network,
  network_turn, made_by, created_at, expires_at`

export const findHold = (db: Db, companyId: number, id: number): Promise<Hold | null> =>
  db.first<Hold>(`SELECT ${columns} FROM hold WHERE company_id = $1 AND id = $2 AND kind = 'start'`, [
    companyId,
    id,
  ])

/** The one hold of a visitor or a caller. */
export const findHoldOf = (db: Db, companyId: number, holder: string): Promise<Hold | null> =>
  db.first<Hold>(`SELECT ${columns} FROM hold WHERE company_id = $1 AND holder = $2`, [companyId, holder])

/** The owner of a hold where each has one at a time. */
export interface HoldOwner {
  /** A visitor's browser, a caller's conversation, a waiting entry. Null of a browser that has drawn no token. */
  holder: string | null
  visitor?: HoldingVisitor | null | undefined
}

/** A visitor of the public page, in any browser and from any address. */
export interface HoldingVisitor {
  /** The name under which the visitor's hold is written. */
  name: string
  /** Hashes of the number that they have verified, one for each of the host's keys; none before that. */
  phoneHashes: readonly string[]
}

export const visitorOfCode = (verificationId: string): HoldingVisitor => ({
  name: `${codePrefix}${verificationId}`,
  phoneHashes: [],
})

/** `phoneHashes` begin with that of the newest key. */
export const visitorOfNumber = (phoneHashes: readonly string[]): HoldingVisitor => ({
  name: `${numberPrefix}${phoneHashes[0]}`,
  phoneHashes,
})

const codePrefix = "code:"
const numberPrefix = "number:"

/**
 * The browser's own holds first, then those that the visitor has in other browsers. A verified number also owns the holds
 * made with the codes that proved it. A code that was never typed back owns only its own, since a stranger can ask for a
 * code to any number.
 */
export const findHoldsOf = (
  db: Db,
  companyId: number,
  { holder, visitor = null }: HoldOwner,
): Promise<Hold[]> =>
  db.query<Hold>(
    `SELECT ${columns} FROM hold
     WHERE company_id = $1 AND (holder = $2 OR visitor = ANY ($3) OR visitor IN (
       SELECT $5 || v.id FROM verification_code v
       WHERE v.company_id = $1 AND v.phone_hash = ANY ($4) AND v.used_at IS NOT NULL))
     ORDER BY (holder IS NOT NULL AND holder = $2) DESC, id DESC`,
    [companyId, holder ?? "", visitor ? namesOf(visitor) : [], visitor?.phoneHashes ?? [], codePrefix],
  )

const namesOf = ({ name, phoneHashes }: HoldingVisitor) => [
  name,
  ...phoneHashes.map((hash) => `${numberPrefix}${hash}`),
]

export async function nextHoldId(db: Db): Promise<number> {
  const row = await db.first<{ id: number }>("SELECT nextval($1) AS id", ["hold_id_seq"])
  return row!.id
}

/** The holds of a network's visitors, ended ones included; the one that ends with the new one is left out. */
export async function holdsOfNetwork(
  db: Db,
  companyId: number,
  networks: readonly string[],
  ownId: number | null,
): Promise<NetworkHold[]> {
  return db.query<NetworkHold>(
    "SELECT id, network_turn, expires_at FROM hold WHERE company_id = $1 AND network = ANY ($2) AND id IS DISTINCT FROM $3",
    [companyId, networks, ownId],
  )
}

/** Inserts the hold without its time. Does not wait for the answer. */
export function insertHold(tx: Tx, companyId: number, hold: Hold): void {
  tx.write(
    `INSERT INTO hold (company_id, id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at,
       holder, visitor, network, network_turn, made_by, created_at, expires_at, clock_offset)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
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
      hold.visitor,
      hold.network,
      hold.network_turn,
      hold.made_by,
      hold.created_at,
      hold.expires_at,
      hold.clock_offset,
    ],
  )
  enqueueHold(tx, companyId, hold.id, hold.expires_at)
}

/**
 * The hold keeps the time that a change of an appointment left, until the change is announced; its end is in the queue of
 * changes that can be taken back.
 */
export function insertUndoHold(
  tx: Tx,
  companyId: number,
  hold: Pick<
    Hold,
    | "id"
    | "customer_id"
    | "appointment_type_id"
    | "provider_id"
    | "location_id"
    | "start_at"
    | "end_at"
    | "made_by"
    | "created_at"
    | "expires_at"
  >,
): void {
  tx.write(
    `INSERT INTO hold (company_id, id, kind, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, made_by,
       created_at, expires_at)
     VALUES ($1, $2, 'undo', $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      companyId,
      hold.id,
      hold.customer_id,
      hold.appointment_type_id,
      hold.provider_id,
      hold.location_id,
      hold.start_at,
      hold.end_at,
      hold.made_by,
      hold.created_at,
      hold.expires_at,
    ],
  )
}

/** Deletes the hold, which keeps no time any more. Does not wait for the answer. */
export function deleteHold(tx: Tx, companyId: number, id: number): void {
  tx.write("DELETE FROM hold WHERE company_id = $1 AND id = $2", [companyId, id])
  letGoOfOffer(tx, companyId, id)
  holdsDue.drop(tx, [{ companyId, holdId: id }])
}
