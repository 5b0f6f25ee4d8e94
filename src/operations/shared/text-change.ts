/** Queues the text that tells of a move or a cancel, in the transaction of the change: one a change. */
import type { Appointment } from "../../model/appointment.ts"
import type { Tx } from "../../store/pg/database.ts"
import { findRecipient } from "../../store/recipients.ts"
import { planAppointmentText } from "./plan-appointment-text.ts"

/**
 * `appointment` is as it stands after the change. From the company's own number, where the company has confirmations
 * on. Whether it may go is judged when it goes.
 */
export async function textChange(
  tx: Tx,
  context: { texts: object | null },
  { companyId, now }: { companyId: number; now: number },
  appointment: Appointment,
): Promise<void> {
  if (context.texts === null || appointment.start_at.getTime() <= now) return
  const recipient = (await findRecipient(tx, companyId, appointment.customer_id))!
  const { sms_confirmations, sms_phone } = recipient.company
  if (!sms_confirmations || sms_phone === null || recipient.phone === null) return
  const notice = { purpose: "change" as const, once: String(appointment.version), appointment }
  await planAppointmentText(tx, companyId, notice, now)
}
