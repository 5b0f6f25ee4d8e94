/** A company's keys to the API. Only their hashes are kept. */
import { z } from "zod"
import { sourceOf } from "../../domain/model/actor.ts"
import {
  type ApiKey,
  apiKeyInput,
  apiKeyText,
  apiKeyView,
  apiKeyWithSecret,
  showApiKey,
  visitorRole,
} from "../../domain/model/api-key.ts"
import { invalid, notFound } from "../../domain/model/errors.ts"
import { byId, page } from "../../domain/model/fields.ts"
import { pageById } from "../../domain/model/paging.ts"
import { scopeBeyond } from "../../domain/model/scopes.ts"
import { modeOf } from "../../domain/model/test-company.ts"
import { originsProblem } from "../../domain/rules/public-page/page-settings.ts"
import { keepAnAdmin } from "../company/change-company.ts"
import { lockCompany } from "../company/companies.sql.ts"
import { adminOnly, type Call, found, listOperation, operation } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write, writeAccess } from "../platform/write.ts"
import * as store from "./api-keys.sql.ts"

const common = { byHostTime: true, noun: "API keys", roles: adminOnly }

export const createApiKey = operation({
  ...common,
  name: "create_api_key",
  summary: "Create an API key",
  description:
    "The key's text is in this answer only. Roles: `admin`, `member`, `agent` (agent tools only). `scopes`, `expires_at` and `allowed_addresses` " +
    "narrow what the role may; a key that is narrowed makes none that may more than itself. A `publishable` key has `allowed_origins` and " +
    "no role: pages of those websites call the operations under `/visitor` with it.",
  body: apiKeyInput,
  result: apiKeyWithSecret,
  status: 201,
  secret: true,
  async run(context, call, input) {
    const role = roleOf(input)
    const key = apiKeyText(context.random.bytes(32), modeOf(call.companyId), input.kind)
    const expiresAt = input.expires_at == null ? null : new Date(input.expires_at)
    if (expiresAt !== null && expiresAt.getTime() <= call.now)
      throw invalid("expires_at", "expected a time to come")
    return write(context, call, "create_api_key", async (tx) => {
      await refuseBeyondMaker(tx, call, { ...input, expiresAt })
      const own = { name: input.name, role, scopes: input.scopes, expiresAt }
      const made = {
        ...own,
        allowedOrigins: input.allowed_origins ?? null,
        allowedAddresses: input.allowed_addresses,
        ...{ text: key, createdBy: sourceOf(call.actor) },
      }
      const row = await store.insertApiKey(tx, call.companyId, made, call.now)
      return { result: { ...showApiKey(row), key }, targetId: row.id, fields: Object.keys(input) }
    })
  },
})

/** Throws `invalid_input` for fields of the other kind of key. */
function roleOf({ kind, role, ...given }: z.output<typeof apiKeyInput>): ApiKey["role"] {
  if (kind === "secret") {
    if (given.allowed_origins != null) throw invalid("allowed_origins", "expected none of a secret key")
    if (role === undefined) throw invalid("role", "expected one of admin, member, agent")
    return role
  }
  if (role !== undefined) throw invalid("role", "expected none of a publishable key")
  if (given.scopes != null) throw invalid("scopes", "expected none of a publishable key")
  if (given.allowed_addresses != null)
    throw invalid("allowed_addresses", "expected none of a publishable key, which strangers use")
  if (given.allowed_origins == null)
    throw invalid("allowed_origins", "expected the websites that may use the key")
  const problem = originsProblem(given.allowed_origins)
  if (problem !== null) throw invalid("allowed_origins", problem)
  return visitorRole
}

/** A key in wrong hands must not become one that may more, lasts longer or works from elsewhere. */
async function refuseBeyondMaker(
  tx: Tx,
  { companyId, actor }: Call,
  wanted: Pick<z.output<typeof apiKeyInput>, "kind" | "scopes" | "allowed_addresses"> & {
    expiresAt: Date | null
  },
): Promise<void> {
  const maker = actor.kind === "api_key" ? await store.boundsOfKey(tx, companyId, actor.apiKeyId) : null
  if (maker === null) return
  const ends = maker.expires_at
  if (ends !== null && (wanted.expiresAt === null || wanted.expiresAt > ends))
    throw invalid("expires_at", "expected at the latest the end of the key that makes it")
  // A publishable key may no more than any stranger on the public page, and strangers use it from anywhere.
  if (wanted.kind === "publishable") return
  const beyond = scopeBeyond(maker.scopes, wanted.scopes ?? null)
  if (beyond !== null)
    throw invalid("scopes", `expected scopes of the key that makes it, which lacks ${beyond}`)
  const own = maker.allowed_addresses
  if (own !== null && !(wanted.allowed_addresses ?? [""]).every((address) => own.includes(address)))
    throw invalid("allowed_addresses", "expected addresses of the key that makes it")
}

export const listApiKeys = listOperation({
  ...common,
  name: "list_api_keys",
  summary: "List API keys",
  description:
    "Names, roles, what each may, who made it, and its last use; the keys themselves are not kept.",
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
