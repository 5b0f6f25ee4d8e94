/** The company's phone numbers, for calls and for texts. */

import type { Channel } from "../../domain/model/channel.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const columns = "id, kind, phone, created_at"

export async function listChannels(
  db: Db,
  companyId: number,
  page: { afterId: number; limit: number },
): Promise<Channel[]> {
  return db.query<Channel>(
    `SELECT ${columns} FROM channel WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [companyId, page.afterId, page.limit],
  )
}

/** More than a company can register. */
const everyChannel = { afterId: 0, limit: 1_000 }

export const listAllChannels = (db: Db, companyId: number): Promise<Channel[]> =>
  listChannels(db, companyId, everyChannel)

export async function insertChannel(
  tx: Tx,
  companyId: number,
  channel: Pick<Channel, "kind" | "phone">,
  now: number,
): Promise<Channel> {
  const [row] = await tx.query<Channel>(
    `INSERT INTO channel (company_id, kind, phone, created_at) VALUES ($1, $2, $3, $4) RETURNING ${columns}`,
    [companyId, channel.kind, channel.phone, new Date(now)],
  )
  return row!
}

/** Returns the removed channel; null for an unknown id. */
export async function deleteChannel(tx: Tx, companyId: number, id: number): Promise<Channel | null> {
  return tx.first<Channel>(`DELETE FROM channel WHERE company_id = $1 AND id = $2 RETURNING ${columns}`, [
    companyId,
    id,
  ])
}

/** Removes the company's channels of a number. */
export async function deleteChannelsWith(tx: Tx, companyId: number, phone: string): Promise<void> {
  await tx.query("DELETE FROM channel WHERE company_id = $1 AND phone = $2", [companyId, phone])
}

export async function hasChannelWith(tx: Tx, companyId: number, phone: string): Promise<boolean> {
  return tx.some("SELECT 1 FROM channel WHERE company_id = $1 AND phone = $2 LIMIT 1", [companyId, phone])
}

/** The number that the company's texts are sent from: its first sms channel; null without one. */
export async function findTextingNumber(db: Db, companyId: number): Promise<string | null> {
  const [row] = await db.query<{ phone: string }>(
    "SELECT phone FROM channel WHERE company_id = $1 AND kind = 'sms' ORDER BY id LIMIT 1",
    [companyId],
  )
  return row?.phone ?? null
}
