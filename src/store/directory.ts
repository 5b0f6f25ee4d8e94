/** Host-wide truths: what is unique across companies, or known before the company is. */
import type { Tx } from "./pg/database.ts"

export type DirectoryKind = "slug" | "channel_phone" | "api_key" | "link" | "user_email" | "user_session"

/** Claims a key for a company. False when somebody holds it already. */
export async function claimEntry(
  tx: Tx,
  kind: DirectoryKind,
  key: string,
  companyId: number,
  refId: number,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO directory (kind, key, company_id, ref_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (kind, key) DO NOTHING RETURNING 1`,
    [kind, key, companyId, refId],
  )
  return rows.length > 0
}

/** Claims a key that a company may hold for several records. False when another company holds it. */
export async function claimOrKeepEntry(
  tx: Tx,
  kind: DirectoryKind,
  key: string,
  companyId: number,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO directory (kind, key, company_id, ref_id) VALUES ($1, $2, $3, $3)
     ON CONFLICT (kind, key) DO UPDATE SET active = true WHERE directory.company_id = $3 RETURNING 1`,
    [kind, key, companyId],
  )
  return rows.length > 0
}

export async function releaseEntry(
  tx: Tx,
  kind: DirectoryKind,
  key: string,
  companyId: number,
): Promise<void> {
  await tx.query("DELETE FROM directory WHERE kind = $1 AND key = $2 AND company_id = $3", [
    kind,
    key,
    companyId,
  ])
}

/** Keeps the key known, and no longer good for anything. */
export async function retireEntries(
  tx: Tx,
  kind: DirectoryKind,
  companyId: number,
  refId: number,
): Promise<void> {
  await tx.query(
    "UPDATE directory SET active = false WHERE kind = $1 AND company_id = $2 AND ref_id = $3 AND active",
    [kind, companyId, refId],
  )
}
