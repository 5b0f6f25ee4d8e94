/** Takes the answer `C`: it counts for the appointment whose reminder went last to that number. */
import { comingText, helpText } from "../../domain/rules/texts/wording.ts"
import { findRecipient } from "../customers/recipients.sql.ts"
import { findLastReminder } from "../outbox/texts.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { AnsweredCompany } from "../platform/directory.sql.ts"
import { takeAttendance } from "./take-attendance.ts"

/**
 * The answer: the appointment by name; whom to call when it has changed since the reminder; null for a number that got no
 * reminder, whose letter means something else.
 */
export async function takeComing(
  context: AppContext,
  { companyId, name: companyName, locale, callPhone }: AnsweredCompany,
  { from, to, requestId }: { from: string; to: string; requestId: string },
): Promise<string | null> {
  const hashes = context.sealer.phoneHashes(companyId, from)
  const reminder = await findLastReminder(context.db, companyId, { from: to, to: hashes })
  if (!reminder) return null
  const now = context.clock.now()
  const call = { companyId, actor: { kind: "system" } as const, requestId, now }
  const told = { id: reminder.appointment_id!, version: reminder.appointment_version! }
  const appointment = await takeAttendance(context, call, {
    ...told,
    attendance: "coming",
    answeredBy: "text",
  })
  if (!appointment) return helpText(locale, companyName, callPhone)
  const recipient = await findRecipient(context.db, companyId, appointment.customer_id)
  return comingText(appointment, { locale: recipient?.locale ?? locale, companyName })
}
