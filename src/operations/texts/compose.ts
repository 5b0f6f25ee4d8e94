/**
 * What a text says and to whom, or why it does not go, judged by the facts at the moment of sending. Only codes are
 * worded earlier, when they are asked for.
 */
import type { AppContext } from "../../context.ts"
import type { Appointment } from "../../model/appointment.ts"
import type { StepAtHand } from "../../model/outreach.ts"
import { associatedData } from "../../model/sealing.ts"
import type { SkipReason, TextRow } from "../../model/text-message.ts"
import type { OutgoingCall, OutgoingText } from "../../ports.ts"
import { whyNotWelcome } from "../../rules/texts/consent.ts"
import { greetedName, withoutLinks } from "../../rules/texts/names-in-texts.ts"
import { filledText, usesBookingLink, whyUnwanted } from "../../rules/texts/outreach.ts"
import { zonesOfRecipient } from "../../rules/texts/recipient-zones.ts"
import { nextAllowed } from "../../rules/texts/send-times.ts"
import { type AppointmentNews, appointmentText } from "../../rules/texts/wording.ts"
import { findAppointment } from "../../store/appointments.ts"
import { findNewestConsent } from "../../store/contacts.ts"
import { findLocationZone, zonesServing } from "../../store/locations.ts"
import { findStepAtHand } from "../../store/outreach-runs.ts"
import { findRecipient, type Recipient } from "../../store/recipients.ts"
import { hasLaterReminder } from "../../store/texts.ts"
import { startConversation } from "../agent/start-conversation.ts"
import { bookingUrl } from "../shared/links.ts"

export async function composeText(
  context: AppContext,
  companyId: number,
  row: TextRow,
  now: number,
): Promise<Composed> {
  if (row.good_until.getTime() <= now) return skip("too_late")
  switch (row.purpose) {
    case "code":
      return { kind: "text", text: sealedText(context, companyId, row) }
    case "outreach":
      return composeStep(context, companyId, row, now)
    default:
      return composeAppointmentText(context, companyId, row, now)
  }
}

function sealedText(context: AppContext, companyId: number, row: TextRow): OutgoingText {
  const boundTo = associatedData.text(companyId, row.id)
  return {
    from: row.from_phone!,
    to: context.sealer.open(row.phone_sealed!, boundTo),
    body: context.sealer.open(row.body_sealed!, boundTo),
  }
}

/** What to do with a text that is due. */
export type Composed =
  | { kind: "text"; text: OutgoingText }
  | { kind: "call"; call: OutgoingCall }
  | { kind: "skip"; reason: SkipReason }
  /** Judged again at `until`, epoch milliseconds. */
  | { kind: "wait"; until: number }

const skip = (reason: SkipReason): Composed => ({ kind: "skip", reason })

/** Confirmations, changes and reminders. */
async function composeAppointmentText(
  context: AppContext,
  companyId: number,
  row: TextRow,
  now: number,
): Promise<Composed> {
  const appointment = await findAppointment(context.db, companyId, row.appointment_id!)
  if (!appointment || appointment.version !== row.appointment_version) return skip("superseded")
  if (appointment.start_at.getTime() <= now) return skip("too_late")
  if (row.purpose !== "change" && appointment.status !== "scheduled") return skip("cancelled")

  const addressee = await findAddressee(context, companyId, row)
  if (typeof addressee === "string") return skip(addressee)
  const from = row.purpose === "confirmation" ? context.platformSmsNumber : addressee.company.sms_phone
  if (from === null || context.texts === null) return skip("no_sms_channel")
  if (row.purpose === "reminder") {
    const held = await whyHeld(context, companyId, { row, appointment, addressee }, now)
    if (held) return held
  }
  const body = appointmentText(newsOf(row, appointment), appointment, {
    locale: addressee.locale,
    companyName: addressee.company.name,
    companyZone: addressee.company.timezone,
    callPhone: addressee.company.call_phone,
    firstName: addressee.first_name,
  })
  return { kind: "text", text: { from, to: addressee.phone, body } }
}

/** Why a reminder does not go now: a later one follows, or it waits for the morning if that is before the start. */
async function whyHeld(
  context: AppContext,
  companyId: number,
  { row, appointment, addressee }: { row: TextRow; appointment: Appointment; addressee: Addressee },
  now: number,
): Promise<Composed | null> {
  const reminder = { id: row.id, customerId: row.customer_id!, appointmentId: appointment.id }
  if (await hasLaterReminder(context.db, companyId, reminder)) return skip("superseded")
  const until = firstAllowedFor(addressee, appointment.timezone, now)
  if (until <= now) return null
  return until < appointment.start_at.getTime() ? { kind: "wait", until } : skip("too_late")
}

