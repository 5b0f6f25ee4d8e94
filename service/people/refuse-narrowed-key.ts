/** Keeps a narrowed key, and an app, from making a credential that is bound by nothing. */
import { Refusal } from "../../domain/model/errors.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { boundsOfKey } from "./api-keys.sql.ts"

/** Throws `forbidden` for a connected app, and for a key that is bound by scopes, an end or networks; `made` is what it wanted to make. */
export async function refuseNarrowedKey(tx: Tx, { companyId, actor }: Call, made: string): Promise<void> {
  if (actor.kind === "admin_user" && actor.appId !== undefined)
    throw new Refusal("forbidden", { message: `A connected app makes no ${made}.` })
  const maker = actor.kind === "api_key" ? await boundsOfKey(tx, companyId, actor.apiKeyId) : null
  if (maker === null) return
  const { scopes, expires_at, allowed_addresses } = maker
  if (scopes !== null || expires_at !== null || allowed_addresses !== null)
    throw new Refusal("forbidden", { message: `A key that is narrowed makes no ${made}.` })
}
