import { z } from "zod"
import { apiKeyView, showApiKey } from "../../model/api-key.ts"
import { page } from "../../model/fields.ts"
import { pageById, showPage } from "../../model/paging.ts"
import { listApiKeys as rowsOf } from "../../store/api-keys.ts"
import { adminOnly, listOperation } from "../operation.ts"

export const listApiKeys = listOperation({
  name: "list_api_keys",
  summary: "List API keys",
  description: "Names, roles and last use; the keys themselves are not kept.",
  noun: "API keys",
  roles: adminOnly,
  query: z.strictObject(page),
  result: apiKeyView,
  async run(context, call, input) {
    return showPage(await pageById(input, (span) => rowsOf(context.db, call.companyId, span)), showApiKey)
  },
})