function newsOf({ purpose }: TextRow, { status }: Appointment): AppointmentNews {
  if (purpose === "confirmation") return "booked"
  if (purpose === "reminder") return "reminder"
  return status === "cancelled" ? "cancelled" : "moved"
}

/** A step of outreach goes if it is still wanted, welcome and possible. */
async function composeStep(
  context: AppContext,
  companyId: number,
  row: TextRow,
  now: number,
): Promise<Composed> {
  const step = await findStepAtHand(context.db, companyId, row.run_id!, row.step_position!)
  if (step?.run_status !== "running") return skip(step?.end_reason ?? "stopped")
  const { appointment_type_id: typeId, location_id: locationId } = step.request
  const zones = await zonesServing(context.db, companyId, typeId, locationId)
  const unwanted = whyUnwanted(step.request, now, zones)
  if (unwanted) return skip(unwanted)

  const addressee = await findAddressee(context, companyId, row)
  if (typeof addressee === "string") return skip(addressee)
  const from = sender(context, step, addressee)
  if (from === null) return skip(step.channel === "sms" ? "no_sms_channel" : "no_voice_agent")
  const link = linkFor(context, step, addressee)
  if (link === null) return skip("no_booking_link")

  const locationZone = locationId === null ? null : await findLocationZone(context.db, companyId, locationId)
  const until = firstAllowedFor(addressee, locationZone ?? addressee.company.timezone, now)
  if (until > now) return { kind: "wait", until }
  if (step.sms_text !== null) return worded(step.sms_text, step, addressee, { from, link })
  const called = { call_sid: "outbound", called_number: from, caller_id: addressee.phone }
  const variables = await startConversation(context, companyId, called, now)
  return { kind: "call", call: { from, to: addressee.phone, variables } }
}

/** The number that it goes from; null when the company has none, or the host has no sender for the channel. */
function sender(context: AppContext, { channel }: StepAtHand, { company }: Addressee): string | null {
  if (channel === "sms") return context.texts === null ? null : company.sms_phone
  return context.voiceAgent === null ? null : company.voice_phone
}

/** The text of `{booking_link}`: empty for a step without one, null when the step has one and no link can be given out. */
function linkFor(
  context: AppContext,
  { sms_text, request }: StepAtHand,
  { company }: Addressee,
): string | null {
  if (sms_text === null || !usesBookingLink(sms_text)) return ""
  return company.booking_links_enabled ? bookingUrl(context, request) : null
}

function worded(
  template: string,
  step: StepAtHand,
  addressee: Addressee,
  { from, link }: { from: string; link: string },
): Composed {
  const body = filledText(template, {
    booking_link: link,
    first_name: greetedName(addressee.first_name),
    appointment_type: withoutLinks(step.type_name),
    phone: addressee.company.call_phone ?? from,
  })
  return { kind: "text", text: { from, to: addressee.phone, body } }
}

/** A customer with a number that may get the text. */
interface Addressee extends Recipient {
  phone: string
}

/** The customer as they are now, or why the text may not go to them. */
async function findAddressee(
  context: AppContext,
  companyId: number,
  { customer_id, purpose, channel }: Pick<TextRow, "customer_id" | "purpose" | "channel">,
): Promise<Addressee | SkipReason> {
  const recipient = await findRecipient(context.db, companyId, customer_id!)
  const phone = recipient?.phone ?? null
  if (!recipient || recipient.archived || phone === null) return "no_phone"
  const hashes = context.sealer.phoneHashes(companyId, phone)
  const newest = await findNewestConsent(context.db, companyId, hashes, channel)
  return whyNotWelcome(purpose, newest, recipient.source) ?? { ...recipient, phone }
}

/** When a text that the customer is not waiting for may go: `now` within the company's hours, else when they begin. */
function firstAllowedFor(addressee: Addressee, locationZone: string, now: number): number {
  const { quiet_start_minute: startMinute, quiet_end_minute: endMinute } = addressee.company
  return nextAllowed({ startMinute, endMinute }, zonesOfRecipient(addressee, { locationZone }), now)
}
