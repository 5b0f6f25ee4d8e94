/** What the operator's command line does to begin a company: the company and its first admin key. */

import type { AppContext } from "../../context.ts"
import { apiKeyText } from "../../model/api-key.ts"
import { Refusal } from "../../model/errors.ts"
import { tokenHash } from "../../model/link-token.ts"
import { insertApiKey } from "../../store/api-keys.ts"
import { appendAudit } from "../../store/audit.ts"
import { insertCompany } from "../../store/companies.ts"
import { claimEntry } from "../../store/directory.ts"

export interface NewCompany {
  name: string
  timezone: string
  slug: string | null
  phone: string | null
}

export interface OpenedCompany {
  companyId: number
  apiKey: string
}

/** Throws `slug_taken`. The input has been judged by whoever calls. */
export async function openCompany(context: AppContext, input: NewCompany): Promise<OpenedCompany> {
  const now = context.clock.now()
  const apiKey = apiKeyText(context.random.bytes(32))
  return context.db.transaction(async (tx) => {
    const companyId = await insertCompany(tx, input, now)
    if (input.slug !== null && !(await claimEntry(tx, "slug", input.slug, companyId, companyId))) {
      throw new Refusal("slug_taken", { field: "slug" })
    }
    await insertApiKey(tx, companyId, { name: "First key", role: "admin", hash: tokenHash(apiKey) }, now)
    appendAudit(tx, {
      companyId,
      actor: { kind: "system" },
      requestId: "cli",
      now,
      operation: "open_company",
      targetId: companyId,
      fields: ["name", "timezone", "phone", "public_slug"],
    })
    return { companyId, apiKey }
  })
}
