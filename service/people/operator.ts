/**
 * The operator's work on the command line, without a key: opens companies, makes keys and users for them, and assigns
 * numbers.
 */
import type { ApiKey } from "../../domain/model/api-key.ts"
import { apiKeyText, firstKey, kindOf } from "../../domain/model/api-key.ts"
import type { Channel } from "../../domain/model/channel.ts"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { type CompanyMode, modeOf } from "../../domain/model/test-company.ts"
import type { UserInput } from "../../domain/model/user.ts"
import { claimChannel, enterCompany } from "../company/change-company.ts"
import { deleteChannelsWith } from "../company/channels.sql.ts"
import { isCompany, lockCompany } from "../company/companies.sql.ts"
import { insertMailDomain, listAllMailDomains, updateMailDomain } from "../company/mail-domains.sql.ts"
import { newDomainToken } from "../company/prove-mail-domain.ts"
import { type AuditEntry, appendAudit } from "../platform/audit.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { directoryNumber, findNumberOwner, releaseEntry } from "../platform/directory.sql.ts"
import type { Tx } from "../platform/pg/database.ts"
import { refusalOf } from "../platform/pg/laws.ts"
import { insertApiKey } from "./api-keys.sql.ts"
import { noteProved } from "./unproven-companies.sql.ts"
import { insertUser } from "./users.sql.ts"

export interface NewCompany {
  mode?: CompanyMode
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
  const { mode = "live" } = input
  const apiKey = apiKeyText(context.random.bytes(32), mode)
  return inTransaction(context, async (tx) => {
    const companyId = await enterCompany(tx, { ...input, mode }, now)
    await insertApiKey(tx, companyId, { ...firstKey, text: apiKey }, now)
    const fields = ["name", "timezone", "phone", "public_slug"]
    audit(tx, { companyId, operation: "open_company", targetId: companyId, fields, now })
    return { companyId, apiKey }
  })
}

/** Returns the key's text, which is kept nowhere. Throws `not_found` for an unknown company. */
export async function openKey(
  context: AppContext,
  companyId: number,
  key: Pick<ApiKey, "name" | "role"> & { allowedOrigins?: readonly string[] | null },
): Promise<string> {
  const now = context.clock.now()
  const apiKey = apiKeyText(context.random.bytes(32), modeOf(companyId), kindOf(key))
  return inTransaction(context, async (tx) => {
    if (!(await isCompany(tx, companyId))) throw notFound("company")
    const { id } = await insertApiKey(
      tx,
      companyId,
      { ...key, text: apiKey, createdBy: { kind: "system" } },
      now,
    )
    await noteProved(tx, companyId)
    audit(tx, { companyId, operation: "open_key", targetId: id, fields: ["name", "role"], now })
    return apiKey
  })
}

/**
 * Returns the new user's id. Throws `not_found` for an unknown company, and `email_taken`. The input has been judged by
 * the caller.
 */
export async function openUser(
  context: AppContext,
  companyId: number,
  input: UserInput & { password: string },
): Promise<number> {
  const now = context.clock.now()
  const passwordHash = await context.passwords.hash(input.password)
  return inTransaction(context, async (tx) => {
    if (!(await isCompany(tx, companyId))) throw notFound("company")
    const { id } = await insertUser(tx, companyId, input, passwordHash, now)
    audit(tx, { companyId, operation: "open_user", targetId: id, fields: Object.keys(input), now })
    return id
  })
}

export interface AssignedChannel {
  channelId: number
  /** The company that had the number before; null when none had. */
  takenFrom: number | null
}

/**
 * Gives a number to a company. One that another company has is refused with `channel_taken`, unless `move` takes it away
 * from there. Throws `channel_not_proven` for the number that all companies share, and `not_found` for an unknown company.
 */
export async function assignChannel(
  context: AppContext,
  companyId: number,
  channel: Pick<Channel, "kind" | "phone">,
  { move }: { move: boolean },
): Promise<AssignedChannel> {
  const now = context.clock.now()
  const { phone } = channel
  if (phone === context.platformSmsNumber) {
    throw new Refusal("channel_not_proven", { message: "PLATFORM_SMS_NUMBER is shared by all companies." })
  }
  return inTransaction(context, async (tx) => {
    const owner = await findNumberOwner(tx, directoryNumber(companyId, phone))
    const takenFrom = move && owner !== companyId ? owner : null
    for (const id of [companyId, ...(takenFrom === null ? [] : [takenFrom])].sort((a, b) => a - b)) {
      if (!(await lockCompany(tx, id))) throw notFound("company")
    }
    if (takenFrom !== null) {
      await deleteChannelsWith(tx, takenFrom, phone)
      await releaseEntry(tx, "channel_phone", directoryNumber(takenFrom, phone), takenFrom)
      audit(tx, { companyId: takenFrom, operation: "take_channel", targetId: null, fields: ["phone"], now })
    }
    const { id: channelId } = await claimChannel(tx, companyId, channel, now)
    const fields = ["kind", "phone"]
    audit(tx, { companyId, operation: "assign_channel", targetId: channelId, fields, now })
    return { channelId, takenFrom }
  })
}

/** Says that the domain is the company's, so that its mails may come from it. Throws `not_found` for an unknown company. */
export async function assignMailDomain(
  context: AppContext,
  companyId: number,
  domain: string,
): Promise<number> {
  const now = context.clock.now()
  return inTransaction(context, async (tx) => {
    if (!(await lockCompany(tx, companyId))) throw notFound("company")
    const present = (await listAllMailDomains(tx, companyId)).find((row) => row.domain === domain)
    const token = newDomainToken(context)
    const row = present ?? (await insertMailDomain(tx, companyId, { domain, token }, now))
    const proof = { proven_by: "operator", proven_at: new Date(now), missing_since: null } as const
    await updateMailDomain(tx, companyId, { ...row, ...proof })
    audit(tx, { companyId, operation: "assign_mail_domain", targetId: row.id, fields: ["proven_by"], now })
    return row.id
  })
}

/** Throws the refusals that laws of the database stand for. */
async function inTransaction<Result>(
  context: AppContext,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return context.db.transaction(work).catch((error: unknown) => {
    throw refusalOf(error) ?? error
  })
}

function audit(tx: Tx, entry: Omit<AuditEntry, "actor" | "requestId">): void {
  appendAudit(tx, { ...entry, actor: { kind: "system" }, requestId: "cli" })
}
