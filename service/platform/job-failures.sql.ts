/** Parts of jobs that failed at the job's last run. They outlive the process, so that the doctor can name them. */
import type { Db } from "./pg/database.ts"

export interface JobFailure {
  /** Such as `upkeep`. */
  job: string
  /** Such as `texts`; empty for a job of one part. */
  part: string
  /** 0 for what concerns all companies. */
  companyId: number
  /** Names of errors and laws, and no value of a row. */
  reason: string
}

/** Keeps these as the job's present failures, each with the time of its first one, and forgets what has succeeded since. */
export async function noteJobFailures(
  db: Db,
  job: string,
  failures: readonly JobFailure[],
  now: number,
): Promise<void> {
  const column = (key: "part" | "companyId" | "reason") => failures.map((each) => each[key])
  if (failures.length > 0) {
    await db.query(
      `INSERT INTO job_failure (job, part, company_id, since, failed_at, reason)
       SELECT $1, f.part, f.company_id, $5, $5, f.reason
       FROM unnest($2::text[], $3::bigint[], $4::text[]) AS f (part, company_id, reason)
       ON CONFLICT (job, part, company_id) DO UPDATE SET failed_at = excluded.failed_at, reason = excluded.reason`,
      [job, column("part"), column("companyId"), column("reason"), new Date(now)],
    )
  }
  await db.query(
    `DELETE FROM job_failure WHERE job = $1
       AND (part, company_id) NOT IN (SELECT * FROM unnest($2::text[], $3::bigint[]))`,
    [job, column("part"), column("companyId")],
  )
}
