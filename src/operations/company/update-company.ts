import { type Company, changedCompany, companyPatch, companyView, showCompany } from "../../model/company.ts"
import { notFound, Refusal } from "../../model/errors.ts"
import { embedOriginsProblem } from "../../rules/public-page/embed-origins.ts"
import { lockCompany, updateCompany as store } from "../../store/companies.ts"
import { claimEntry, releaseEntry } from "../../store/directory.ts"
import type { Tx } from "../../store/pg/database.ts"
import { adminOnly, found, operation } from "../operation.ts"
import { write } from "../write.ts"

export const updateCompany = operation({
  name: "update_company",
  summary: "Change the company's settings",
  description:
    "Fields sent are changed. A changed `public_slug` frees the old one at once; 409 `slug_taken` when another company has it.",
  noun: "Company",
  roles: adminOnly,
  body: companyPatch,
  result: companyView,
  async run(context, call, patch) {
    const problem = embedOriginsProblem(patch.embed_origins ?? [])
    if (problem !== null) {
      throw new Refusal("embed_origin_invalid", { field: "embed_origins", message: problem })
    }
    return write(context, call, "update_company", async (tx) => {
      const present = found(await lockCompany(tx, call.companyId), notFound("company"))
      const changed = changedCompany(present, patch)
      if (changed.public_slug !== present.public_slug) await moveSlug(tx, present, changed.public_slug)
      await store(tx, changed, call.now)
      return { result: showCompany(changed, context.bookUrl), targetId: null, fields: Object.keys(patch) }
    })
  },
})

/** Claims before it frees, so that two companies that want each other's slug are refused instead of waiting. */
async function moveSlug(tx: Tx, company: Company, slug: string | null): Promise<void> {
  if (slug !== null && !(await claimEntry(tx, "slug", slug, company.id, company.id))) {
    throw new Refusal("slug_taken", { field: "public_slug" })
  }
  if (company.public_slug !== null) await releaseEntry(tx, "slug", company.public_slug, company.id)
}
