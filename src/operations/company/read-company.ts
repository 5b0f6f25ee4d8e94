import { companyView, showCompany } from "../../model/company.ts"
import { notFound } from "../../model/errors.ts"
import { findCompany } from "../../store/companies.ts"
import { found, operation, staff } from "../operation.ts"

export const readCompany = operation({
  name: "read_company",
  summary: "Read the company and its settings",
  noun: "Company",
  roles: staff,
  result: companyView,
  async run(context, call) {
    const company = found(await findCompany(context.db, call.companyId), notFound("company"))
    return showCompany(company, context.bookUrl)
  },
})
