/**
 * Uploaded logos. A logo's hash is `<company id>-<digest of its bytes>`, so that a look-up by the hash alone still
 * names its company, and a changed logo gets a new address.
 */
import type { Db, Tx } from "./pg/database.ts"

export interface Logo {
  hash: string
  contentType: string
  bytes: Uint8Array
}

const hashPattern = /^([1-9]\d{0,15})-[0-9a-f]{32}$/

/** The logo behind `{book_url}/assets/logo/<hash>`; null for any text that names none. */
export async function findLogo(db: Db, hash: string): Promise<Logo | null> {
  const companyId = hashPattern.exec(hash)?.[1]
  if (companyId === undefined) return null
  const [row] = await db.query<Logo>(
    `SELECT hash, content_type AS "contentType", bytes FROM company_logo WHERE company_id = $1 AND hash = $2`,
    [Number(companyId), hash],
  )
  return row ?? null
}

/** Keeps this logo as the company's only one. */
export async function replaceLogo(tx: Tx, companyId: number, logo: Logo): Promise<void> {
  await deleteLogos(tx, companyId)
  await tx.query("INSERT INTO company_logo (company_id, hash, content_type, bytes) VALUES ($1, $2, $3, $4)", [
    companyId,
    logo.hash,
    logo.contentType,
    Buffer.from(logo.bytes),
  ])
}

export async function deleteLogos(tx: Tx, companyId: number): Promise<void> {
  await tx.query("DELETE FROM company_logo WHERE company_id = $1", [companyId])
}
