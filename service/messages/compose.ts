/**
 * A text or a mail is composed at the moment of sending: its words and recipient, or the reason that it does not go. Only
 * codes are worded earlier, when they are asked for.
 */

import type { Appointment } from "../../domain/model/appointment.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import type { TextRow, Together } from "../../domain/model/text-message.ts"
import { mayWriteFirst } from "../customers/email-proofs.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { OutgoingText } from "../platform/ports/texts.ts"
import { tellsChange } from "./announce.ts"
import { composeAppointmentMail, type MailAboutAppointment } from "./compose-appointment-mail.ts"
import { composeAppointmentText } from "./compose-appointment-text.ts"
import { composeDigest } from "./compose-digest.ts"
import { composeLinks } from "./compose-links.ts"
import { composeOffer } from "./compose-offer.ts"
import { composeStep } from "./compose-outreach.ts"
import { composeStaffMail } from "./compose-staff-mail.ts"
import {
  askerOf,
  type Composed,
  type ComposedStaffMail,
  messageIdOf,
  openNumber,
  planNewsOf,
  skip,
} from "./composed.ts"
import { hasLaterReminder } from "./reminders.sql.ts"
import { toldTogether } from "./told-together.ts"

export async function composeText(
  context: AppContext,
  companyId: number,
  row: TextRow,
  now: number,
): Promise<ComposedStaffMail> {
  if (row.good_until.getTime() <= now) return skip("too_late")
  switch (row.purpose) {
    case "code":
      return { kind: "text", text: sealedText(context, companyId, row) }
    case "outreach":
      return composeStep(context, companyId, row, now)
    case "offer":
      return composeOffer(context, companyId, row, now)
    case "links":
    case "cancel_reply":
      return composeLinks(context, companyId, { ...row, purpose: row.purpose }, now)
    case "confirmation":
    case "change":
    case "reminder":
      return composeAboutAppointment(context, companyId, row, row.purpose, now)
    case "day_digest":
      return composeDigest(context, companyId, row)
    default:
      return composeStaffMail(context, companyId, { ...row, purpose: row.purpose })
  }
}

function sealedText(context: AppContext, companyId: number, row: TextRow): OutgoingText {
  return {
    from: row.from_phone!,
    to: openNumber(context, companyId, row),
    body: context.sealer.open(row.body_sealed!, associatedData.text(companyId, row.id)),
  }
}

/** After so long a message looks again for the end of a change. */
const untoldMs = 2_000

/** One coming is reminded of once. */
const togetherOf = ({ question, purpose }: TextRow, { group_id }: Appointment): Together | null =>
  question === "series" || question === "group"
    ? question
    : purpose === "reminder" && group_id !== null
      ? "group"
      : null

/**
 * Nothing is said of an appointment that has changed again, and nothing twice by two reminders that waited together. A
 * cancelled one needs no confirmation.
 */
async function composeAboutAppointment(
  context: AppContext,
  companyId: number,
  row: TextRow,
  purpose: MailAboutAppointment["purpose"],
  now: number,
): Promise<Composed> {
  const { appointment_id, appointment_version, customer_id } = row
  const channel = row.channel === "mail" ? ("mail" as const) : ("sms" as const)
  const named = await findAppointment(context.db, companyId, appointment_id!)
  if (!named) return skip("superseded")
  // A change that can be taken back is announced at its end, and messages that are about to go then describe the present state.
  if (named.undo_hold_id) return { kind: "wait", until: now + untoldMs }
  const together = togetherOf(row, named)
  const message = { purpose, version: appointment_version, appointment: named }
  const [appointment, ...others] = together
    ? await toldTogether(context.db, companyId, { ...message, together }, now)
    : [named]
  // The reminder of an earlier service in the same visit covers this one.
  if (!appointment || (purpose === "reminder" && appointment.id !== named.id)) return skip("superseded")
  const isOne = !together || purpose === "reminder"
  if (isOne && appointment.version !== appointment_version) {
    // A confirmation that a move overtook tells what stands now, unless the text about the move does.
    if (purpose !== "confirmation" || (await tellsChange(context.db, companyId, appointment, channel))) {
      return skip("superseded")
    }
  }
  if (purpose === "reminder") {
    const reminder = { id: row.id, channel, customerId: customer_id!, appointmentId: appointment.id }
    if (await hasLaterReminder(context.db, companyId, reminder)) return skip("superseded")
  }
  if (row.question === "unanswered" && appointment.attendance !== "unknown") return skip("answered")
  if (channel === "mail") {
    const composed = await composeAppointmentMail(
      context,
      companyId,
      { purpose, question: row.question, appointment, others, together },
      now,
    )
    if (composed.kind !== "mail") return composed
    const isCounted = composed.isUnproven && row.attempts === 0
    if (isCounted && !(await mayWriteFirst(context, composed.mail.to.address))) return skip("too_many")
    return { kind: "mail", mail: { ...composed.mail, messageId: messageIdOf(context, companyId, row.id) } }
  }
  const askedBy = askerOf(context, companyId, row)
  const planned = planNewsOf(row.question)
  const text = { purpose, planned, question: row.question, appointment, others, together, askedBy }
  return composeAppointmentText(context, companyId, text, now)
}
