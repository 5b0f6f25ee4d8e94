/**
 * Queues texts and mails, in the transaction of what they are about. A code is queued with its words; what is about an
 * appointment is composed when it goes, so that a booking moved meanwhile is not confirmed for its old time.
 */
import type { Appointment, Attendance, TellingChannel } from "../../domain/model/appointment.ts"
import { associatedData, type Sealer } from "../../domain/model/sealing.ts"
import type { DisruptionNews, PlanNews, TextQuestion, Together } from "../../domain/model/text-message.ts"
import { reminderDue } from "../../domain/rules/texts/reminders.ts"
import { msPerHour } from "../../domain/time/units.ts"
import { findMailSettings } from "../company/companies.sql.ts"
import { numberFor, type WhyNoNumber } from "../customers/addressees.ts"
import { findRecipient } from "../customers/recipients.sql.ts"
import {
  findStateByKey,
  findTextByKey,
  insertPlannedText,
  insertText,
  type NewText,
  nextTextId,
  type SealedNumber,
} from "../outbox/texts.sql.ts"
import type { LeasedText } from "../outbox/texts-due.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import type { Lease } from "../platform/queue/leases.ts"
import { currentTrace } from "../platform/trace.ts"
import { findReminding, type Reminding } from "./reminders.sql.ts"

/** A text whose words are known when it is queued. */
export interface QueuedText extends Pick<NewText, "purpose" | "goodUntil"> {
  from: string
  to: string
  body: string
}

/** Number and words are sealed, bound to the text. */
export async function enqueueText(
  tx: Tx,
  sealer: Sealer,
  companyId: number,
  { from, to, body, ...text }: QueuedText,
  now: number,
): Promise<void> {
  const id = await nextTextId(tx)
  const boundTo = associatedData.text(companyId, id)
  const sealed = {
    ...text,
    id,
    fromPhone: from,
    phoneSealed: sealer.seal(to, boundTo),
    phoneHash: sealer.phoneHash(companyId, to),
    bodySealed: sealer.seal(body, boundTo),
    traceparent: currentTrace(),
  }
  await insertText(tx, companyId, sealed, now)
}

/** The part of the context that decides whether a confirmation can go. */
export interface ConfirmingContext {
  /** Null when this host sends no texts. */
  texts: object | null
  platformSmsNumber: string | null
  sealer: Sealer
}

export type WhyUnconfirmed = "texts_unavailable" | "confirmations_off" | WhyNoNumber

/** The queued text, leased when the caller queued it under a lease; or the reason why none was queued. */
export type Confirmation =
  | { textId: number; leased: LeasedText | null; reason: null }
  | { textId: null; reason: WhyUnconfirmed }

export interface ConfirmingOptions extends Booked {
  /** The number whose holder asked for the confirmation; else the customer's numbers and their consents decide. */
  askedBy?: string | null
  /** The caller sends the text right after the booking, and it is queued under this lease. */
  lease?: Lease
  /** Sent once more, at somebody's wish: once for each such word. */
  once?: string
}

/** The channels on which staff have chosen to send nothing about this write. */
export interface Quiet {
  silent?: readonly TellingChannel[] | undefined
}

interface Booked {
  /** It was cancelled, and is confirmed anew. */
  isAnew?: boolean
  /** It is the first of several, all of which the message tells; null or left out for one alone. */
  together?: Together | null
}

/** Queues the text and the mail that confirm a booking, but for the channels that are to be silent. */
export async function confirmBooking(
  tx: Tx,
  context: ConfirmingContext & AnnouncingContext,
  call: { companyId: number; now: number },
  appointment: Appointment,
  { silent = [], isAnew = false, together = null }: Quiet & Booked,
): Promise<Confirmation | null> {
  const confirmation = silent.includes("sms")
    ? null
    : await confirmByText(tx, context, call, appointment, { isAnew, together })
  if (!silent.includes("mail")) await confirmByMail(tx, context, call, appointment, { isAnew, together })
  return confirmation
}

/** A confirmation is queued once for each time that the appointment is booked. */
const onceBooked = ({ version }: Appointment, isAnew: boolean) => (isAnew ? `reopened:${version}` : "booked")

