/** Files that were uploaded to answer questions. Their bytes are in the file store. */
import type { UploadedFile } from "../../domain/model/uploaded-file.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const columns =
  "id, reference, uploader, name, media_type, bytes, customer_id, appointment_id, created_at, uploaded_at"

export interface NewFile {
  id: number
  reference: string
  uploader: string
  name: string
  customerId: number | null
}

export async function nextFileId(tx: Tx): Promise<number> {
  const row = await tx.first<{ id: number }>("SELECT nextval($1) AS id", ["uploaded_file_id_seq"])
  return row!.id
}

export async function insertFile(tx: Tx, companyId: number, file: NewFile, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO uploaded_file (company_id, id, reference, uploader, name, customer_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [companyId, file.id, file.reference, file.uploader, file.name, file.customerId, now],
  )
}

/** How much the company keeps, and how many uploads this uploader asked for since then. */
export async function countFiles(
  db: Db,
  companyId: number,
  uploader: string,
  since: Date,
): Promise<{ bytes: number; asked: number }> {
  const [kept, asked] = await Promise.all([
    db.first<{ bytes: number }>(
      "SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM uploaded_file WHERE company_id = $1",
      [companyId],
    ),
    db.first<{ count: number }>(
      "SELECT count(*)::int AS count FROM uploaded_file WHERE company_id = $1 AND uploader = $2 AND created_at > $3",
      [companyId, uploader, since],
    ),
  ])
  return { bytes: kept!.bytes, asked: asked!.count }
}

/** Whichever way it ended; null when there is none. */
export async function findFile(db: Db, companyId: number, reference: string): Promise<UploadedFile | null> {
  return db.first<UploadedFile>(
    `SELECT ${columns} FROM uploaded_file
     WHERE company_id = $1 AND reference = $2 AND uploaded_at IS NOT NULL AND ended_at IS NULL`,
    [companyId, reference],
  )
}

export async function findFileById(db: Db, companyId: number, id: number): Promise<UploadedFile | null> {
  return db.first<UploadedFile>(
    `SELECT ${columns} FROM uploaded_file WHERE company_id = $1 AND id = $2 AND ended_at IS NULL`,
    [companyId, id],
  )
}

/** Uploaded files that belong to this appointment or to none. */
export async function findAnswering(
  db: Db,
  companyId: number,
  references: readonly string[],
  appointmentId: number | null,
): Promise<UploadedFile[]> {
  return db.query<UploadedFile>(
    `SELECT ${columns} FROM uploaded_file
     WHERE company_id = $1 AND reference = ANY ($2) AND uploaded_at IS NOT NULL AND ended_at IS NULL
       AND (appointment_id IS NULL OR appointment_id = coalesce($3::bigint, 0))`,
    [companyId, references, appointmentId],
  )
}

/** No other upload of the company begins to be stored meanwhile, so that each counts those before. Does not wait for the answer. */
export function lockUploads(tx: Tx, companyId: number): void {
  tx.write("SELECT 1 FROM company WHERE company_id = $1 FOR NO KEY UPDATE", [companyId])
}

/** How many bytes the company keeps, those under way too. */
export async function countBytes(db: Db, companyId: number): Promise<number> {
  const row = await db.first<{ bytes: number }>(
    "SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM uploaded_file WHERE company_id = $1",
    [companyId],
  )
  return row!.bytes
}

/** Its bytes count from now on. False when an upload under way, or one that ended, has it. */
export async function beginStoring(
  db: Db,
  companyId: number,
  id: number,
  { now, until, bytes }: { now: Date; until: Date; bytes: number },
): Promise<boolean> {
  return db.some(
    `UPDATE uploaded_file SET storing_until = $4, bytes = $5
     WHERE company_id = $1 AND id = $2 AND uploaded_at IS NULL AND ended_at IS NULL
       AND (storing_until IS NULL OR storing_until <= $3)
     RETURNING 1`,
    [companyId, id, now, until, bytes],
  )
}

/** A client that broke off may try again at once. */
export async function giveUpStoring(db: Db, companyId: number, id: number): Promise<void> {
  await db.query(
    "UPDATE uploaded_file SET storing_until = NULL, bytes = NULL WHERE company_id = $1 AND id = $2",
    [companyId, id],
  )
}

export async function finishStoring(
  db: Db,
  companyId: number,
  id: number,
  kept: { name: string; mediaType: string; bytes: number },
  now: Date,
): Promise<boolean> {
  return db.some(
    `UPDATE uploaded_file SET name = $3, media_type = $4, bytes = $5, uploaded_at = $6, storing_until = NULL
     WHERE company_id = $1 AND id = $2 AND uploaded_at IS NULL AND ended_at IS NULL RETURNING 1`,
    [companyId, id, kept.name, kept.mediaType, kept.bytes, now],
  )
}

/** How many of them no other appointment has, and are this one's now. */
export async function claimFiles(
  tx: Tx,
  companyId: number,
  references: readonly string[],
  { appointmentId, customerId }: { appointmentId: number; customerId: number },
): Promise<number> {
  const rows = await tx.query(
    `UPDATE uploaded_file SET appointment_id = $3, customer_id = $4
     WHERE company_id = $1 AND reference = ANY ($2) AND uploaded_at IS NOT NULL AND ended_at IS NULL
       AND (appointment_id IS NULL OR appointment_id = $3)
     RETURNING 1`,
    [companyId, references, appointmentId, customerId],
  )
  return rows.length
}

/** Files of the appointment that its answers name no more. */
export async function endFilesBesides(
  tx: Tx,
  companyId: number,
  appointmentId: number,
  references: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE uploaded_file SET ended_at = $4
     WHERE company_id = $1 AND appointment_id = $2 AND ended_at IS NULL AND NOT reference = ANY ($3)`,
    [companyId, appointmentId, references, now],
  )
}

export async function endFilesOfCustomer(
  tx: Tx,
  companyId: number,
  customerId: number,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE uploaded_file SET ended_at = $3, name = ''
     WHERE company_id = $1 AND customer_id = $2 AND ended_at IS NULL`,
    [companyId, customerId, now],
  )
}

/** Files that ended, and files that no booking has taken since then. */
export async function listToRemove(
  db: Db,
  companyId: number,
  unclaimedBefore: Date,
  limit: number,
): Promise<Pick<UploadedFile, "id" | "reference">[]> {
  return db.query(
    `SELECT id, reference FROM uploaded_file
     WHERE company_id = $1 AND (ended_at IS NOT NULL OR (appointment_id IS NULL AND created_at <= $2))
     ORDER BY id LIMIT $3`,
    [companyId, unclaimedBefore, limit],
  )
}

/** Ends a file that can be taken no more. False when a booking has taken it meanwhile. */
export async function endUnclaimed(db: Db, companyId: number, id: number, now: Date): Promise<boolean> {
  return db.some(
    `UPDATE uploaded_file SET ended_at = coalesce(ended_at, $3)
     WHERE company_id = $1 AND id = $2 AND (ended_at IS NOT NULL OR appointment_id IS NULL) RETURNING 1`,
    [companyId, id, now],
  )
}

export async function deleteFile(db: Db, companyId: number, id: number): Promise<void> {
  await db.query("DELETE FROM uploaded_file WHERE company_id = $1 AND id = $2 AND ended_at IS NOT NULL", [
    companyId,
    id,
  ])
}

export async function listAllFiles(
  db: Db,
  companyId: number,
): Promise<Pick<UploadedFile, "id" | "reference">[]> {
  return db.query("SELECT id, reference FROM uploaded_file WHERE company_id = $1", [companyId])
}
