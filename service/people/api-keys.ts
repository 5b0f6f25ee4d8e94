/** A company's keys to the API. Only their hashes are kept. */
import { z } from "zod"
import { sourceOf } from "../../domain/model/actor.ts"
import {
  apiKeyInput,
  apiKeyText,
  apiKeyView,
  apiKeyWithSecret,
  showApiKey,
} from "../../domain/model/api-key.ts"
import { notFound } from "../../domain/model/errors.ts"
import { byId, page } from "../../domain/model/fields.ts"
import { pageById } from "../../domain/model/paging.ts"
import { modeOf } from "../../domain/model/test-company.ts"
import { keepAnAdmin } from "../company/change-company.ts"
import { lockCompany } from "../company/companies.sql.ts"
import { adminOnly, found, listOperation, operation } from "../platform/operation.ts"
import { write, writeAccess } from "../platform/write.ts"
import * as store from "./api-keys.sql.ts"

const common = { byHostTime: true, noun: "API keys", roles: adminOnly }

export const createApiKey = operation({
  ...common,
  name: "create_api_key",
  summary: "Create an API key",
  description: "The key's text is in this answer only. Roles: `admin`, `member`, `agent` (agent tools only).",
  body: apiKeyInput,
  result: apiKeyWithSecret,
  status: 201,
  secret: true,
  async run(context, call, input) {
    const key = apiKeyText(context.random.bytes(32), modeOf(call.companyId))
    return write(context, call, "create_api_key", async (tx) => {
      const made = { ...input, text: key, createdBy: sourceOf(call.actor) }
      const row = await store.insertApiKey(tx, call.companyId, made, call.now)
      return { result: { ...showApiKey(row), key }, targetId: row.id, fields: Object.keys(input) }
    })
  },
})

export const listApiKeys = listOperation({
  ...common,
  name: "list_api_keys",
  summary: "List API keys",
  description: "Names, roles, who made each, and its last use; the keys themselves are not kept.",
  query: z.strictObject(page),
  result: apiKeyView,
  run: (context, call, asked) =>
    pageById(asked, (span) => store.listApiKeys(context.db, call.companyId, span), showApiKey),
})

export const revokeApiKey = operation({
  ...common,
  name: "revoke_api_key",
  refusals: ["last_admin_key"],
  summary: "Revoke an API key",
  description: "Ends it at once. 409 `last_admin_key` for the last one that can administer the company.",
  params: byId,
  result: apiKeyView,
  async run(context, call, { id }) {
    return writeAccess(context, call, "revoke_api_key", async (tx) => {
      await lockCompany(tx, call.companyId)
      const key = found(await store.revokeApiKey(tx, call.companyId, id, call.now), notFound("API key"))
      await keepAnAdmin(tx, call.companyId)
      return { result: showApiKey(key), targetId: id, fields: ["revoked_at"] }
    })
  },
})
