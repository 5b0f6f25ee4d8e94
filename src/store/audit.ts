/** The audit trail: one row for every write, with the actor, the operation, the record and its fields' names, never a value. */
import type { AuditedActor } from "../model/actor.ts"
import { utcDayOf } from "../time/units.ts"
import type { Tx } from "./pg/database.ts"
import { newDailyId } from "./pg/partitions.ts"

export interface AuditEntry {
  companyId: number
  actor: AuditedActor
  requestId: string
  now: number
  operation: string
  targetId: number | null
  fields: readonly string[]
  /** Of a sign-in. */
  network?: string | null
}

export function appendAudit(tx: Tx, entry: AuditEntry): void {
  tx.write(
    `INSERT INTO audit (company_id, id, at, actor, request_id, operation, target_id, fields, network)
     VALUES ($1, ${newDailyId("audit", "$2")}, $3, $4, $5, $6, $7, $8, $9)`,
    [
      entry.companyId,
      utcDayOf(entry.now),
      new Date(entry.now),
      entry.actor,
      entry.requestId,
      entry.operation,
      entry.targetId,
      entry.fields,
      entry.network ?? null,
    ],
  )
}
