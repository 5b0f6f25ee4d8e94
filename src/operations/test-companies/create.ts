/** A test company with the set-up of a live one. */
import { apiKeyText, firstKey } from "../../model/api-key.ts"
import { Refusal } from "../../model/errors.ts"
import { isTestCompany, testCompanyView } from "../../model/test-company.ts"
import { insertApiKey } from "../../store/api-keys.ts"
import { lockCompany, nextCompanyId } from "../../store/companies.ts"
import { claimEntry } from "../../store/directory.ts"
import type { Tx } from "../../store/pg/database.ts"
import { insertTestClock } from "../../store/test-clocks.ts"
import { copyCompany, copySetUp } from "../../store/test-companies.ts"
import { adminOnly, operation } from "../operation.ts"
import { write } from "../write.ts"

export const createTestCompany = operation({
  noun: "Test companies",
  roles: adminOnly,
  name: "create_test_company",
  refusals: ["live_company_needed"],
  summary: "Make a test company",
  description:
    "A twin of this company's set-up: settings, locations, appointment types, providers with their hours and absences, " +
    "plans of outreach and channels. Customers, users, keys, webhook endpoints and calendars are not copied. Its public " +
    "page is at this company's public_slug with `-test` behind it. 409 `live_company_needed` in a test company.",
  result: testCompanyView,
  status: 201,
  secret: true,
  async run(context, call) {
    const { companyId: from, now } = call
    if (isTestCompany(from)) throw new Refusal("live_company_needed")
    return write(context, call, "create_test_company", async (tx) => {
      const company = (await lockCompany(tx, from))!
      const to = await nextCompanyId(tx, "test")
      const slug = company.public_slug === null ? null : await claimSlug(tx, company.public_slug, to)
      await copyCompany(tx, { from, to, slug, now })
      await copySetUp(tx, { from, to })
      await insertTestClock(tx, to, context.hostClock.now())
      const api_key = apiKeyText(context.random.bytes(32), "test")
      await insertApiKey(tx, to, { ...firstKey, text: api_key }, now)
      return { result: { company_id: to, api_key }, targetId: to, fields: [] }
    })
  },
})

const longestSlug = 60

/** The first of `<slug>-test`, `<slug>-test-2` and so on that is free. */
async function claimSlug(tx: Tx, slug: string, companyId: number): Promise<string> {
  for (let count = 1; ; count += 1) {
    const ending = count === 1 ? "-test" : `-test-${count}`
    const wanted = slug.slice(0, longestSlug - ending.length) + ending
    if (await claimEntry(tx, "slug", wanted, companyId, companyId)) return wanted
  }
}
