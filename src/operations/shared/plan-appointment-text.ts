/** Queues a text about an appointment. Its words are made when it goes, and it is of no use after the start. */
import type { Tx } from "../../store/pg/database.ts"
import type { Claim } from "../../store/queue/texts-due.ts"
import { insertPlannedText } from "../../store/texts.ts"

export interface AppointmentNotice {
  purpose: "confirmation" | "change" | "reminder"
  /** Tells several texts of one purpose about one appointment apart; each is queued once. */
  once: string
  appointment: { id: number; version: number; customer_id: number; start_at: Date }
  /** Whoever queues it sends it themselves, by this claim. */
  claim?: Claim
}

/** Its id; null when it has been queued before. */
export function planAppointmentText(
  tx: Tx,
  companyId: number,
  { purpose, once, appointment, claim }: AppointmentNotice,
  now: number,
): Promise<number | null> {
  const { id, version } = appointment
  const text = {
    purpose,
    channel: "sms" as const,
    onceKey: onceKeyOf({ purpose, once, appointment }),
    customerId: appointment.customer_id,
    appointment: { id, version },
    step: null,
    dueAt: now,
    ...(claim === undefined ? {} : { claim }),
    goodUntil: appointment.start_at.getTime(),
  }
  return insertPlannedText(tx, companyId, text, now)
}

/** `listDueReminders` writes the same in SQL. */
export const onceKeyOf = ({ purpose, once, appointment }: AppointmentNotice) =>
  `${purpose}:${appointment.id}:${once}`
