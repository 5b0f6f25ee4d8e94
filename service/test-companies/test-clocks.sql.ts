/** The clocks of test companies, and what each company has to do next by its own. */
import type { TestClock } from "../../domain/model/test-company.ts"
import { dateOfVisit, toNarrow } from "../ledger/plans.sql.ts"
import { wantsDigest } from "../outbox/staff-mails.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const columns = "at, since, running"

/** Null for a company that is not a test company. */
export async function findTestClock(db: Db, companyId: number): Promise<TestClock | null> {
  return db.first<TestClock>(`SELECT ${columns} FROM test_clock WHERE company_id = $1`, [companyId])
}

/** A new clock shows the host's time, and runs. */
export async function insertTestClock(tx: Tx, companyId: number, hostNow: number): Promise<void> {
  await tx.query("INSERT INTO test_clock (company_id, at, since, running) VALUES ($1, $2, $2, true)", [
    companyId,
    new Date(hostNow),
  ])
}

/** Times by the host's clock, in epoch milliseconds. */
export interface ClockLease {
  token: string
  now: number
  until: number
}

/** Leases the clock, so that one at a time does the company's due work; null while another does. */
export async function leaseClock(db: Db, companyId: number, lease: ClockLease): Promise<TestClock | null> {
  return db.first<TestClock>(
    `UPDATE test_clock SET lease_token = $2, lease_until = $3
     WHERE company_id = $1 AND (lease_until IS NULL OR lease_until <= $4) RETURNING ${columns}`,
    [companyId, lease.token, new Date(lease.until), new Date(lease.now)],
  )
}

/** Moves the clock to `at` and renews the lease. False when the lease was lost. */
export async function moveClock(db: Db, companyId: number, lease: ClockLease, at: number): Promise<boolean> {
  return db.some(
    `UPDATE test_clock SET at = $3, since = $4, lease_until = $5
     WHERE company_id = $1 AND lease_token = $2 RETURNING 1`,
    [companyId, lease.token, new Date(at), new Date(lease.now), new Date(lease.until)],
  )
}

/** False when the lease was lost. */
export async function renewClockLease(db: Db, companyId: number, lease: ClockLease): Promise<boolean> {
  return db.some(
    "UPDATE test_clock SET lease_until = $3 WHERE company_id = $1 AND lease_token = $2 RETURNING 1",
    [companyId, lease.token, new Date(lease.until)],
  )
}

export async function releaseClock(db: Db, companyId: number, token: string): Promise<void> {
  await db.query(
    "UPDATE test_clock SET lease_token = NULL, lease_until = NULL WHERE company_id = $1 AND lease_token = $2",
    [companyId, token],
  )
}

/** Stops the clock at `at`, or lets it run from there. The caller has the lease. */
export async function setRunning(
  tx: Tx,
  companyId: number,
  running: boolean,
  { at, hostNow }: { at: number; hostNow: number },
): Promise<TestClock> {
  const clock = await tx.first<TestClock>(
    `UPDATE test_clock SET running = $2, at = $3, since = $4 WHERE company_id = $1 RETURNING ${columns}`,
    [companyId, running, new Date(at), new Date(hostNow)],
  )
  return clock!
}

/** When each kind of work is next due; null when there is none. What is due may lie behind the clock. */
export interface NextDue {
  answers: Date | null
  /** The end of a hold that was not booked. */
  holds: Date | null
  freed: Date | null
  texts: Date | null
  deliveries: Date | null
  calendarWrites: Date | null
  calendarReads: Date | null
  /** Dates whose plans are fixed some time, when windows are narrowed: the rule says when. */
  freezings: { zone: string; date: string; freezeMinute: number }[]
  /** After the clock's present time. */
  reminders: Date | null
  /** The first failure of the endpoint that is next to fail for too long; after the clock's present time less `failingMs`. */
  firstFailure: Date | null
  /** The end of a code; after the clock's present time. */
  codes: Date | null
  /** The first latest date of an open request, and the zones by which dates may end. */
  firstLatestDate: string | null
  /** The first latest date of an entry of the waiting list; by the company's zone. */
  firstWaitingDate: string | null
  /** Some provider wants the digest of the day. */
  wantsDigest: boolean
  zones: string[]
  companyZone: string
}

type QueuedDue = Pick<
  NextDue,
  "answers" | "holds" | "freed" | "texts" | "deliveries" | "calendarWrites" | "calendarReads"
>

/** A row under a lease is due when the lease is over. */
const firstOf = (table: string) =>
  `(SELECT min(greatest(due_at, lease_until)) FROM ${table} WHERE company_id = $1)`

const codeTables = ["verification_code", "agent_contact_code"] as const

const freezings = `(SELECT coalesce(json_agg(d), '[]') FROM (SELECT DISTINCT a.timezone AS zone, ${dateOfVisit}::text AS date,
        c.plan_freeze_minute AS "freezeMinute"
      FROM appointment a JOIN company c ON c.company_id = $1
      WHERE a.company_id = $1 AND ${toNarrow} AND a.start_at > $2) d)`

