import { apiKeyInput, apiKeyText, apiKeyWithSecret, showApiKey } from "../../model/api-key.ts"
import { tokenHash } from "../../model/link-token.ts"
import { insertApiKey } from "../../store/api-keys.ts"
import { adminOnly, operation } from "../operation.ts"
import { write } from "../write.ts"

export const createApiKey = operation({
  name: "create_api_key",
  summary: "Create an API key",
  description: "The key's text is in this answer only. Roles: `admin`, `member`, `agent` (agent tools only).",
  noun: "API keys",
  roles: adminOnly,
  body: apiKeyInput,
  result: apiKeyWithSecret,
  status: 201,
  secret: true,
  async run(context, call, input) {
    const key = apiKeyText(context.random.bytes(32))
    return write(context, call, "create_api_key", async (tx) => {
      const row = await insertApiKey(tx, call.companyId, { ...input, hash: tokenHash(key) }, call.now)
      return { result: { ...showApiKey(row), key }, targetId: row.id, fields: Object.keys(input) }
    })
  },
})
