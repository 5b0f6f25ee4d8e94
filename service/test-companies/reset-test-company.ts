/** Puts a test company back to where it began: the set-up that the company has now, and nothing that was booked. */
import { byId } from "../../domain/model/fields.ts"
import { resetTestCompanyView } from "../../domain/model/test-company.ts"
import { lockCompany } from "../company/companies.sql.ts"
import { removeBytes } from "../files/remove-file.ts"
import { listAllFiles } from "../ledger/uploaded-files.sql.ts"
import { closeCompany, emptyCompany, keptKeys, putKeysBack } from "../platform/empty-company.sql.ts"
import { adminOnly, operation } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { assertLive, assertMade, whileNothingRuns } from "./made.ts"
import { claimSlug, copyInto } from "./set-up.ts"
import { findTestCompany } from "./test-companies.sql.ts"

export const resetTestCompany = operation({
  noun: "Test companies",
  roles: adminOnly,
  name: "reset_test_company",
  refusals: ["live_company_needed", "test_clock_moving"],
  summary: "Reset a test company",
  description:
    "Copies this company's set-up into it anew and lets its clock show real time. Its id, its public_slug, its API keys and " +
    "its audit trail stay; its customers, appointments, requests, texts, users, endpoints and calendars are gone for good. " +
    "409 `test_clock_moving` while its clock is being moved.",
  params: byId,
  result: resetTestCompanyView,
  isLong: true,
  async run(context, call, { id }) {
    const { companyId: maker } = call
    assertLive(maker)
    await assertMade(context.db, maker, id)
    let files: Awaited<ReturnType<typeof listAllFiles>> = []
    const result = await whileNothingRuns(context, id, () =>
      write(context, call, "reset_test_company", async (tx) => {
        const company = (await lockCompany(tx, maker))!
        await closeCompany(tx, id)
        files = await listAllFiles(tx, id)
        const before = await findTestCompany(tx, id)
        const keys = await keptKeys(tx, id)
        await emptyCompany(tx, id)
        const wanted = before?.public_slug ?? null
        const slug = wanted ?? (company.public_slug && (await claimSlug(tx, company.public_slug, id)))
        await copyInto(tx, context, { from: maker, to: id, slug, now: call.now })
        await putKeysBack(tx, id, keys)
        return { result: { company_id: id }, targetId: id, fields: [] }
      }),
    )
    context.credentials.forget(id)
    await removeBytes(context, id, files)
    return result
  },
})
