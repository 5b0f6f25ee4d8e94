/** What the operator's command line does to make a key for a company. */
import { appendAudit } from "../../changes/audit.ts"
import type { Role } from "../../model/actor.ts"
import { apiKeyText } from "../../model/api-key.ts"
import { notFound } from "../../model/errors.ts"
import { tokenHash } from "../../model/link-token.ts"
import { insertApiKey } from "../../store/api-keys.ts"
import { isCompany } from "../../store/companies.ts"
import type { House } from "../house.ts"

/** The key's text, told only now. Throws `not_found` for an unknown company. */
export async function openKey(
  house: House,
  companyId: number,
  key: { name: string; role: Role },
): Promise<string> {
  const now = house.clock.now()
  const apiKey = apiKeyText(house.random.bytes(32))
  return house.db.transaction(async (tx) => {
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
