/** The second factor of users: a sealed secret that makes codes by the time, and recovery codes as hashes. */
import type { Db, Tx } from "../platform/pg/database.ts"

export interface SecondFactor {
  sealed: string
  isConfirmed: boolean
  /** The time step of the last code that was taken; null before the first. */
  lastStep: number | null
}

/** Null for a user who has begun none. Locks the user until the transaction ends, so that a code counts once. */
export async function lockSecondFactor(
  tx: Tx,
  companyId: number,
  userId: number,
): Promise<SecondFactor | null> {
  return tx.first<SecondFactor>(
    `SELECT totp_sealed AS sealed, totp_confirmed_at IS NOT NULL AS "isConfirmed", totp_last_step AS "lastStep"
     FROM app_user WHERE company_id = $1 AND id = $2 AND totp_sealed IS NOT NULL FOR NO KEY UPDATE`,
    [companyId, userId],
  )
}

/** Replaces one that was begun and not confirmed. */
export async function beginSecondFactor(
  tx: Tx,
  companyId: number,
  userId: number,
  sealed: string,
): Promise<void> {
  await tx.query(
    `UPDATE app_user SET totp_sealed = $3, totp_last_step = NULL
     WHERE company_id = $1 AND id = $2 AND totp_confirmed_at IS NULL`,
    [companyId, userId, sealed],
  )
}

export async function confirmSecondFactor(
  tx: Tx,
  companyId: number,
  userId: number,
  now: number,
): Promise<void> {
  await tx.query("UPDATE app_user SET totp_confirmed_at = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    userId,
    new Date(now),
  ])
}

export async function noteStep(tx: Tx, companyId: number, userId: number, step: number): Promise<void> {
  await tx.query("UPDATE app_user SET totp_last_step = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    userId,
    step,
  ])
}

export async function removeSecondFactor(tx: Tx, companyId: number, userId: number): Promise<void> {
  await tx.query(
    `UPDATE app_user SET totp_sealed = NULL, totp_confirmed_at = NULL, totp_last_step = NULL
     WHERE company_id = $1 AND id = $2`,
    [companyId, userId],
  )
  await tx.query("DELETE FROM recovery_code WHERE company_id = $1 AND user_id = $2", [companyId, userId])
}

export async function replaceRecoveryCodes(
  tx: Tx,
  companyId: number,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await tx.query("DELETE FROM recovery_code WHERE company_id = $1 AND user_id = $2", [companyId, userId])
  await tx.query(
    `INSERT INTO recovery_code (company_id, user_id, code_hash) SELECT $1, $2, hash FROM unnest($3::text[]) AS hash`,
    [companyId, userId, hashes],
  )
}

/** False when there is no such code any more. */
export async function useRecoveryCode(
  tx: Tx,
  companyId: number,
  userId: number,
  hash: string,
): Promise<boolean> {
  return tx.some(
    "DELETE FROM recovery_code WHERE company_id = $1 AND user_id = $2 AND code_hash = $3 RETURNING 1",
    [companyId, userId, hash],
  )
}

export async function countRecoveryCodes(db: Db, companyId: number, userId: number): Promise<number> {
  const row = await db.first<{ count: number }>(
    "SELECT count(*)::int AS count FROM recovery_code WHERE company_id = $1 AND user_id = $2",
    [companyId, userId],
  )
  return row!.count
}
