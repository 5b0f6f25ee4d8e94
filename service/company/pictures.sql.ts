/** Pictures of types and providers, and the columns that name them. */
import type { Db, Tx } from "../platform/pg/database.ts"

export interface Picture {
  /** `<company id>-<digest>`: names its company by itself, and differs after every change and for every owner. */
  hash: string
  contentType: string
  bytes: Uint8Array
}

export type PictureOwner = "appointment_type" | "provider"

const hashPattern = /^([1-9]\d{0,15})-[0-9a-f]{32}$/

/** The picture of `{book_url}/assets/picture/<hash>`; null for a hash of another form and for one that no company has. */
export async function findPicture(db: Db, hash: string): Promise<Picture | null> {
  const companyId = hashPattern.exec(hash)?.[1]
  if (companyId === undefined) return null
  return db.first<Picture>(
    `SELECT hash, content_type AS "contentType", bytes FROM picture WHERE company_id = $1 AND hash = $2`,
    [Number(companyId), hash],
  )
}

interface Change {
  owner: PictureOwner
  id: number
  before: string | null
  /** Null removes it. */
  picture: Picture | null
  now: number
}

/**
 * Puts the picture in place of the owner's old one. Returns when the owner was changed: each change is later than the one before, since
 * receivers of events order by time.
 */
export async function replacePicture(
  tx: Tx,
  companyId: number,
  { owner, id, before, picture, now }: Change,
): Promise<Date> {
  if (before !== null) {
    await tx.query("DELETE FROM picture WHERE company_id = $1 AND hash = $2", [companyId, before])
  }
  if (picture) {
    await tx.query("INSERT INTO picture (company_id, hash, content_type, bytes) VALUES ($1, $2, $3, $4)", [
      companyId,
      picture.hash,
      picture.contentType,
      Buffer.from(picture.bytes),
    ])
  }
  const [row] = await tx.query<{ updated_at: Date }>(updates[owner], [
    companyId,
    id,
    picture?.hash ?? null,
    new Date(now),
  ])
  return row!.updated_at
}

const updates: Record<PictureOwner, string> = {
  appointment_type: `UPDATE appointment_type SET image_hash = $3, updated_at = greatest($4, updated_at + interval '1 ms')
    WHERE company_id = $1 AND id = $2 RETURNING updated_at`,
  provider: `UPDATE provider SET image_hash = $3, updated_at = greatest($4, updated_at + interval '1 ms')
    WHERE company_id = $1 AND id = $2 RETURNING updated_at`,
}
