/** A test company with the set-up of a live one. */
import { apiKeyText, firstKey } from "../../domain/model/api-key.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { mostOfCompany, testCompanyView } from "../../domain/model/test-company.ts"
import { lockCompany, nextCompanyId } from "../company/companies.sql.ts"
import { insertApiKey } from "../people/api-keys.sql.ts"
import { countEntries } from "../platform/directory.sql.ts"
import { adminOnly, operation } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { assertLive } from "./made.ts"
import { claimSlug, copyInto } from "./set-up.ts"
import { enterMaker } from "./test-companies.sql.ts"

export const createTestCompany = operation({
  noun: "Test companies",
  roles: adminOnly,
  name: "create_test_company",
  refusals: ["live_company_needed", "too_many_records"],
  summary: "Make a test company",
  description:
    "A twin of this company's set-up: settings, locations, appointment types, providers with their hours and absences, " +
    "plans of outreach and channels. Customers, users, keys, webhook endpoints and calendars are not copied. Its public " +
    "page is at this company's public_slug with `-test` behind it. A company has at most 20: then 409 `too_many_records`. 409 " +
    "`live_company_needed` in a test company.",
  result: testCompanyView,
  status: 201,
  secret: true,
  async run(context, call) {
    const { companyId: from, now } = call
    assertLive(from)
    return write(context, call, "create_test_company", async (tx) => {
      const company = (await lockCompany(tx, from))!
      if ((await countEntries(tx, "test_company", from)) >= mostOfCompany) {
        throw new Refusal("too_many_records", { details: { most: mostOfCompany } })
      }
      const to = await nextCompanyId(tx, "test")
      const slug = company.public_slug === null ? null : await claimSlug(tx, company.public_slug, to)
      await copyInto(tx, context, { from, to, slug, now })
      await enterMaker(tx, from, to)
      const api_key = apiKeyText(context.random.bytes(32), "test")
      await insertApiKey(tx, to, { ...firstKey, text: api_key }, now)
      return { result: { company_id: to, api_key }, targetId: to, fields: [] }
    })
  },
})