/**
 * Queues the text that confirms a booking, from the host's number for confirmations. A second call for the same
 * appointment returns the first text.
 */
export async function confirmByText(
  tx: Tx,
  context: ConfirmingContext,
  { companyId, now }: { companyId: number; now: number },
  appointment: Appointment,
  { askedBy = null, lease, isAnew = false, together = null, once }: ConfirmingOptions = {},
): Promise<Confirmation> {
  const reason = await whyUnconfirmed(tx, context, companyId, appointment, askedBy)
  if (reason !== null) return { textId: null, reason }
  const to = askedBy === null ? null : await sealedNumber(tx, context.sealer, companyId, askedBy)
  const notice = {
    ...{ purpose: "confirmation" as const, question: together },
    ...{ once: once ?? onceBooked(appointment, isAnew), appointment, to },
  }
  const queued = await planAppointmentText(tx, companyId, lease ? { ...notice, lease } : notice, now)
  if (queued === null) {
    const textId = (await findTextByKey(tx, companyId, onceKeyOf(notice)))!
    return { textId, leased: null, reason: null }
  }
  const leased = lease ? { companyId, textId: queued, token: lease.token, failures: 0 } : null
  return { textId: queued, leased, reason: null }
}

/** Why a booking is not confirmed by text; null when it is. */
export async function whyUnconfirmed(
  db: Db,
  { texts, platformSmsNumber, sealer }: ConfirmingContext,
  companyId: number,
  appointment: Appointment,
  askedBy: string | null = null,
): Promise<WhyUnconfirmed | null> {
  if (texts === null || platformSmsNumber === null) return "texts_unavailable"
  const recipient = (await findRecipient(db, companyId, appointment.customer_id))!
  if (!recipient.company.sms_confirmations) return "confirmations_off"
  const { booked_by: bookedBy, texts_declined: declined } = appointment
  const text = { purpose: "confirmation", channel: "sms", bookedBy, declined, askedBy } as const
  const addressee = await numberFor(db, sealer, companyId, recipient, text)
  return typeof addressee === "string" ? addressee : null
}

/** The part of the context that decides whether mails and texts can go. */
export interface AnnouncingContext {
  texts: object | null
  mails: object | null
}

/** Queues the mail that confirms a booking, where the company sends mails. */
export async function confirmByMail(
  tx: Tx,
  context: Pick<AnnouncingContext, "mails">,
  { companyId, now }: { companyId: number; now: number },
  appointment: Appointment,
  { isAnew = false, together = null }: Booked = {},
): Promise<void> {
  if (!(await sendsMails(tx, context, { companyId, now }, appointment))) return
  const once = onceBooked(appointment, isAnew)
  const notice = {
    purpose: "confirmation" as const,
    channel: "mail" as const,
    question: together,
    once,
    appointment,
  }
  await planAppointmentText(tx, companyId, notice, now)
}

/** True where mails about the appointment are queued: the customer's address is judged when they go. */
export async function sendsMails(
  db: Db,
  { mails }: Pick<AnnouncingContext, "mails">,
  { companyId, now }: { companyId: number; now: number },
  { start_at }: Pick<Appointment, "start_at">,
): Promise<boolean> {
  return mails !== null && start_at.getTime() > now && (await findMailSettings(db, companyId)) !== null
}

interface ToldChange extends Quiet, Pick<Booked, "together"> {
  /** The news by a disruption; null or left out for a plain change. */
  news?: DisruptionNews | null
}

/** Queues the text and the mail about a move or a cancel. `appointment` is as it stands after the change. */
export async function announceChange(
  tx: Tx,
  context: AnnouncingContext,
  call: { companyId: number; now: number },
  appointment: Appointment,
  { silent = [], together = null, news = null }: ToldChange = {},
): Promise<void> {
  const notice = {
    purpose: "change" as const,
    question: news ?? together,
    // An appointment that stays keeps its version, for which a change may have sent one before.
    once: news === "cannot_keep" ? `${news}:${appointment.version}` : String(appointment.version),
    appointment,
  }
  if (!silent.includes("sms") && (await whyUnannounced(tx, context, call, appointment)) === null)
    await planAppointmentText(tx, call.companyId, notice, call.now)
  if (silent.includes("mail") || !(await sendsMails(tx, context, call, appointment))) return
  await planAppointmentText(tx, call.companyId, { ...notice, channel: "mail" }, call.now)
}

