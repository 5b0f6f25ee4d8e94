/** What the operator does on the command line, without a key: opens companies, and makes keys and users for them. */
import type { AppContext } from "../context.ts"
import type { Role } from "../model/actor.ts"
import { apiKeyText } from "../model/api-key.ts"
import { notFound, Refusal } from "../model/errors.ts"
import { tokenHash } from "../model/link-token.ts"
import type { UserInput } from "../model/user.ts"
import { insertApiKey } from "../store/api-keys.ts"
import { type AuditEntry, appendAudit } from "../store/audit.ts"
import { insertCompany, isCompany } from "../store/companies.ts"
import { claimEntry } from "../store/directory.ts"
import type { Tx } from "../store/pg/database.ts"
import { insertUser } from "../store/users.ts"
import { claimEmail } from "./shared/access.ts"
import { hashPassword } from "./sign-in/passwords.ts"

export interface NewCompany {
  name: string
  timezone: string
  slug: string | null
  phone: string | null
}

export interface OpenedCompany {
  companyId: number
  /** The text of the company's first key, an admin's. */
  apiKey: string
}

/** Throws `slug_taken`. The input has been judged by the caller. */
export async function openCompany(context: AppContext, input: NewCompany): Promise<OpenedCompany> {
  const now = context.clock.now()
  const apiKey = apiKeyText(context.random.bytes(32))
  return context.db.transaction(async (tx) => {
    const companyId = await insertCompany(tx, input, now)
    if (input.slug !== null && !(await claimEntry(tx, "slug", input.slug, companyId, companyId))) {
      throw new Refusal("slug_taken", { field: "slug" })
    }
    await insertApiKey(tx, companyId, { name: "First key", role: "admin", hash: tokenHash(apiKey) }, now)
    const fields = ["name", "timezone", "phone", "public_slug"]
    audit(tx, { companyId, operation: "open_company", targetId: companyId, fields, now })
    return { companyId, apiKey }
  })
}

/** Returns the key's text, which is kept nowhere. Throws `not_found` for an unknown company. */
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
    audit(tx, { companyId, operation: "open_key", targetId: id, fields: ["name", "role"], now })
    return apiKey
  })
}

/**
 * Returns the new user's id. Throws `not_found` for an unknown company, and `email_taken`. The input has been judged by
 * the caller.
 */
export async function openUser(context: AppContext, companyId: number, input: UserInput): Promise<number> {
  const now = context.clock.now()
  const passwordHash = await hashPassword(context.random, input.password)
  return context.db.transaction(async (tx) => {
    if (!(await isCompany(tx, companyId))) throw notFound("company")
    const { id, email } = await insertUser(tx, companyId, input, passwordHash, now)
    await claimEmail(tx, companyId, email, id)
    audit(tx, { companyId, operation: "open_user", targetId: id, fields: Object.keys(input), now })
    return id
  })
}

function audit(tx: Tx, entry: Omit<AuditEntry, "actor" | "requestId">): void {
  appendAudit(tx, { ...entry, actor: { kind: "system" }, requestId: "cli" })
}
