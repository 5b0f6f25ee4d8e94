/**
 * The queues of providers' calendars. One says when each calendar is read next; a reading puts its row back. The other says
 * which appointment, or session of a class, and which calendar may differ, not how: the worker compares both. So changes in quick succession come
 * to one write, and the order of rows does not matter.
 */
import type { Db, Tx } from "../platform/pg/database.ts"
import { createQueue, isFree, isLive, type Lease, type Leased } from "../platform/queue/leases.ts"

export type LeasedRead = Leased<{ calendarId: number }>

export const readsDue = createQueue<{ calendarId: number }>({
  table: "calendar_read_due",
  key: { calendarId: "calendar_id" },
})

const readByTime = readsDue.leasing(`${isFree} AND ${isLive} ORDER BY due_at LIMIT $4`)

/** Leases up to `most` of live companies, those that have been due longest first. */
export const leaseReads = (db: Db, lease: Lease, most: number): Promise<LeasedRead[]> =>
  readByTime(db, lease, [most])

type PushKey = {
  calendarId: number
  /** A session of a class goes under the id that `ofSession` makes. */
  appointmentId: number
}

export type LeasedPush = Leased<PushKey>

export const pushesDue = createQueue<PushKey>({
  table: "calendar_push_due",
  key: { calendarId: "calendar_id", appointmentId: "appointment_id" },
})

/** The token of a lease whose appointment has changed since. */
const outdated = (token: string) => `outdated ${token}`

const pushByTime = pushesDue.leasing(`${isFree} AND ${isLive} ORDER BY due_at LIMIT $4`)

/** Leases up to `most` of live companies, those that have been due longest first. */
export const leasePushes = (db: Db, lease: Lease, most: number): Promise<LeasedPush[]> =>
  pushByTime(db, lease, [most])

/**
 * A write under way may have read the appointment before this change. It must not finish the row, so the lease gets another
 * token. The lease stays until the worker releases it: a second write beside the first could be overtaken by it, and the
 * calendar would keep the old time.
 */
const again = `ON CONFLICT (company_id, calendar_id, appointment_id)
  DO UPDATE SET due_at = EXCLUDED.due_at, failures = 0, lease_token =
    CASE WHEN d.lease_token LIKE '${outdated("%")}' THEN d.lease_token ELSE '${outdated("")}' || d.lease_token END`

/** Ends the lease of a push whose appointment has changed since it was leased; otherwise does nothing. */
export const releaseOutdated = (db: Db, push: LeasedPush): Promise<void> =>
  pushesDue.release(db, [{ ...push, token: outdated(push.token) }])

/** For every calendar of the provider that we write into. */
export async function enqueuePushes(
  tx: Tx,
  companyId: number,
  providerId: number,
  appointmentId: number,
  now: number,
): Promise<void> {
  const calendars = await tx.query<{ id: number }>(
    `SELECT id FROM provider_calendar
     WHERE company_id = $1 AND provider_id = $2 AND writes AND disconnected_at IS NULL`,
    [companyId, providerId],
  )
  const pushes = calendars.map(({ id }) => ({ calendarId: id, appointmentId }))
  insertPushes(tx, companyId, pushes, now)
}

/** A session of a class stands in the queue, and in what is stored of events, by its own id below zero. */
const ofSession = (sessionId: number): number => -sessionId

/** The session that is meant by an id of the queue; null where that is an appointment's. */
export const sessionMeantBy = (id: number): number | null => (id < 0 ? -id : null)

/** For every calendar of those who give the sessions. */
export async function enqueueSessions(
  tx: Tx,
  companyId: number,
  { sessionIds, providerIds }: { sessionIds: readonly number[]; providerIds: readonly number[] },
  now: number,
): Promise<void> {
  const calendars = await tx.query<{ id: number }>(
    `SELECT id FROM provider_calendar
     WHERE company_id = $1 AND provider_id = ANY ($2) AND writes AND disconnected_at IS NULL`,
    [companyId, [...new Set(providerIds)]],
  )
  const pushes = calendars.flatMap(({ id: calendarId }) =>
    sessionIds.map((sessionId) => ({ calendarId, appointmentId: ofSession(sessionId) })),
  )
  insertPushes(tx, companyId, pushes, now)
}

/** For a calendar that has just been connected: the provider's appointments and sessions of classes that are still to come. */
export async function enqueueComing(
  tx: Tx,
  companyId: number,
  providerId: number,
  calendarId: number,
  now: number,
): Promise<void> {
  const coming = await tx.query<{ id: number }>(
    `SELECT id FROM appointment
     WHERE company_id = $1 AND provider_id = $2 AND status = 'scheduled' AND end_at > $3 AND session_id IS NULL`,
    [companyId, providerId, new Date(now)],
  )
  const sessions = await tx.query<{ id: number }>(
    `SELECT id FROM class_session
     WHERE company_id = $1 AND (provider_id = $2 OR $2 = ANY (crew)) AND status = 'scheduled' AND end_at > $3`,
    [companyId, providerId, new Date(now)],
  )
  const subjects = [...coming.map(({ id }) => id), ...sessions.map(({ id }) => ofSession(id))]
  const pushes = subjects.map((appointmentId) => ({ calendarId, appointmentId }))
  insertPushes(tx, companyId, pushes, now)
}

/** For a customer whose name is to go from everywhere. */
export async function enqueueOfCustomer(
  tx: Tx,
  companyId: number,
  customerId: number,
  now: number,
): Promise<void> {
  const pushes = await tx.query<PushKey>(
    `SELECT DISTINCT e.calendar_id AS "calendarId", e.appointment_id AS "appointmentId" FROM appointment a
     JOIN calendar_event e ON e.company_id = a.company_id AND e.appointment_id = a.id
     WHERE a.company_id = $1 AND a.customer_id = $2`,
    [companyId, customerId],
  )
  insertPushes(tx, companyId, pushes, now)
}

function insertPushes(tx: Tx, companyId: number, pushes: readonly PushKey[], now: number): void {
  if (pushes.length === 0) return
  tx.write(
    `INSERT INTO calendar_push_due AS d (company_id, calendar_id, appointment_id, due_at)
     SELECT $1, p.calendar_id, p.appointment_id, $4
     FROM unnest($2::bigint[], $3::bigint[]) AS p (calendar_id, appointment_id) ${again}`,
    [
      companyId,
      pushes.map(({ calendarId }) => calendarId),
      pushes.map(({ appointmentId }) => appointmentId),
      new Date(now),
    ],
  )
}

export async function countPushes(db: Db, companyId: number, calendarId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "SELECT count(*) AS count FROM calendar_push_due WHERE company_id = $1 AND calendar_id = $2",
    [companyId, calendarId],
  )
  return row!.count
}
