/** The queue of pending appointments, each of which ends by itself when it is not answered in time. */
import type { Db, Tx } from "../platform/pg/database.ts"
import { createQueue, isFree, isLive, type JustLeased, type Lease } from "../platform/queue/leases.ts"

type AnswerKey = { appointmentId: number }

export type LeasedAnswer = JustLeased<AnswerKey>

export const answersDue = createQueue<AnswerKey>({
  table: "answer_due",
  key: { appointmentId: "appointment_id" },
})

const leaseByTime = answersDue.leasing(`${isFree} AND ${isLive} ORDER BY due_at LIMIT $4`)

/** Leases up to `most` of live companies, those that have been due longest first. */
export const leaseAnswers = (db: Db, lease: Lease, most: number): Promise<LeasedAnswer[]> =>
  leaseByTime(db, lease, [most])

/** Does not wait for the answer. A later call for the same appointment sets another time, even while the row is leased. */
export function enqueueAnswer(tx: Tx, companyId: number, appointmentId: number, dueAt: Date): void {
  tx.write(
    `INSERT INTO answer_due (company_id, appointment_id, due_at) VALUES ($1, $2, $3)
     ON CONFLICT (company_id, appointment_id) DO UPDATE
     SET due_at = excluded.due_at, failures = 0, lease_token = NULL, lease_until = NULL`,
    [companyId, appointmentId, dueAt],
  )
}
