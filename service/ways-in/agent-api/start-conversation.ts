/** Begins a conversation: who calls, what they have and may book, and the session that every tool needs. */

import type { z } from "zod"
import { agentAppointment, knownAppointment, sayWithWhom } from "../../../domain/model/agent/appointments.ts"
import type { BookableType } from "../../../domain/model/agent/bookable.ts"
import { sayDate, todayIn, weekdayIn } from "../../../domain/model/agent/say.ts"
import {
  type ConversationChannel,
  type ConversationVariables,
  type conversationInit,
  type SessionCompany,
  type SessionCustomer,
  sessionLife,
} from "../../../domain/model/agent/session.ts"
import { fullName } from "../../../domain/model/customer.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { tokenHash } from "../../../domain/model/link-token.ts"
import { associatedData } from "../../../domain/model/sealing.ts"
import { asPromptData, mostSaid, spokenName } from "../../../domain/model/written-by-people.ts"
import { whyNotCancellable } from "../../../domain/rules/booking/may-change.ts"
import { e164Of } from "../../../domain/rules/texts/phone-numbers.ts"
import { dayOfDate } from "../../../domain/time/dates.ts"
import { cancelNotices } from "../../company/appointment-types.sql.ts"
import { listUpcoming } from "../../ledger/appointments.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import {
  type CallerRow,
  findCalledCompany,
  findCaller,
  insertSession,
  nextSessionId,
} from "./agent-sessions.sql.ts"
import { bookableTypes } from "./bookable-types.ts"
import { closedToCaller } from "./office.ts"
import { type Phrase, phrasesOf } from "./said-as-one.ts"
import { newSessionToken, sessionCustomer, sharesNumber } from "./sessions.ts"

export type Init = z.output<typeof conversationInit>

const mostUpcoming = 10
/** A prompt is read before every sentence, so what others wrote takes a bounded part of it. */
const mostCharacters = { name: mostSaid, greeting: 400, list: 4_000 }

/** Every call makes a new session. Throws `unknown_number` for a number that is no channel of the company's. */
export async function startConversation(
  context: AppContext,
  companyId: number,
  init: Init,
  now: number,
): Promise<ConversationVariables> {
  const channel: ConversationChannel = init.call_sid ? "voice" : "sms"
  const called = e164Of(init.called_number)
  const phone = e164Of(init.caller_id)
  const [company, caller] = await Promise.all([
    called === null ? null : findCalledCompany(context.db, companyId, channel, called),
    phone === null ? null : findCaller(context.db, companyId, phone),
  ])
  if (!company) throw new Refusal("unknown_number")
  const isShared = await sharesNumber(context, companyId, { phone, caller })
  const known = { channel, phone, caller, customer: caller && sessionCustomer(caller), isShared, company }
  const [token, upcoming, types] = await Promise.all([
    makeSession(context, companyId, known, now),
    caller ? listUpcoming(context.db, companyId, caller.customer_id!, { now, most: mostUpcoming }) : [],
    bookableTypes(context, companyId, known, now),
  ])
  const notices = await cancelNotices(context.db, companyId, upcoming)
  const rows = upcoming.map((row) => ({ row, shown: agentAppointment(knownAppointment(row), company, now) }))
  const appointments = await phrasesOf(context.db, { companyId, company, now }, rows, sayWithWhom)
  return variablesOf(known, { token, appointments, notices, types }, now)
}

interface Known {
  channel: ConversationChannel
  phone: string | null
  caller: CallerRow | null
  customer: SessionCustomer | null
  isShared: boolean
  company: SessionCompany
}

async function makeSession(
  context: AppContext,
  companyId: number,
  { channel, phone, caller }: Known,
  now: number,
): Promise<string> {
  const token = newSessionToken(context.random)
  const id = await nextSessionId(context.db)
  const sealed =
    phone === null
      ? null
      : {
          sealed: context.sealer.seal(phone, associatedData.agentSession(companyId, id)),
          hash: context.sealer.phoneHash(companyId, phone),
        }
  const { idleMs, mostMs } = sessionLife[channel]
  const session = {
    id,
    tokenHash: tokenHash(token),
    channel,
    phone: sealed,
    contactId: caller?.contact_id ?? null,
    expiresAt: now + idleMs,
    endsAt: now + mostMs,
  }
  await insertSession(context.db, companyId, session, now)
  return token
}

interface Found {
  token: string
  appointments: readonly Phrase[]
  /** Minutes before the start until when customers may change it, by type. */
  notices: ReadonlyMap<number, number>
  types: readonly BookableType[]
}

function variablesOf(
  known: Known,
  { token, appointments, notices, types }: Found,
  now: number,
): ConversationVariables {
  const { channel, phone, caller, company } = known
  const closed = closedToCaller(known)
  return {
    session_id: token,
    is_new_customer: caller === null,
    can_self_register: caller === null && phone !== null && closed === null,
    customer_first_name: asPromptData(caller?.first_name ?? "", mostCharacters.name),
    customer_last_name: asPromptData(caller?.last_name ?? "", mostCharacters.name),
    customer_full_name: asPromptData(caller ? fullName(caller) : "", mostCharacters.name),
    upcoming_appointments: listed(
      appointments.map((phrase) => `${phrase.say}${notedOf(phrase, notices, now)}`),
      ". ",
    ),
    open_requests: listed(
      types.flatMap((type) => saidRequest(type, company.timezone, now)),
      ". ",
    ),
    bookable_types: listed(
      types.map(({ name }) => name),
      ", ",
    ),
    has_address: caller?.has_address ?? false,
    channel,
    today: todayIn(company.timezone, now).today,
    weekday: weekdayIn(company.timezone, now),
    say_first: closed ?? "",
    greeting: channel === "voice" ? greetingOf(company, closed) : (closed ?? ""),
  }
}

/** A caller who hears at once that nothing can be booked is not asked for a wish before. */
function greetingOf({ name }: SessionCompany, closed: string | null): string {
  return asPromptData(
    `Thank you for calling ${spokenName(name)}. ${closed ?? "How can I help you?"}`,
    mostCharacters.greeting,
  )
}

const listed = (parts: readonly string[], between: string) =>
  asPromptData(parts.join(between), mostCharacters.list)

/** The notice about the first service that the phrase names. */
function notedOf({ of: [first] }: Phrase, notices: ReadonlyMap<number, number>, now: number): string {
  const { row } = first!
  const noticeMinutes = notices.get(row.appointment_type_id) ?? 0
  const isLate = whyNotCancellable(row, noticeMinutes, anyAgent, now) !== null
  const notes = [
    ...(row.status === "pending" ? ["not confirmed yet"] : []),
    ...(isLate ? ["too late to change here"] : []),
  ]
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`
}

const anyAgent = { kind: "agent", sessionId: 0, customerId: null } as const

function saidRequest(
  { name, duration_minutes, scheduling_request: request }: BookableType,
  zone: string,
  now: number,
): string[] {
  if (request === null) return []
  const { duration_label, earliest_date, latest_date } = request
  const last = sayDate(dayOfDate(latest_date)!, zone, now)
  // An earliest date that has come is no limit any more.
  const isAhead = earliest_date !== null && earliest_date > todayIn(zone, now).today
  const dates = isAhead
    ? `between ${sayDate(dayOfDate(earliest_date)!, zone, now)} and ${last}`
    : `by ${last}`
  const length = duration_label === null ? "" : ` (${duration_label}, ${duration_minutes} minutes)`
  return [`${name}${length}, ${dates}`]
}
