/** Confirmations, changes and reminders: about the appointment as it is when they go. */
import type { Appointment } from "../../model/appointment.ts"
import type { TextRow } from "../../model/text-message.ts"
import { type AppointmentNews, appointmentText } from "../../rules/texts/appointment-text.ts"
import { whyNotWelcome } from "../../rules/texts/consent.ts"
import { nextAllowed } from "../../rules/texts/quiet-hours.ts"
import { zonesOfRecipient } from "../../rules/texts/recipient-zones.ts"
import { findAppointment } from "../../store/appointments.ts"
import { findNewestConsent } from "../../store/consents.ts"
import { findRecipient, type Recipient } from "../../store/recipients.ts"
import { hasLaterReminder } from "../../store/reminders.ts"
import type { House } from "../house.ts"
import { type Composed, skip } from "./composed.ts"

export async function composeAppointmentText(
  house: House,
  companyId: number,
  row: TextRow,
  now: number,
): Promise<Composed> {
  const appointment = await findAppointment(house.db, companyId, row.appointment_id!)
  if (!appointment || appointment.version !== row.appointment_version) return skip("superseded")
  if (appointment.start_at.getTime() <= now) return skip("too_late")
  if (row.purpose !== "change" && appointment.status !== "scheduled") return skip("cancelled")

  const recipient = await findRecipient(house.db, companyId, row.customer_id!)
  if (!recipient || recipient.archived || recipient.phone === null) return skip("no_phone")
  const from = row.purpose === "confirmation" ? house.platformSmsNumber : recipient.company.sms_phone
  if (from === null || house.texts === null) return skip("no_sms_channel")
  const hashes = house.sealer.phoneHashes(companyId, recipient.phone)
  const newest = await findNewestConsent(house.db, companyId, hashes, "sms")
  const unwelcome = whyNotWelcome(row.purpose, newest, recipient.source)
  if (unwelcome) return skip(unwelcome)

  if (row.purpose === "reminder") {
    const reminder = { id: row.id, customerId: row.customer_id!, appointmentId: appointment.id }
    if (await hasLaterReminder(house.db, companyId, reminder)) return skip("superseded")
    const until = firstAllowed(recipient, appointment, now)
    if (until > now)
      return until < appointment.start_at.getTime() ? { kind: "wait", until } : skip("too_late")
  }
  const body = appointmentText(newsOf(row, appointment), appointment, {
    locale: recipient.locale,
    companyName: recipient.company.name,
    callPhone: recipient.company.call_phone,
    firstName: recipient.first_name,
  })
  return { kind: "text", text: { from, to: recipient.phone, body } }
}

function firstAllowed(recipient: Recipient, appointment: Appointment, now: number): number {
  const { quiet_start_minute: startMinute, quiet_end_minute: endMinute } = recipient.company
  const zones = zonesOfRecipient(
    { ...recipient, phone: recipient.phone! },
    { placeZone: appointment.timezone },
  )
  return nextAllowed({ startMinute, endMinute }, zones, now)
}

function newsOf({ purpose }: TextRow, { status }: Appointment): AppointmentNews {
  if (purpose === "confirmation") return "booked"
  if (purpose === "reminder") return "reminder"
  return status === "cancelled" ? "cancelled" : "moved"
}
