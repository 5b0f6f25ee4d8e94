/** Messages of callers, with the numbers at which they wish to be called back. */
import type { Callback, CallbackStatus } from "../../domain/model/callback.ts"
import { msPerDay } from "../../domain/time/units.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const columns = `k.id, k.customer_id, k.channel, k.caller_name, k.phone_sealed, k.message, k.best_time, k.created_at, k.done_at,
  trim(u.first_name || ' ' || u.last_name) AS customer_name`
const joined = "callback k LEFT JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id"

export interface CallbackFilter {
  status: CallbackStatus | null
  customerId: number | null
  beforeId: number
  limit: number
}

/** The newest first. */
export async function listCallbacks(db: Db, companyId: number, filter: CallbackFilter): Promise<Callback[]> {
  const { status, customerId, beforeId, limit } = filter
  return db.query<Callback>(
    `SELECT ${columns} FROM ${joined}
     WHERE k.company_id = $1 AND k.id < $2 AND ($4::text IS NULL OR (k.done_at IS NULL) = ($4 = 'waiting'))
       AND ($5::bigint IS NULL OR k.customer_id = $5)
     ORDER BY k.id DESC LIMIT $3`,
    [companyId, beforeId, limit, status, customerId],
  )
}

export async function findCallback(db: Db, companyId: number, id: number): Promise<Callback | null> {
  return db.first<Callback>(`SELECT ${columns} FROM ${joined} WHERE k.company_id = $1 AND k.id = $2`, [
    companyId,
    id,
  ])
}

/** Locks it until the transaction ends, and says whether it waits. Null when there is none. */
export async function lockCallback(tx: Tx, companyId: number, id: number): Promise<CallbackStatus | null> {
  const row = await tx.first<{ status: CallbackStatus }>(
    `SELECT CASE WHEN done_at IS NULL THEN 'waiting' ELSE 'done' END AS status FROM callback
     WHERE company_id = $1 AND id = $2 FOR UPDATE`,
    [companyId, id],
  )
  return row?.status ?? null
}

/** Null puts it back among those that wait. One that is done keeps the time at which it was marked first. */
export async function setCallbackDone(
  tx: Tx,
  companyId: number,
  id: number,
  doneAt: Date | null,
): Promise<void> {
  await tx.query(
    `UPDATE callback SET done_at = CASE WHEN $3::timestamptz IS NOT NULL THEN coalesce(done_at, $3) END
     WHERE company_id = $1 AND id = $2`,
    [companyId, id, doneAt],
  )
}

export async function nextCallbackId(tx: Tx): Promise<number> {
  const row = await tx.first<{ id: number }>("SELECT nextval($1) AS id", ["callback_id_seq"])
  return row!.id
}

export interface NewCallback {
  id: number
  customerId: number | null
  /** Null of a reply to a text. */
  sessionId: number | null
  eventId: number
  channel: Callback["channel"]
  callerName: string | null
  phone: { sealed: string; hash: string }
  message: string
  bestTime: string | null
}

export async function insertCallback(
  tx: Tx,
  companyId: number,
  callback: NewCallback,
  now: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO callback (company_id, id, customer_id, session_id, event_id, channel, caller_name, phone_sealed, phone_hash,
       message, best_time, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      companyId,
      callback.id,
      callback.customerId,
      callback.sessionId,
      callback.eventId,
      callback.channel,
      callback.callerName,
      callback.phone.sealed,
      callback.phone.hash,
      callback.message,
      callback.bestTime,
      new Date(now),
    ],
  )
}

/** The customer's, in the order of their ids. */
export async function callbacksOfCustomer(
  db: Db,
  companyId: number,
  customerId: number,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<Callback[]> {
  return db.query<Callback>(
    `SELECT ${columns} FROM ${joined}
     WHERE k.company_id = $1 AND k.customer_id = $2 AND k.id > $3 ORDER BY k.id LIMIT $4`,
    [companyId, customerId, afterId, limit],
  )
}

/** The callbacks that the conversation has left so far. */
export async function callbacksOfSession(
  tx: Tx,
  companyId: number,
  sessionId: number,
): Promise<{ message: string; phone_hash: string }[]> {
  return tx.query("SELECT message, phone_hash FROM callback WHERE company_id = $1 AND session_id = $2", [
    companyId,
    sessionId,
  ])
}

/** The callbacks that replies from the number, and its conversations, have left since then. */
export async function callbacksOfPhone(
  tx: Tx,
  companyId: number,
  { hashes, since }: { hashes: readonly string[]; since: Date },
): Promise<{ message: string }[]> {
  return tx.query(
    "SELECT message FROM callback WHERE company_id = $1 AND phone_hash = ANY ($2) AND created_at >= $3",
    [companyId, hashes, since],
  )
}

/** Locks the conversation until the transaction ends, so that its messages are counted one after the other. */
export async function lockSession(tx: Tx, companyId: number, sessionId: number): Promise<void> {
  await tx.query("SELECT 1 FROM agent_session WHERE company_id = $1 AND id = $2 FOR UPDATE", [
    companyId,
    sessionId,
  ])
}

/** Names the customer in what the conversation left before they were one. */
export async function nameCallbacks(
  tx: Tx,
  companyId: number,
  sessionId: number,
  customerId: number,
): Promise<void> {
  await tx.query(
    "UPDATE callback SET customer_id = $3 WHERE company_id = $1 AND session_id = $2 AND customer_id IS NULL",
    [companyId, sessionId, customerId],
  )
}

/** Deletes the customer's, and those of no customer that ask for a call to one of these numbers. Returns their events' ids. */
export async function eraseCallbacks(
  tx: Tx,
  companyId: number,
  customerId: number,
  phoneHashes: readonly string[],
): Promise<number[]> {
  const rows = await tx.query<{ event_id: number }>(
    `DELETE FROM callback WHERE company_id = $1
       AND (customer_id = $2 OR (customer_id IS NULL AND phone_hash = ANY ($3))) RETURNING event_id`,
    [companyId, customerId, phoneHashes],
  )
  return rows.map(({ event_id }) => event_id)
}

export async function dropOldCallbacks(db: Db, companyId: number, now: number, days: number): Promise<void> {
  await db.query("DELETE FROM callback WHERE company_id = $1 AND created_at < $2", [
    companyId,
    new Date(now - days * msPerDay),
  ])
}
