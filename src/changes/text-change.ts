/** Queues the text that tells of a move or a cancel, in the transaction of the change: one a change. */
import type { Appointment } from "../model/appointment.ts"
import type { Tx } from "../store/database.ts"
import { findRecipient } from "../store/recipients.ts"
import { insertPlannedText } from "../store/texts.ts"

/**
 * `appointment` is as it stands after the change. From the company's own number, where the company has confirmations
 * on. Whether it may go is judged when it goes.
 */
export async function textChange(
  tx: Tx,
  house: { texts: object | null },
  { companyId, now }: { companyId: number; now: number },
  appointment: Appointment,
): Promise<void> {
  const { id, version, start_at, customer_id: customerId } = appointment
  if (house.texts === null || start_at.getTime() <= now) return
  const recipient = (await findRecipient(tx, companyId, customerId))!
  const { sms_confirmations, sms_phone } = recipient.company
  if (!sms_confirmations || sms_phone === null || recipient.phone === null) return
  const text = {
    purpose: "change" as const,
    channel: "sms" as const,
    onceKey: `change:${id}:${version}`,
    customerId,
    appointment: { id, version },
    step: null,
    dueAt: now,
    goodUntil: start_at.getTime(),
  }
  await insertPlannedText(tx, companyId, text, now)
}
