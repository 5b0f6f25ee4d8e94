/** What the operator's command line does to make a key for a company. */

import type { AppContext } from "../../context.ts"
import type { Role } from "../../model/actor.ts"
import { apiKeyText } from "../../model/api-key.ts"
import { notFound } from "../../model/errors.ts"
import { tokenHash } from "../../model/link-token.ts"
import { insertApiKey } from "../../store/api-keys.ts"
import { appendAudit } from "../../store/audit.ts"
import { isCompany } from "../../store/companies.ts"

/** The key's text, told only now. Throws `not_found` for an unknown company. */
export async function openKey(
  context: AppContext,
  companyId: number,
  key: { name: string; role: Role },
): Promise<string> {
  const now = context.clock.now()
  const apiKey = apiKeyText(context.random.bytes(32))
  return context.db.transaction(async (tx) => {
    if (!(await isCompany(tx, companyId))) throw notFound("company")
    const { id } = await insertApiKey(tx, companyId, { ...key, hash: tokenHash(apiKey) }, now)
    appendAudit(tx, {
      companyId,
      actor: { kind: "system" },
      requestId: "cli",
      now,
      operation: "open_key",
      targetId: id,
      fields: ["name", "role"],
    })
    return apiKey
  })
}
