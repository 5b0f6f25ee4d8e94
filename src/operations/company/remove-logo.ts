import { companyView, showCompany } from "../../model/company.ts"
import { notFound } from "../../model/errors.ts"
import { lockCompany, updateCompany } from "../../store/companies.ts"
import { deleteLogos } from "../../store/logos.ts"
import { adminOnly, found, operation } from "../operation.ts"
import { write } from "../write.ts"

export const removeLogo = operation({
  name: "remove_logo",
  summary: "Remove the company's logo",
  noun: "Company",
  roles: adminOnly,
  result: companyView,
  async run(context, call) {
    return write(context, call, "remove_logo", async (tx) => {
      const company = found(await lockCompany(tx, call.companyId), notFound("company"))
      const changed = { ...company, logo_hash: null }
      await deleteLogos(tx, call.companyId)
      await updateCompany(tx, changed, call.now)
      return { result: showCompany(changed, context.bookUrl), targetId: null, fields: ["logo"] }
    })
  },
})
