/**
 * Commits in flight on a company's machine, where Citus spreads the database. A transaction that changes a company's rows
 * and queues work for them commits in two phases: first on the machine of the queues, then on the company's. In between, the
 * work can be leased and the rows cannot be seen yet. That takes a moment, or, when the company's machine is lost there, as
 * long as it is away and until Citus has then finished the commit (`citus.recover_2pc_interval`). Plain PostgreSQL has no
 * such commits.
 */
import { setTimeout as pause } from "node:timers/promises"
import type { Db } from "./database.ts"

const patienceMs = 1_000
const pollMs = 20

/**
 * Waits until the commits that are under way on the company's machine at this moment are done; what they wrote is visible to the
 * next statement. False when one of them takes longer than a second.
 */
export async function commitsAreDone(db: Db, companyId: number): Promise<boolean> {
  const until = performance.now() + patienceMs
  let open = await openCommits(db, companyId)
  while (open.size > 0 && performance.now() < until) {
    await pause(pollMs)
    open = open.intersection(await openCommits(db, companyId))
  }
  return open.size === 0
}

/**
 * Reads a row that queued work is about. One that cannot be seen may belong to such a commit: then it is read once more when
 * the commit is done. `uncommitted` when that takes longer than a second; null when there is no such row.
 */
export async function readQueued<Row>(
  db: Db,
  companyId: number,
  read: () => Promise<Row | null>,
): Promise<Row | null | "uncommitted"> {
  const row = await read()
  if (row !== null) return row
  return (await commitsAreDone(db, companyId)) ? read() : "uncommitted"
}

/** When work is tried again whose change is not committed on its company's machine. */
export const uncommittedRetryMs = 5_000

/** The join has the company's machine answer, not the one that the service connects to. */
async function openCommits(db: Db, companyId: number): Promise<Set<string>> {
  const rows = await db.query<{ gid: string }>(
    `SELECT p.gid FROM company c CROSS JOIN pg_prepared_xact() p
     WHERE c.company_id = $1 AND p.gid LIKE 'citus\\_%'`,
    [companyId],
  )
  return new Set(rows.map(({ gid }) => gid))
}