/**
 * Queues the text and the mail about news of the plan, each once for `once`. `until`: when they are of no use any more, in epoch
 * milliseconds; news of somebody on the way go after the appointment's start too.
 */
export async function announcePlan(
  tx: Tx,
  context: AnnouncingContext,
  call: { companyId: number; now: number },
  appointment: Appointment,
  { question, once, until, silent = [] }: Quiet & { question: PlanNews; once: string; until: number },
): Promise<void> {
  const news = { ...appointment, start_at: new Date(until) }
  const notice = { purpose: "change" as const, question, once: `${question}:${once}`, appointment: news }
  const isTexted = !silent.includes("sms") && (await whyUnannounced(tx, context, call, news)) === null
  if (isTexted) await planAppointmentText(tx, call.companyId, notice, call.now)
  if (silent.includes("mail") || !(await sendsMails(tx, context, call, news))) return
  await planAppointmentText(tx, call.companyId, { ...notice, channel: "mail" }, call.now)
}

/** True where a text, or a mail, about the appointment's last change is queued, or was. */
export async function tellsChange(
  db: Db,
  companyId: number,
  appointment: Appointment,
  channel: "sms" | "mail",
): Promise<boolean> {
  const change = { purpose: "change" as const, channel, once: String(appointment.version), appointment }
  const anew = { purpose: "confirmation" as const, channel, once: onceBooked(appointment, true), appointment }
  const isQueued = async (notice: AppointmentNotice) =>
    (await findTextByKey(db, companyId, onceKeyOf(notice))) !== null
  return (await isQueued(change)) || (await isQueued(anew))
}

export type WhyUnannounced =
  | "texts_unavailable"
  | "too_late"
  | "confirmations_off"
  | "no_sms_channel"
  | "no_phone"

/** Why no text is queued about a move or a cancel; null when one is. */
export async function whyUnannounced(
  db: Db,
  { texts }: { texts: object | null },
  { companyId, now }: { companyId: number; now: number },
  appointment: Appointment,
): Promise<WhyUnannounced | null> {
  if (texts === null) return "texts_unavailable"
  if (appointment.start_at.getTime() <= now) return "too_late"
  const recipient = (await findRecipient(db, companyId, appointment.customer_id))!
  if (!recipient.company.sms_confirmations) return "confirmations_off"
  if (recipient.company.sms_phone === null) return "no_sms_channel"
  return recipient.phones.length === 0 ? "no_phone" : null
}

/** Hours before the start of each reminder to a customer who has answered so. */
const hoursFor = ({ hours, unansweredHours }: Reminding, attendance: Attendance): number[] =>
  attendance === "unknown" ? [...new Set([...hours, ...unansweredHours])] : hours

/** When reminders go, in their order: one whose time is over before the booking or the move does not. */
export async function remindersAhead(
  db: Db,
  { companyId, now }: { companyId: number; now: number },
  { start_at }: Pick<Appointment, "start_at">,
  by: "byText" | "byMail",
): Promise<number[]> {
  const reminding = await findReminding(db, companyId)
  const hours = reminding?.[by] ? hoursFor(reminding, "unknown") : []
  const times = hours.map((before) => start_at.getTime() - before * msPerHour)
  return times.filter((time) => time >= now).sort((a, b) => a - b)
}

export interface AppointmentNotice {
  purpose: "confirmation" | "change" | "reminder"
  question?: TextQuestion | null
  /** `sms` by default. */
  channel?: "sms" | "mail"
  /** Distinguishes texts of one purpose about one appointment. Each is queued once. */
  once: string
  appointment: { id: number; version: number; customer_id: number; start_at: Date }
  /** The number whose holder asked for it. */
  to?: SealedNumber | null
  /** The caller sends the text itself, under this lease. */
  lease?: Lease
}

