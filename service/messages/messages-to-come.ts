/**
 * The channels by which a customer hears of an appointment: judged by the same rules as when the messages go, so that a page
 * promises exactly what is sent.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { TextPurpose } from "../../domain/model/text-message.ts"
import { whyNotMailed } from "../../domain/rules/mails/email-consent.ts"
import { numberFor } from "../customers/addressees.ts"
import { findEmailConsent } from "../customers/email-consents.ts"
import { proofUrlOf } from "../customers/email-proofs.ts"
import { findRecipient, type Recipient } from "../customers/recipients.sql.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Db } from "../platform/pg/database.ts"
import { remindersAhead } from "./announce.ts"
import { firstAllowedFor } from "./composed.ts"

export type Reach = "sms" | "mail"

export interface MessagesToCome {
  /** The message that it is booked; for a pending one, that it is asked for. */
  confirmation: Reach[]
  /** The message that it is moved or cancelled. */
  changes: Reach[]
  reminders: Reach[]
  /** The channels of staff's answer to a pending one. Empty for all others, and where no channel reaches the customer. */
  answer: Reach[]
}

export const noMessages: MessagesToCome = { confirmation: [], changes: [], reminders: [], answer: [] }

type ReachContext = Pick<AppContext, "texts" | "mails" | "platformSmsNumber" | "sealer" | "bookUrl">

/** As settings, consents and addresses stand now. */
export async function messagesToCome(
  db: Db,
  context: ReachContext,
  { companyId, now }: { companyId: number; now: number },
  appointment: Appointment,
): Promise<MessagesToCome> {
  const recipient = await findRecipient(db, companyId, appointment.customer_id)
  const isToCome = appointment.status === "scheduled" || appointment.status === "pending"
  if (!recipient || recipient.archived || !isToCome || appointment.start_at.getTime() <= now)
    return noMessages
  const texted = (purpose: TextPurpose) =>
    isTexted(db, context, companyId, { recipient, appointment, purpose })
  const [confirmed, changed, reminded, mailed] = await Promise.all([
    texted("confirmation"),
    texted("change"),
    texted("reminder"),
    isMailed(db, context, companyId, recipient, appointment.customer_id),
  ])
  const ways = (sms: boolean, mail = mailed): Reach[] => [
    ...(sms ? (["sms"] as const) : []),
    ...(mail ? (["mail"] as const) : []),
  ]
  if (appointment.status === "pending")
    // A yes is a confirmation and a no is a change: what only one of them reaches is no way to be answered.
    return { confirmation: ways(confirmed), changes: [], reminders: [], answer: ways(confirmed && changed) }
  const isReminded = async (by: "byText" | "byMail") =>
    (await remindersAhead(db, { companyId, now }, appointment, by)).some((time) =>
      isInTime(recipient, appointment, time),
    )
  // A reminder that may go by text does not go by mail.
  const reminders = reminded
    ? ways(await isReminded("byText"), false)
    : ways(false, mailed && (await isReminded("byMail")))
  return { confirmation: ways(confirmed), changes: ways(changed), reminders, answer: [] }
}

/** The same of an appointment that was read or written already. */
export async function messagesOfAppointment(
  context: AppContext,
  call: { companyId: number; now: number },
  id: number,
): Promise<MessagesToCome> {
  const appointment = await findAppointment(context.db, call.companyId, id)
  return appointment ? messagesToCome(context.db, context, call, appointment) : noMessages
}

async function isTexted(
  db: Db,
  { texts, platformSmsNumber, sealer }: ReachContext,
  companyId: number,
  {
    recipient,
    appointment,
    purpose,
  }: { recipient: Recipient; appointment: Appointment; purpose: TextPurpose },
): Promise<boolean> {
  const { company } = recipient
  const from = purpose === "confirmation" ? platformSmsNumber : company.sms_phone
  const isOn = purpose === "reminder" || company.sms_confirmations
  if (texts === null || from === null || !isOn) return false
  const { booked_by: bookedBy, texts_declined: declined } = appointment
  const text = { purpose, channel: "sms", bookedBy, declined, askedBy: null } as const
  return typeof (await numberFor(db, sealer, companyId, recipient, text)) !== "string"
}

async function isMailed(
  db: Db,
  context: ReachContext,
  companyId: number,
  { company, email, email_state }: Recipient,
  customerId: number,
): Promise<boolean> {
  if (context.mails === null || !company.mail_enabled || email === null) return false
  const isProvable =
    email_state === "unproven" && proofUrlOf(context, companyId, { customerId, email }) !== null
  if (email_state !== null && !isProvable) return false
  return whyNotMailed("needed", await findEmailConsent(db, context.sealer, companyId, email)) === null
}

/** A reminder waits for the hours in which it may go, and is of no use after the start. */
function isInTime(recipient: Recipient, { timezone, start_at }: Appointment, time: number): boolean {
  const addressee = { ...recipient, phone: recipient.phones[0] ?? "" }
  return firstAllowedFor(addressee, timezone, time) < start_at.getTime()
}
