/** Whose conversation a session id stands for, as they are known now. */

import type { AppContext } from "../../context.ts"
import { type AgentSession, type SessionCustomer, sessionLife } from "../../model/agent/session.ts"
import { Refusal } from "../../model/errors.ts"
import { tokenHash } from "../../model/link-token.ts"
import { associatedData } from "../../model/sealing.ts"
import {
  type CallerRow,
  findCaller,
  findSession,
  prolongThread,
  type SessionRow,
} from "../../store/agent-sessions.ts"
import { isSessionToken } from "./session-secrets.ts"

/** Throws `session_expired` for an id that is missing, unknown, another company's, or over: all alike. */
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
  return sessionOf(row, phone, await callerOf(context, companyId, row, phone))
}

/** A call counts as a sign of life of a text thread; a voice call lasts as long as it lasts. */
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

/** The number says who calls: whoever it was when the conversation began, it may identify another one, or nobody, by now. */
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

function sessionOf(row: SessionRow, phone: string | null, caller: CallerRow | null): AgentSession {
  const { id, channel, name, timezone, locale, new_customers: newCustomers } = row
  return {
    id,
    channel,
    phone,
    customer: caller && sessionCustomer(caller),
    company: { name, timezone, locale, newCustomers },
  }
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
