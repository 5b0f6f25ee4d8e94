/** The addresses at which a company's own people see its public page. */
import { z } from "zod"
import { notFound } from "../../../domain/model/errors.ts"
import { isTestCompany } from "../../../domain/model/test-company.ts"
import { findCompany } from "../../company/companies.sql.ts"
import { found, operation, staff } from "../../platform/operation.ts"
import { addressWithPass } from "./page-pass.ts"

export const readPagePreview = operation({
  noun: "Company",
  roles: staff,
  name: "read_page_preview",
  summary: "Read the addresses at which staff see the public page",
  description:
    "`preview_url` may be framed by this host's console, and by no other site that the company has not listed; it holds for " +
    "twelve hours. `page_url` is the page's own address; a test company's carries a pass, without which the page asks for a key.",
  result: z.object({
    page_url: z
      .string()
      .nullable()
      .meta({ description: "Null without a slug, and on a host without booking pages." }),
    preview_url: z.string().nullable(),
  }),
  async run(context, { companyId }) {
    const company = found(await findCompany(context.db, companyId), notFound("company"))
    const { bookUrl } = context
    const plain =
      bookUrl === null || company.public_slug === null ? null : `${bookUrl}/${company.public_slug}`
    return {
      page_url: isTestCompany(companyId) ? addressWithPass(context, company, "pass") : plain,
      preview_url: addressWithPass(context, company, "preview"),
    }
  },
})
