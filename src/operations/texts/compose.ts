/**
 * What a text says and to whom, or why it does not go, judged by the facts at the moment of sending. Only codes are
 * worded earlier, when they are asked for.
 */
import type { AppContext } from "../../context.ts"
import type { Appointment } from "../../model/appointment.ts"
import { associatedData } from "../../model/sealing.ts"
import type { TextRow } from "../../model/text-message.ts"
import type { OutgoingText } from "../../ports.ts"
import { type AppointmentNews, appointmentText } from "../../rules/texts/wording.ts"
import { findAppointment } from "../../store/appointments.ts"
import { hasLaterReminder } from "../../store/texts.ts"
import type { Addressee } from "../shared/addressees.ts"
import { composeLinks } from "./compose-links.ts"
import { composeStep } from "./compose-outreach.ts"
import {
  addresseeOf,
  type Composed,
  firstAllowedFor,
  managingUrlOf,
  openNumber,
  senderOf,
  sendTo,
  skip,
} from "./composed.ts"

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
    case "links":
    case "cancel_reply":
      return composeLinks(context, companyId, row, now)
    case "confirmation":
    case "change":
    case "reminder":
      return composeAppointmentText(context, companyId, row, now)
  }
}

function sealedText(context: AppContext, companyId: number, row: TextRow): OutgoingText {
  return {
    from: row.from_phone!,
    to: openNumber(context, companyId, row),
    body: context.sealer.open(row.body_sealed!, associatedData.text(companyId, row.id)),
  }
}

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

  const addressee = await addresseeOf(context, companyId, row, appointment)
  if (typeof addressee === "string") return skip(addressee)
  const from = row.purpose === "confirmation" ? context.platformSmsNumber : addressee.company.sms_phone
  if (from === null || context.texts === null) return skip("no_sms_channel")
  if (row.purpose === "reminder") {
    const held = await whyHeld(context, companyId, { row, appointment, addressee }, now)
    if (held) return held
  }
  const manageUrl = await managingUrlOf(context, companyId, addressee, appointment)
  const words = { ...senderOf(addressee), firstName: addressee.first_name, manageUrl }
  const body = appointmentText(newsOf(row, appointment), appointment, words)
  return sendTo(context, companyId, addressee, { from, body })
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
