/** Begins a conversation: who calls, what they have and may book, and the session that every tool needs. */

import type { z } from "zod"
import type { BookableType } from "../../../domain/model/agent/bookable.ts"
import { agentAppointment, knownAppointment } from "../../../domain/model/agent/known-appointment.ts"
import { sayDate, todayIn, weekdayIn } from "../../../domain/model/agent/say.ts"
import { sayWithWhom } from "../../../domain/model/agent/say-appointments.ts"
import {
  type ConversationChannel,
  type ConversationVariables,
  type conversationInit,
  type Listener,
  type SessionCompany,
  type SessionCustomer,
  sessionLife,
} from "../../../domain/model/agent/session.ts"
import { type Language, wordsIn } from "../../../domain/model/agent/speech.ts"
import { fullName } from "../../../domain/model/customer.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { locale } from "../../../domain/model/fields.ts"
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
import { listenerOf, newSessionToken, sessionCustomer, sharesNumber } from "./sessions.ts"

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
  const customer = caller && sessionCustomer(caller)
  const language = languageOf(init.language)
  const listener = listenerOf(company, customer, language)
  const known = { channel, phone, caller, customer, isShared, company, listener, language }
  const [token, upcoming, types] = await Promise.all([
    makeSession(context, companyId, known, now),
    caller ? listUpcoming(context.db, companyId, caller.customer_id!, { now, most: mostUpcoming }) : [],
    bookableTypes(context, companyId, known, now),
  ])
  const notices = await cancelNotices(context.db, companyId, upcoming)
  const rows = upcoming.map((row) => ({ row, shown: agentAppointment(knownAppointment(row), listener, now) }))
  const appointments = await phrasesOf(context.db, { companyId, listener, now }, rows, sayWithWhom)
  return variablesOf(known, { token, appointments, notices, types }, now)
}

interface Known {
  channel: ConversationChannel
  phone: string | null
  caller: CallerRow | null
  customer: SessionCustomer | null
  isShared: boolean
  company: SessionCompany
  listener: Listener
  /** Null where the start of the conversation names none that the agent speaks. */
  language: Language | null
}

/** `es` of `es`, `ES-mx` or `es_US`. */
function languageOf(written: string | null | undefined): Language | null {
  const [primary] = (written ?? "").trim().toLowerCase().split(/[-_]/)
  return locale.safeParse(primary).data ?? null
}

async function makeSession(
  context: AppContext,
  companyId: number,
  { channel, phone, caller, language }: Known,
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
    language,
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
  const { channel, phone, caller, company, listener } = known
  const { language, timezone } = listener
  const closed = closedToCaller(known)
  return {
    session_id: token,
    is_new_customer: caller === null,
    can_self_register: caller === null && phone !== null && closed === null,
    customer_first_name: asPromptData(caller?.first_name ?? "", mostCharacters.name),
    customer_last_name: asPromptData(caller?.last_name ?? "", mostCharacters.name),
    customer_full_name: asPromptData(caller ? fullName(caller) : "", mostCharacters.name),
    upcoming_appointments: listed(
      appointments.map((phrase) => `${phrase.say}${notedOf(language, phrase, notices, now)}`),
      ". ",
    ),
    open_requests: listed(
      types.flatMap((type) => saidRequest(listener, type, now)),
      ". ",
    ),
    bookable_types: listed(
      types.map(({ name }) => name),
      ", ",
    ),
    has_address: caller?.has_address ?? false,
    channel,
    today: todayIn(language, timezone, now).today,
    weekday: weekdayIn(language, timezone, now),
    language,
    say_first: closed ?? "",
    greeting: channel === "voice" ? greetingOf(language, company, closed) : (closed ?? ""),
  }
}

/** A caller who hears at once that nothing can be booked is not asked for a wish before. */
function greetingOf(language: Language, { name }: SessionCompany, closed: string | null): string {
  const words = wordsIn(language).greeting
  const next = closed ?? words.howCanIHelp
  return asPromptData(words.call({ company: spokenName(name), next }), mostCharacters.greeting)
}

const listed = (parts: readonly string[], between: string) =>
  asPromptData(parts.join(between), mostCharacters.list)

/** The notice about the first service that the phrase names. */
function notedOf(
  language: Language,
  { of: [first] }: Phrase,
  notices: ReadonlyMap<number, number>,
  now: number,
): string {
  const words = wordsIn(language).greeting
  const { row } = first!
  const noticeMinutes = notices.get(row.appointment_type_id) ?? 0
  const isLate = whyNotCancellable(row, noticeMinutes, anyAgent, now) !== null
  const notes = [
    ...(row.status === "pending" ? [words.notConfirmed] : []),
    ...(isLate ? [words.tooLate] : []),
  ]
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`
}

const anyAgent = { kind: "agent", sessionId: 0, customerId: null } as const

function saidRequest(
  { language, timezone }: Listener,
  { name, duration_minutes: minutes, scheduling_request: request }: BookableType,
  now: number,
): string[] {
  if (request === null) return []
  const words = wordsIn(language).greeting
  const { duration_label: label, earliest_date, latest_date } = request
  const sayEnd = (date: string) => sayDate(language, dayOfDate(date)!, timezone, now)
  const until = sayEnd(latest_date)
  // An earliest date that has come is no limit any more.
  const isAhead = earliest_date !== null && earliest_date > todayIn(language, timezone, now).today
  const what = label === null ? name : words.askedLength({ name, label, minutes })
  return [
    isAhead
      ? words.askedBetween({ what, from: sayEnd(earliest_date), until })
      : words.askedBy({ what, until }),
  ]
}