/** Queues a text or a mail that is useless after the appointment's start. Returns its id; null when it was queued before. */
export function planAppointmentText(
  tx: Tx,
  companyId: number,
  { purpose, question = null, channel = "sms", once, appointment, to = null, lease }: AppointmentNotice,
  now: number,
): Promise<number | null> {
  const { id, version } = appointment
  const text = {
    to,
    purpose,
    channel,
    onceKey: onceKeyOf({ purpose, channel, once, appointment }),
    customerId: appointment.customer_id,
    appointment: { id, version },
    question,
    step: null,
    dueAt: now,
    ...(lease === undefined ? {} : { lease }),
    goodUntil: appointment.start_at.getTime(),
    traceparent: currentTrace(),
  }
  return insertPlannedText(tx, companyId, text, now)
}

interface MovedByRules {
  before: AppointmentNotice["appointment"] & { last_event_at: Date; attendance: Attendance }
  moved: AppointmentNotice["appointment"]
}

/**
 * Queues the reminder whose time has come by the moved start. The move is an event after that time, and ends a reminder that
 * waits for the version before: the customer, who heard of no move, would get none.
 */
export async function keepReminder(
  tx: Tx,
  companyId: number,
  { before, moved }: MovedByRules,
  now: number,
): Promise<void> {
  const reminding = await findReminding(tx, companyId)
  if (reminding === null) return
  const due = reminderDue(
    hoursFor(reminding, before.attendance),
    { startAt: moved.start_at, lastEventAt: before.last_event_at },
    now,
  )
  if (due === null) return
  for (const channel of channelsOf(reminding)) {
    const once = `${before.version}:${due}`
    const reminder = { purpose: "reminder" as const, channel, once, appointment: before }
    const state = await findStateByKey(tx, companyId, onceKeyOf(reminder))
    if (state !== null && state !== "pending") continue
    const question = reminding.hours.includes(due) ? null : ("unanswered" as const)
    const kept = { ...reminder, question, once: `${moved.version}:${due}`, appointment: moved }
    await planAppointmentText(tx, companyId, kept, now)
  }
}

/** The channels by which reminders are queued. Which of the two reaches the customer is judged when they go. */
export const channelsOf = ({ byText, byMail }: Pick<Reminding, "byText" | "byMail">): ("sms" | "mail")[] => [
  ...(byText ? (["sms"] as const) : []),
  ...(byMail ? (["mail"] as const) : []),
]

/** A number that a planned text goes to, sealed for it. */
async function sealedNumber(tx: Tx, sealer: Sealer, companyId: number, phone: string): Promise<SealedNumber> {
  const textId = await nextTextId(tx)
  return {
    textId,
    phoneSealed: sealer.seal(phone, associatedData.text(companyId, textId)),
    phoneHash: sealer.phoneHash(companyId, phone),
  }
}

export interface AskedLinks {
  purpose: "links" | "cancel_reply"
  /** A second text with the same word is not queued; null for one that may be asked for again. */
  once: string | null
  customerId: number
  phone: string
}

/** Queues the text with the links of a customer's upcoming appointments to a number whose holder asked for it. */
export async function textLinks(
  tx: Tx,
  sealer: Sealer,
  companyId: number,
  { purpose, once, customerId, phone }: AskedLinks,
  now: number,
): Promise<void> {
  const to = await sealedNumber(tx, sealer, companyId, phone)
  const text = {
    purpose,
    channel: "sms" as const,
    onceKey: once === null ? null : `${purpose}:${customerId}:${once}`,
    customerId,
    appointment: null,
    step: null,
    to,
    dueAt: now,
    goodUntil: now + msPerHour,
    traceparent: currentTrace(),
  }
  await insertPlannedText(tx, companyId, text, now)
}

/** `listDueReminders` writes the same in SQL. */
const onceKeyOf = ({ purpose, channel, once, appointment }: AppointmentNotice) =>
  `${channel === "mail" ? "mail:" : ""}${purpose}:${appointment.id}:${once}`
