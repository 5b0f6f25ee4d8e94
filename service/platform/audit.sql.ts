/** The audit trail: one row for every write, with the actor, the operation, the record and its fields' names, never a value. */
import type { AuditedActor } from "../../domain/model/actor.ts"
import type { AuditRow } from "../../domain/model/audit.ts"
import type { Db, Tx } from "./pg/database.ts"
import { firstIdOf, idDayOf, newDailyId, retention } from "./pg/partitions.ts"

export interface AuditEntry {
  companyId: number
  actor: AuditedActor
  requestId: string
  now: number
  operation: string
  targetId: number | null
  /** The customer whom the write is about, for their history; null or left out for every other. */
  customerId?: number | null
  fields: readonly string[]
  /** The network address of a sign-in. */
  network?: string | null
}

export function appendAudit(tx: Tx, entry: AuditEntry): void {
  tx.write(
    `INSERT INTO audit (company_id, id, at, actor, request_id, operation, target_id, fields, network, customer_id)
     VALUES ($1, ${newDailyId("audit", "$2")}, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      entry.companyId,
      idDayOf(entry.companyId, entry.now),
      new Date(entry.now),
      entry.actor,
      entry.requestId,
      entry.operation,
      entry.targetId,
      entry.fields,
      entry.network ?? null,
      entry.customerId ?? null,
    ],
  )
}

export interface AuditFilter {
  operation: string | null
  userId: number | null
  apiKeyId: number | null
  targetId: number | null
  requestId: string | null
  from: Date | null
  to: Date | null
  /** Rows past their retention at this time are left out. */
  now: number
  beforeId: number | null
  limit: number
}

const keptDays = retention.find(({ table }) => table === "audit")!.days

const columns = "id, at, actor, request_id, operation, target_id, fields, network"

/** Null for an unknown entry, and for one past its retention. */
export async function findAudit(
  db: Db,
  companyId: number,
  id: number,
  now: number,
): Promise<AuditRow | null> {
  return db.first<AuditRow>(`SELECT ${columns} FROM audit WHERE company_id = $1 AND id = $2 AND id >= $3`, [
    companyId,
    id,
    firstIdOf(idDayOf(companyId, now) - keptDays),
  ])
}

/** Newest first. What was refused to a user or a key is found by its target. */
export async function listAudit(db: Db, companyId: number, filter: AuditFilter): Promise<AuditRow[]> {
  const { from, to, beforeId } = filter
  const dayOf = (time: number) => idDayOf(companyId, time)
  const oldestDay = dayOf(filter.now) - keptDays
  const firstDay = from === null ? oldestDay : Math.max(oldestDay, dayOf(from.getTime()))
  const idEnd = to === null ? Number.MAX_SAFE_INTEGER : firstIdOf(dayOf(to.getTime()) + 1)
  return db.query<AuditRow>(
    `SELECT ${columns} FROM audit
     WHERE company_id = $1 AND id >= $2 AND id < $3
       AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)
       AND ($6::text IS NULL OR operation = $6)
       AND ($7::bigint IS NULL OR (actor->>'userId')::bigint = $7 OR (operation = 'refuse_sign_in' AND target_id = $7))
       AND ($8::bigint IS NULL OR (actor->>'apiKeyId')::bigint = $8)
       AND ($9::text IS NULL OR request_id = $9)
       AND ($11::bigint IS NULL OR target_id = $11)
     ORDER BY id DESC LIMIT $10`,
    [
      companyId,
      firstIdOf(firstDay),
      Math.min(idEnd, beforeId ?? idEnd),
      from,
      to,
      filter.operation,
      filter.userId,
      filter.apiKeyId,
      filter.requestId,
      filter.limit,
      filter.targetId,
    ],
  )
}
