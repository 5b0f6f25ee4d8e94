/** Transactions that write into the audit trail. */
import { type AuditEntry, appendAudit } from "./audit.sql.ts"
import type { Database, Tx } from "./pg/database.ts"
import { missesPartition, refusalOf } from "./pg/laws.ts"
import { ensurePartitions } from "./pg/partitions.ts"

/**
 * Runs `work` in a transaction. Throws the refusals that laws of the database stand for. When the day has no partitions yet,
 * they are made and `work` runs again.
 */
export async function audited<Result>(
  db: Database,
  now: number,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(work)
  } catch (error) {
    if (!missesPartition(error)) throw refusalOf(error) ?? error
  }
  await ensurePartitions(db, now)
  try {
    return await db.transaction(work)
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

/** Writes only into the audit trail: what was tried and refused. */
export async function writeAudit(
  db: Database,
  now: number,
  entries: readonly Omit<AuditEntry, "now">[],
): Promise<void> {
  await audited(db, now, async (tx) => {
    for (const entry of entries) appendAudit(tx, { ...entry, now })
  })
}
