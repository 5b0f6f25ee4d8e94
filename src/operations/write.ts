import type { AppContext } from "../context.ts"
import { appendAudit } from "../store/audit.ts"
import type { Tx } from "../store/pg/database.ts"
import { missesPartition, refusalOf } from "../store/pg/laws.ts"
import { ensurePartitions } from "../store/pg/partitions.ts"
import { keepComposed } from "./idempotency.ts"
import type { Call } from "./operation.ts"

export interface Written<Result> {
  result: Result
  /** The record that was written to, for the audit row. */
  targetId: number | null
  /** Names of the fields that were written, never their values. */
  fields: readonly string[]
  /** Whose personal data the answer carries, so that an erasure finds it. */
  customerId?: number | null
}

/**
 * The one way to write: a transaction that also holds the audit row and, under an Idempotency-Key, the answer. Throws the
 * refusals that laws of the database stand for. When the day has no partitions yet, they are made and `work` runs again.
 */
export async function write<Result>(
  context: AppContext,
  call: Call,
  operationName: string,
  work: (tx: Tx) => Promise<Written<Result>>,
): Promise<Result> {
  const once = () =>
    context.db.transaction(async (tx) => {
      const written = await work(tx)
      appendAudit(tx, {
        companyId: call.companyId,
        actor: call.actor,
        requestId: call.requestId,
        now: call.now,
        operation: operationName,
        targetId: written.targetId,
        fields: written.fields,
      })
      if (call.keyed) keepComposed(tx, context, call, call.keyed, written)
      return written.result
    })
  try {
    return await once()
  } catch (error) {
    if (!missesPartition(error)) throw refusalOf(error) ?? error
  }
  await ensurePartitions(context.db, call.now)
  try {
    return await once()
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}
