/** The doctor's findings about the jobs that run by themselves: parts that failed at the job's last run. */
import { type Finding, ok, unknown, wrong } from "./finding.ts"
import { lookInto } from "./records.ts"

/** So many are named one by one. */
const mostNamed = 20

interface Failing {
  job: string
  part: string
  companyId: number
  since: Date
  reason: string
}

export async function checkJobs(url: string): Promise<Finding[]> {
  const failing = await lookInto(url, "job_failure", async (client) => {
    const { rows } = await client.query<Failing>(
      `SELECT job, part, company_id::int AS "companyId", since, reason FROM job_failure ORDER BY since, job, part, company_id`,
    )
    return rows
  })
  if (failing === null) return [unknown("jobs", "could not be looked at before the schema is up to date")]
  if (failing.length === 0) return [ok("jobs", "none failed at its last run")]
  const more = failing.length - mostNamed
  return [
    ...failing.slice(0, mostNamed).map(findingOf),
    ...(more > 0 ? [wrong("jobs", `${more} more like these`, "mend these first, and ask again")] : []),
  ]
}

function findingOf({ job, part, companyId, since, reason }: Failing): Finding {
  const what = part === "" ? job : `${job} (${part})`
  const where = companyId === 0 ? "" : ` of company ${companyId}`
  const says = `${what}${where} has failed since ${since.toISOString()}: ${reason}; all other work goes on`
  return wrong("jobs", says, `see the service's log: "job failed", job ${job}`)
}
