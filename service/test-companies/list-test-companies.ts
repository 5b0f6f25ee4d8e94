/** The test companies that a company has made. */
import { z } from "zod"
import { page } from "../../domain/model/fields.ts"
import { pageById } from "../../domain/model/paging.ts"
import { madeTestCompanyView, showMadeTestCompany } from "../../domain/model/test-company.ts"
import { adminOnly, listOperation } from "../platform/operation.ts"
import { addressWithPass } from "../ways-in/public-page/page-pass.ts"
import { findTestCompany, listMadeIds } from "./test-companies.sql.ts"

export const listTestCompanies = listOperation({
  noun: "Test companies",
  roles: adminOnly,
  name: "list_test_companies",
  summary: "List the test companies that this company has made",
  description:
    "In the order of their ids. Strangers cannot open a test company's public page: `public_page_url` carries a pass that " +
    "opens it for twelve hours.",
  query: z.strictObject(page),
  result: madeTestCompanyView,
  run: (context, { companyId: maker }, asked) =>
    pageById(
      asked,
      async (span) => {
        const ids = await listMadeIds(context.db, maker, span)
        const rows = await Promise.all(ids.map((id) => findTestCompany(context.db, id)))
        return rows.filter((row) => row !== null)
      },
      (row) => showMadeTestCompany(row, context.hostClock.now(), addressWithPass(context, row, "pass")),
    ),
})
