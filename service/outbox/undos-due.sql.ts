/** The queue of changes that are written and not announced yet, so that they can be taken back without a message. */
import type { Actor } from "../../domain/model/actor.ts"
import type { TellingChannel } from "../../domain/model/appointment.ts"
import { fromStored, type WaitingUndo } from "../../domain/model/undo.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { createQueue, isFree, isLive, type JustLeased, type Lease } from "../platform/queue/leases.ts"

type UndoKey = { holdId: number }

export type LeasedUndo = JustLeased<UndoKey>

export const undosDue = createQueue<UndoKey, unknown>({ table: "undo_due", key: { holdId: "hold_id" } })

const leaseByTime = undosDue.leasing(`${isFree} AND ${isLive} ORDER BY due_at LIMIT $4`)

/** Leases up to `most` of live companies, those that have been due longest first. In a test company none waits. */
export const leaseUndos = (db: Db, lease: Lease, most: number): Promise<LeasedUndo[]> =>
  leaseByTime(db, lease, [most])

interface Row {
  holdId: number
  appointments: Record<string, unknown>[]
  allocationIds: number[]
  together: "series" | "group" | null
  actor: Actor
  requestId: string
  silentChannels: TellingChannel[]
  dueAt: Date
}

const selected = `SELECT hold_id AS "holdId", appointments, allocation_ids AS "allocationIds", together, actor,
    request_id AS "requestId", silent_channels AS "silentChannels", due_at AS "dueAt"
  FROM undo_due`

const read = (row: Row | null): WaitingUndo | null =>
  row && { ...row, appointments: row.appointments.map(fromStored) }

export const findUndo = async (db: Db, companyId: number, holdId: number): Promise<WaitingUndo | null> =>
  read(await db.first<Row>(`${selected} WHERE company_id = $1 AND hold_id = $2`, [companyId, holdId]))

export const findUndoByToken = async (
  db: Db,
  companyId: number,
  tokenHash: string,
): Promise<WaitingUndo | null> =>
  read(await db.first<Row>(`${selected} WHERE company_id = $1 AND token_hash = $2`, [companyId, tokenHash]))

/** Does not wait for the answer. */
export function enqueueUndo(
  tx: Tx,
  companyId: number,
  { tokenHash, ...undo }: WaitingUndo & { tokenHash: string },
): void {
  tx.write(
    `INSERT INTO undo_due (company_id, hold_id, token_hash, appointments, allocation_ids, together, actor, request_id,
       silent_channels, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      companyId,
      undo.holdId,
      tokenHash,
      JSON.stringify(undo.appointments),
      undo.allocationIds,
      undo.together,
      JSON.stringify(undo.actor),
      undo.requestId,
      undo.silentChannels,
      undo.dueAt,
    ],
  )
}

/** Takes it from the queue, so that one of those who tell it and take it back does. False where another was faster. */
export async function takeUndo(tx: Tx, companyId: number, holdId: number): Promise<boolean> {
  const taken = await tx.query("DELETE FROM undo_due WHERE company_id = $1 AND hold_id = $2 RETURNING 1", [
    companyId,
    holdId,
  ])
  return taken.length > 0
}
