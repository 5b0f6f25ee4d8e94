/** Browsers that users have signed in with, found by the hash of a random value in a cookie. */
import { tokenHash } from "../../domain/model/link-token.ts"
import { claimEntry, deleteEntries, findEntry } from "../platform/directory.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

/** Hashes both, so that one browser may be known to several people, and to none of them by another's email. */
export const deviceKey = (device: string, email: string): string =>
  tokenHash(`${device} ${email.toLowerCase()}`)

export async function isKnownDevice(db: Db, key: string): Promise<boolean> {
  return (await findEntry(db, "device", key)) !== null
}

/** The most that are remembered of one user. */
const mostOfUser = 20

/** Remembers the device, or that it was used again, and forgets those that were used longest ago. */
export async function noteDevice(
  tx: Tx,
  companyId: number,
  { userId, key }: { userId: number; key: string },
  now: number,
): Promise<void> {
  // A person who is a user of several companies has it with the first of them.
  if (!(await claimEntry(tx, "device", key, companyId, userId))) {
    await tx.query(
      "UPDATE known_device SET last_used_at = $4 WHERE company_id = $1 AND user_id = $2 AND token_hash = $3",
      [companyId, userId, key, new Date(now)],
    )
    return
  }
  await tx.query(
    "INSERT INTO known_device (company_id, user_id, token_hash, last_used_at) VALUES ($1, $2, $3, $4)",
    [companyId, userId, key, new Date(now)],
  )
  const forgotten = await tx.query<{ token_hash: string }>(
    `DELETE FROM known_device WHERE company_id = $1 AND user_id = $2 AND token_hash = ANY (ARRAY(
       SELECT token_hash FROM known_device WHERE company_id = $1 AND user_id = $2
       ORDER BY last_used_at DESC, token_hash OFFSET $3))
     RETURNING token_hash`,
    [companyId, userId, mostOfUser],
  )
  await deleteEntries(tx, "device", companyId, hashesOf(forgotten))
}

/** Forgets all devices of a user who is removed. */
export async function forgetDevices(tx: Tx, companyId: number, userId: number): Promise<void> {
  const forgotten = await tx.query<{ token_hash: string }>(
    "DELETE FROM known_device WHERE company_id = $1 AND user_id = $2 RETURNING token_hash",
    [companyId, userId],
  )
  await deleteEntries(tx, "device", companyId, hashesOf(forgotten))
}

const hashesOf = (rows: readonly { token_hash: string }[]) => rows.map(({ token_hash }) => token_hash)
