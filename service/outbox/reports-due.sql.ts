/**
 * The queue of reports: spans of time whose dates have yet to be summed up anew. A change adds its span in its own
 * transaction and waits for no other change; the worker takes a company's spans together and counts each date once.
 */
import type { Db, Tx } from "../platform/pg/database.ts"

/** The records that are summed up. */
export type ReportNoun = "appointments" | "requests" | "texts"

/** Both instants are within it. */
export interface Span {
  from: Date
  until: Date
}

/** Adds spans in which rows of the noun have changed. Does not wait for the answer. */
export function enqueueReports(tx: Tx, companyId: number, noun: ReportNoun, spans: readonly Span[]): void {
  const [first] = spans
  if (!first) return
  // A booking adds one: a constant text without arrays is the faster one.
  if (spans.length === 1)
    tx.write("INSERT INTO report_due (company_id, noun, from_at, until_at) VALUES ($1, $2, $3, $4)", [
      companyId,
      noun,
      first.from,
      first.until,
    ])
  else
    tx.write(
      `INSERT INTO report_due (company_id, noun, from_at, until_at)
       SELECT $1, $2, s.from_at, s.until_at FROM unnest($3::timestamptz[], $4::timestamptz[]) AS s (from_at, until_at)`,
      [companyId, noun, spans.map(({ from }) => from), spans.map(({ until }) => until)],
    )
}

/** Adds the rows' instants: each is a span of its own. */
export function enqueueReportsAt(
  tx: Tx,
  companyId: number,
  noun: ReportNoun,
  rows: readonly { created_at: Date }[],
): void {
  enqueueReports(
    tx,
    companyId,
    noun,
    rows.map(({ created_at }) => ({ from: created_at, until: created_at })),
  )
}

/** Has all that the company ever had summed up anew: after a change of its zones, or of the rules. */
export function enqueueWholeReports(tx: Tx, companyId: number): void {
  tx.write("INSERT INTO report_due (company_id, noun) VALUES ($1, 'everything')", [companyId])
}

/** How long the oldest span that touches this one has waited, in whole seconds from 1 on; 0 when none does. */
export async function secondsReportsAreBehind(
  db: Db,
  companyId: number,
  noun: ReportNoun,
  { from, until }: Span,
): Promise<number> {
  const row = await db.first<{ seconds: number }>(
    `SELECT CASE WHEN count(*) = 0 THEN 0 ELSE greatest(1, ceil(extract(epoch FROM now() - min(queued_at)))) END::integer AS seconds
     FROM report_due WHERE company_id = $1
       AND (noun = 'everything' OR (noun = $2 AND from_at <= $4 AND until_at >= $3))`,
    [companyId, noun, from, until],
  )
  return row!.seconds
}

/** The companies that have something to sum up, those that have waited longest first. */
export async function companiesWithReportsDue(db: Db, most: number): Promise<number[]> {
  const rows = await db.query<{ company_id: number }>(
    "SELECT company_id FROM report_due GROUP BY company_id ORDER BY min(id) LIMIT $1",
    [most],
  )
  return rows.map(({ company_id }) => company_id)
}

/**
 * Keeps other workers from summing up this company until the transaction ends, and waits for one that is at it: a worker
 * that passed it by would find it due again at once. What the other has written is visible to the next statement.
 */
export async function lockReports(tx: Tx, companyId: number): Promise<void> {
  tx.write(
    "INSERT INTO report_rules (company_id, version) VALUES ($1, 0) ON CONFLICT (company_id) DO NOTHING",
    [companyId],
  )
  await tx.query("SELECT 1 FROM report_rules WHERE company_id = $1 FOR UPDATE", [companyId])
}

export interface DueReport {
  noun: ReportNoun | "everything"
  from_at: Date | null
  until_at: Date | null
}

/** Takes the company's oldest spans. The caller holds `lockReports` and sums them up in the same transaction. */
export async function takeReportsDue(tx: Tx, companyId: number, most: number): Promise<DueReport[]> {
  return tx.query<DueReport>(
    `DELETE FROM report_due WHERE company_id = $1 AND id = ANY (
       ARRAY(SELECT d.id FROM report_due d WHERE d.company_id = $1 ORDER BY d.id LIMIT $2))
     RETURNING noun, from_at, until_at`,
    [companyId, most],
  )
}

/** The version of the rules by which each company was summed up; a company without a row never was. */
export async function listReportVersions(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ company_id: number; version: number }>(
    "SELECT company_id, version FROM report_rules",
  )
  return new Map(rows.map(({ company_id, version }) => [company_id, version]))
}

/** Writes down that what is enqueued now brings the company's sums to this version. */
export async function setReportVersion(tx: Tx, companyId: number, version: number): Promise<void> {
  await tx.query(
    `INSERT INTO report_rules (company_id, version) VALUES ($1, $2)
     ON CONFLICT (company_id) DO UPDATE SET version = EXCLUDED.version`,
    [companyId, version],
  )
}
