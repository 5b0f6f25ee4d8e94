/** Confirmations, changes and reminders: about the appointment as it is when they go. */

import type { AppContext } from "../../context.ts"
import type { Appointment } from "../../model/appointment.ts"
import type { TextRow } from "../../model/text-message.ts"
import { type AppointmentNews, appointmentText } from "../../rules/texts/appointment-text.ts"
import { findAppointment } from "../../store/appointments.ts"
import { hasLaterReminder } from "../../store/texts.ts"
import { type Addressee, findAddressee, firstAllowedFor } from "./addressee.ts"
import { type Composed, skip } from "./composed.ts"

export async function composeAppointmentText(
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

/** A reminder gives way to a later one, and waits for the morning where that comes before the start. */
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
