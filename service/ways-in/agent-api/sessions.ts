/** The session of a conversation: its token, and who its caller is at this moment. */

import {
  type AgentSession,
  type Listener,
  type SessionCompany,
  type SessionCustomer,
  sessionLife,
} from "../../../domain/model/agent/session.ts"
import type { Language } from "../../../domain/model/agent/speech.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { tokenHash } from "../../../domain/model/link-token.ts"
import { associatedData } from "../../../domain/model/sealing.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Random } from "../../platform/ports.ts"
import {
  type CallerRow,
  findCaller,
  findSession,
  isSharedNumber,
  prolongThread,
  type SessionRow,
  sessionCompany,
} from "./agent-sessions.sql.ts"

/** 192 bits; the prefix tells people who meet one what it is. */
export const newSessionToken = (random: Random): string =>
  `ses_${Buffer.from(random.bytes(24)).toString("base64url")}`

const tokenPattern = /^ses_[A-Za-z0-9_-]{32}$/

const isSessionToken = (text: unknown): text is string => typeof text === "string" && tokenPattern.test(text)

/** Throws `session_expired` for an id that is missing, unknown, another company's, or over: callers see no difference. */
export async function openSession(
  context: AppContext,
  companyId: number,
  sessionId: unknown,
  now: number,
): Promise<AgentSession> {
  const row = isSessionToken(sessionId)
    ? await findSession(context.db, companyId, tokenHash(sessionId), now)
    : null
  if (!row) throw new Refusal("session_expired")
  const phone =
    row.phone_sealed === null
      ? null
      : context.sealer.open(row.phone_sealed, associatedData.agentSession(companyId, row.id))
  const caller = await callerOf(context, companyId, row, phone)
  const isShared = await sharesNumber(context, companyId, { phone, caller })
  return sessionOf(row, { phone, caller, isShared })
}

/** Every tool call prolongs a text thread. A voice session has a fixed end. */
export async function keepThread(
  context: AppContext,
  companyId: number,
  sessionId: unknown,
  { channel }: Pick<AgentSession, "channel">,
  now: number,
): Promise<void> {
  if (channel !== "sms" || !isSessionToken(sessionId)) return
  const until = now + sessionLife.sms.idleMs
  await prolongThread(context.db, companyId, tokenHash(sessionId), { now, until })
}

/** The customer that the number identifies now. It may have moved to another customer since the conversation began. */
async function callerOf(
  context: AppContext,
  companyId: number,
  row: SessionRow,
  phone: string | null,
): Promise<CallerRow | null> {
  if (phone === null) return null
  return row.contact_phone === phone && row.customer_id !== null
    ? row
    : findCaller(context.db, companyId, phone)
}

/** True where the number is kept as one that several share, so that it identifies none of them. */
export const sharesNumber = async (
  { db }: AppContext,
  companyId: number,
  { phone, caller }: { phone: string | null; caller: CallerRow | null },
): Promise<boolean> => caller === null && phone !== null && (await isSharedNumber(db, companyId, phone))

function sessionOf(
  row: SessionRow,
  { phone, caller, isShared }: Pick<AgentSession, "phone" | "isShared"> & { caller: CallerRow | null },
): AgentSession {
  const { id, channel } = row
  const customer = caller && sessionCustomer(caller)
  const company = sessionCompany(row)
  const listener = listenerOf(company, customer, row.language)
  return { id, channel, phone, customer, isShared, company, listener }
}

/** In the language in which the conversation began; else in the customer's own where the company's agent has it, or the company's. */
export function listenerOf(
  { timezone, hasSeveralLocations, locale, languages }: SessionCompany,
  customer: Pick<SessionCustomer, "locale"> | null,
  begun: Language | null,
): Listener {
  const own = customer?.locale ?? null
  const language = begun ?? (own !== null && languages.includes(own) ? own : locale)
  return { language, timezone, hasSeveralLocations }
}

export function sessionCustomer(row: CallerRow): SessionCustomer {
  return {
    id: row.customer_id!,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    address: row.address,
    hasAddress: row.has_address,
    addressSource: row.address_source,
    locale: row.customer_locale,
  }
}
