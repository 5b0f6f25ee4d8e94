/**
 * What is still to be written into providers' calendars. A row says that an appointment and a calendar may differ, not how:
 * whoever works on it reads both, so that changes in quick succession come to one write and the order of rows is no matter.
 */
import type { Db, Tx } from "../pg/database.ts"

const again = `ON CONFLICT (company_id, calendar_id, appointment_id)
  DO UPDATE SET due_at = EXCLUDED.due_at, failures = 0, claim_token = NULL`

/** For every calendar of the provider that we write into. */
export function enqueuePushes(
  tx: Tx,
  companyId: number,
  providerId: number,
  appointmentId: number,
  now: number,
): void {
  tx.write(
    `INSERT INTO calendar_push_due (company_id, calendar_id, appointment_id, due_at)
     SELECT $1, id, $3, $4 FROM provider_calendar
     WHERE company_id = $1 AND provider_id = $2 AND writes AND disconnected_at IS NULL ${again}`,
    [companyId, providerId, appointmentId, new Date(now)],
  )
}

/** For a calendar that has just been connected: what the provider has before them. */
export async function enqueueComing(
  tx: Tx,
  companyId: number,
  providerId: number,
  calendarId: number,
  now: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO calendar_push_due (company_id, calendar_id, appointment_id, due_at)
     SELECT $1, $3, id, $4 FROM appointment
     WHERE company_id = $1 AND provider_id = $2 AND status = 'scheduled' AND end_at > $4 ${again}`,
    [companyId, providerId, calendarId, new Date(now)],
  )
}

/** For a customer whose name is to go from everywhere. */
export async function enqueueOfCustomer(
  tx: Tx,
  companyId: number,
  customerId: number,
  now: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO calendar_push_due (company_id, calendar_id, appointment_id, due_at)
     SELECT DISTINCT $1::bigint, e.calendar_id, e.appointment_id, $3::timestamptz FROM appointment a
     JOIN calendar_event e ON e.company_id = $1 AND e.appointment_id = a.id
     WHERE a.company_id = $1 AND a.customer_id = $2 ${again}`,
    [companyId, customerId, new Date(now)],
  )
}

export interface ClaimedPush {
  companyId: number
  calendarId: number
  appointmentId: number
  failures: number
  token: string
}

/** Takes up to `most` that are due; nobody else gets them until the lease is over. */
export async function claimPushes(
  db: Db,
  claim: { token: string; now: number; leaseMs: number; most: number },
): Promise<ClaimedPush[]> {
  return db.query<ClaimedPush>(
    `UPDATE calendar_push_due d SET claim_token = $1, due_at = $3
     FROM (SELECT company_id, calendar_id, appointment_id FROM calendar_push_due WHERE due_at <= $2
           ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED) due
     WHERE d.company_id = due.company_id AND d.calendar_id = due.calendar_id AND d.appointment_id = due.appointment_id
     RETURNING d.company_id AS "companyId", d.calendar_id AS "calendarId", d.appointment_id AS "appointmentId",
       d.failures, d.claim_token AS token`,
    [claim.token, new Date(claim.now), new Date(claim.now + claim.leaseMs), claim.most],
  )
}

const mine = "company_id = $1 AND calendar_id = $2 AND appointment_id = $3 AND claim_token = $4"
const mineOf = (push: ClaimedPush) => [push.companyId, push.calendarId, push.appointmentId, push.token]

/** Done, unless the appointment has changed since it was claimed: then the row is no longer this claim's. */
export async function finishPush(db: Db, push: ClaimedPush): Promise<void> {
  await db.query(`DELETE FROM calendar_push_due WHERE ${mine}`, mineOf(push))
}

export async function retryPush(db: Db, push: ClaimedPush, error: string, dueAt: number): Promise<void> {
  await db.query(
    `UPDATE calendar_push_due SET due_at = $5, failures = failures + 1, last_error = $6, claim_token = NULL
     WHERE ${mine}`,
    [...mineOf(push), new Date(dueAt), error],
  )
}

export async function countPushes(db: Db, companyId: number, calendarId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "SELECT count(*) AS count FROM calendar_push_due WHERE company_id = $1 AND calendar_id = $2",
    [companyId, calendarId],
  )
  return row!.count
}
