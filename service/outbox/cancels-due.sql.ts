/** The queue of cancels that wait, and of completions and no-shows, so that all can be taken back before they are announced. */
import type { Actor } from "../../domain/model/actor.ts"
import type { TellingChannel } from "../../domain/model/appointment.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { createQueue, isFree, isLive, type JustLeased, type Lease } from "../platform/queue/leases.ts"

type CancelKey = { appointmentId: number }

/** The facts that the cancel needs when it takes effect. */
interface CancelFacts {
  actor: Actor
  requestId: string
  silentChannels: TellingChannel[]
}

/** The appointment whose cancel is taken back by the token; null where none waits. */
export async function findCancelByToken(
  db: Db,
  companyId: number,
  tokenHash: string,
): Promise<number | null> {
  const row = await db.first<{ id: number }>(
    "SELECT appointment_id AS id FROM cancel_due WHERE company_id = $1 AND token_hash = $2",
    [companyId, tokenHash],
  )
  return row?.id ?? null
}

export type LeasedCancel = JustLeased<CancelKey, CancelFacts>

export const cancelsDue = createQueue<CancelKey, CancelFacts>({
  table: "cancel_due",
  key: { appointmentId: "appointment_id" },
  facts: { actor: "actor", requestId: "request_id", silentChannels: "silent_channels" },
})

const leaseByTime = cancelsDue.leasing(`${isFree} AND ${isLive} ORDER BY due_at LIMIT $4`)

/** Leases up to `most` of live companies, those that have been due longest first. In a test company none waits. */
export const leaseCancels = (db: Db, lease: Lease, most: number): Promise<LeasedCancel[]> =>
  leaseByTime(db, lease, [most])

/** A cancel that waits: who asked for it, and on which channels the customer gets no message. */
export const findCancelDue = (
  db: Db,
  companyId: number,
  appointmentId: number,
): Promise<Pick<CancelFacts, "actor" | "silentChannels"> | null> =>
  db.first(
    `SELECT actor, silent_channels AS "silentChannels" FROM cancel_due WHERE company_id = $1 AND appointment_id = $2`,
    [companyId, appointmentId],
  )

/** Does not wait for the answer. */
export function enqueueCancel(
  tx: Tx,
  companyId: number,
  appointmentId: number,
  {
    dueAt,
    actor,
    requestId,
    silentChannels,
    tokenHash = null,
  }: CancelFacts & { dueAt: Date; tokenHash?: string | null },
): void {
  tx.write(
    `INSERT INTO cancel_due (company_id, appointment_id, actor, request_id, silent_channels, due_at, token_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [companyId, appointmentId, JSON.stringify(actor), requestId, silentChannels, dueAt, tokenHash],
  )
}
