/** The doctor's findings about companies: obstacles to booking one that is set up, and failures there. */
import type { HostFacts } from "../../../../domain/model/readiness.ts"
import { modeOf } from "../../../../domain/model/test-company.ts"
import { listCompanyIds } from "../../../company/companies.sql.ts"
import { openDatabase, type Pooler } from "../../../platform/pg/database.ts"
import { judgeCompany } from "../../../readiness/readiness.ts"
import { type Finding, ok, wrong } from "./finding.ts"

/** So many things are named one by one. */
const mostNamed = 20

/** The same that `GET /company/readiness` answers, of each live company. The schema has to be up to date. */
export async function checkCompanies(
  url: string,
  { host, pooler = "none", now }: { host: HostFacts; pooler?: Pooler; now: number },
): Promise<Finding[]> {
  const db = openDatabase({ connection: { connectionString: url }, poolSize: 4, pooler })
  try {
    const findings: Finding[] = []
    const counts = { booked: 0, unfinished: 0 }
    for (const id of await listCompanyIds(db)) {
      const judged = modeOf(id) === "live" ? await judgeCompany(db, id, host, now) : null
      if (judged === null) continue
      // Its own people see in the console what is left to do.
      if (!judged.isBegun) counts.unfinished += 1
      else {
        const ill = judged.items.filter((item) => !item.ok)
        if (ill.length === 0) counts.booked += 1
        findings.push(...ill.map(({ message, fix }) => wrong(`company ${id}`, message, fix!)))
      }
    }
    const summary = `${counts.booked} can be booked, ${counts.unfinished} being set up`
    if (findings.length <= mostNamed) return [ok("companies", summary), ...findings]
    return [
      ok("companies", summary),
      ...findings.slice(0, mostNamed),
      wrong("companies", `${findings.length - mostNamed} more like these`, "mend these first, and ask again"),
    ]
  } finally {
    await db.close()
  }
}