export async function findNextDue(
  db: Db,
  companyId: number,
  { now, failingMs }: { now: number; failingMs: number },
): Promise<NextDue> {
  const [queued, own] = await Promise.all([
    db.first<QueuedDue>(
      `SELECT ${firstOf("answer_due")} AS answers, ${firstOf("hold_due")} AS holds, ${firstOf("freed_due")} AS freed, ${firstOf("text_due")} AS texts, ${firstOf("delivery_due")} AS deliveries,
         ${firstOf("calendar_push_due")} AS "calendarWrites", ${firstOf("calendar_read_due")} AS "calendarReads"`,
      [companyId],
    ),
    db.first<Omit<NextDue, keyof QueuedDue>>(
      `SELECT
       (SELECT min(next.at) FROM company c CROSS JOIN unnest(c.reminder_hours || c.unanswered_reminder_hours) AS h (hours) CROSS JOIN LATERAL (
          SELECT a.start_at - h.hours * interval '1 hour' AS at FROM appointment a
          WHERE a.company_id = $1 AND a.status = 'scheduled' AND a.start_at > $2::timestamptz + h.hours * interval '1 hour'
          ORDER BY a.start_at LIMIT 1) next
        WHERE c.company_id = $1) AS reminders,
       ${freezings} AS freezings,
       (SELECT min(first_failure_at) FROM webhook_endpoint
        WHERE company_id = $1 AND enabled AND first_failure_at > $3) AS "firstFailure",
       least(${codeTables
         .map(
           (table) =>
             `(SELECT min(expires_at) FROM ${table} WHERE company_id = $1 AND used_at IS NULL AND expires_at > $2)`,
         )
         .join(", ")}) AS codes,
       (SELECT min(latest_date)::text FROM scheduling_request WHERE company_id = $1 AND status = 'open') AS "firstLatestDate",
       (SELECT min(latest_date)::text FROM waiting_entry WHERE company_id = $1 AND status = 'waiting') AS "firstWaitingDate",
       EXISTS (SELECT FROM provider WHERE company_id = $1 AND ${wantsDigest}) AS "wantsDigest",
       (SELECT timezone FROM company WHERE company_id = $1) AS "companyZone",
       ARRAY(SELECT timezone FROM company WHERE company_id = $1
         UNION SELECT timezone FROM location WHERE company_id = $1) AS zones`,
      [companyId, new Date(now), new Date(now - failingMs)],
    ),
  ])
  return { ...queued!, ...own! }
}

/** Ids of codes that were not entered and ended after `after`, at `until` or before, in the order of their ends. */
export async function listEndedCodes(
  db: Db,
  companyId: number,
  { after, until }: { after: number; until: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `${codeTables
      .map(
        (table) =>
          `SELECT id, expires_at FROM ${table}
           WHERE company_id = $1 AND used_at IS NULL AND expires_at > $2 AND expires_at <= $3`,
      )
      .join(" UNION ALL ")} ORDER BY expires_at, id`,
    [companyId, new Date(after), new Date(until)],
  )
  return rows.map(({ id }) => id)
}

const isDue = (table: string) =>
  `EXISTS (SELECT FROM ${table} d WHERE d.company_id = t.company_id AND d.due_at <= t.now
     AND (d.lease_until IS NULL OR d.lease_until <= t.now))`

/** The test companies of the host whose clocks run, and that have something queued which is due by them. */
export async function listCompaniesWithDue(db: Db, hostNow: number, most: number): Promise<number[]> {
  const clocks = await db.query<{ companyId: number; now: Date }>(
    `SELECT t.company_id AS "companyId", t.at + greatest($1::timestamptz - t.since, interval '0') AS now
     FROM test_clock t WHERE t.running AND (t.lease_until IS NULL OR t.lease_until <= $1)`,
    [new Date(hostNow)],
  )
  if (clocks.length === 0) return []
  const rows = await db.query<{ companyId: number }>(
    `SELECT t.company_id AS "companyId" FROM unnest($1::bigint[], $2::timestamptz[]) AS t (company_id, now)
     WHERE ${["answer_due", "hold_due", "freed_due", "text_due", "delivery_due", "calendar_push_due", "calendar_read_due"].map(isDue).join(" OR ")}
     ORDER BY t.company_id LIMIT $3`,
    [clocks.map(({ companyId }) => companyId), clocks.map(({ now }) => now), most],
  )
  return rows.map(({ companyId }) => companyId)
}

/** The test companies of the host whose clocks run. */
export async function listRunning(db: Db): Promise<number[]> {
  const rows = await db.query<{ companyId: number }>(
    `SELECT t.company_id AS "companyId" FROM test_clock t WHERE t.running ORDER BY t.company_id`,
  )
  return rows.map(({ companyId }) => companyId)
}
