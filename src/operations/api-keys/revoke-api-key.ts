import { z } from "zod"
import { apiKeyView, showApiKey } from "../../model/api-key.ts"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { revokeApiKey as store } from "../../store/api-keys.ts"
import { lockCompany } from "../../store/companies.ts"
import { adminOnly, found, operation } from "../operation.ts"
import { keepAnAdmin } from "../shared/access.ts"
import { write } from "../write.ts"

export const revokeApiKey = operation({
  name: "revoke_api_key",
  summary: "Revoke an API key",
  description: "Ends it at once. 409 `last_admin_key` for the last one that can administer the company.",
  noun: "API keys",
  roles: adminOnly,
  params: z.strictObject({ id: idText }),
  result: apiKeyView,
  async run(context, call, { id }) {
    const revoked = await write(context, call, "revoke_api_key", async (tx) => {
      await lockCompany(tx, call.companyId)
      const key = found(await store(tx, call.companyId, id, call.now), notFound("API key"))
      await keepAnAdmin(tx, call.companyId)
      return { result: showApiKey(key), targetId: id, fields: ["revoked_at"] }
    })
    context.credentials.forget(call.companyId)
    return revoked
  },
})
