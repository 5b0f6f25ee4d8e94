import { rebuildReports } from "../../reports/sum-up-reports.ts"
import { answer, type Command, companyIdOf, optionsOf } from "./command.ts"
import { withContext } from "./with-context.ts"

export const reportsRebuild: Command = {
  usage: "[--company ID] [--json]",
  example: "--company 1",
  summary: "Sum up reports anew from appointments, requests and texts; the service may run beside it",
  async run(args, settings) {
    const { values } = optionsOf(args, { company: { type: "string" }, json: { type: "boolean" } })
    const companyId = values.company === undefined ? null : companyIdOf(values.company)
    await withContext(settings(), async (context) => {
      const startedAt = performance.now()
      const companies = await rebuildReports(context, companyId)
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10
      answer(values.json, { companies, seconds }, [`Summed up ${companies} companies in ${seconds} s.`])
    })
  },
}
