/** Reminders that are due, and the companies that send them. */
import type { TextChannel } from "../../domain/model/text-message.ts"
import type { Db } from "./pg/database.ts"
import { isLive } from "./queue/leases.ts"

const hasNumber = "EXISTS (SELECT 1 FROM channel k WHERE k.company_id = c.company_id AND k.kind = 'sms')"
const reminding = `SELECT c.company_id AS "companyId", c.reminder_hours AS hours, ${hasNumber} AS "byText",
    c.mail_enabled AS "byMail"
  FROM company c WHERE cardinality(c.reminder_hours) > 0 AND (c.mail_enabled OR ${hasNumber})`

/** A company that sends reminders, with its hours before the start. */
export interface Reminding {
  companyId: number
  hours: number[]
  /** It has a number that texts. */
  byText: boolean
  /** It sends mails. */
  byMail: boolean
}

/** The live companies that send reminders. */
export async function listReminding(db: Db): Promise<Reminding[]> {
  return db.query<Reminding>(`${reminding} AND c.${isLive} ORDER BY c.company_id`)
}

/** Null when the company sends none. */
export async function findReminding(db: Db, companyId: number): Promise<Reminding | null> {
  return db.first<Reminding>(`${reminding} AND c.company_id = $1`, [companyId])
}

export interface DueReminder {
  appointment: { id: number; version: number; customer_id: number; start_at: Date }
  /** Hours before the start. */
  hours: number
}

/**
 * For each future appointment the reminder whose time came last, unless it was queued before, its time is more than a day
 * ago, or the appointment was booked or moved after its time.
 */
export async function listDueReminders(
  db: Db,
  companyId: number,
  { hours, now, most }: { hours: readonly number[]; now: number; most: number },
): Promise<DueReminder[]> {
  const rows = await db.query<DueReminder["appointment"] & { hours: number }>(
    `SELECT a.id, a.version, a.customer_id, a.start_at, h.hours
     FROM unnest($2::int[]) AS h (hours)
     JOIN appointment a ON a.company_id = $1 AND a.status = 'scheduled' AND a.start_at > $3
       AND a.start_at <= $3::timestamptz + h.hours * interval '1 hour'
       AND a.start_at > $3::timestamptz + (h.hours - 24) * interval '1 hour'
     WHERE a.last_event_at <= a.start_at - h.hours * interval '1 hour'
       AND NOT EXISTS (SELECT 1 FROM unnest($2::int[]) AS later (hours)
         WHERE later.hours < h.hours AND a.start_at <= $3::timestamptz + later.hours * interval '1 hour')
       AND NOT EXISTS (SELECT 1 FROM text_message m
         WHERE m.company_id = $1 AND m.once_key IN ('reminder:' || a.id || ':' || a.version || ':' || h.hours,
           'mail:reminder:' || a.id || ':' || a.version || ':' || h.hours))
     ORDER BY a.start_at, a.id LIMIT $4`,
    [companyId, hours, new Date(now), most],
  )
  return rows.map(({ hours: before, ...appointment }) => ({ appointment, hours: before }))
}

/** Whether a later reminder of the same appointment was queued, by the same channel. */
export async function hasLaterReminder(
  db: Db,
  companyId: number,
  reminder: { id: number; channel: TextChannel; customerId: number; appointmentId: number },
): Promise<boolean> {
  return db.some(
    `SELECT 1 FROM text_message
     WHERE company_id = $1 AND customer_id = $2 AND appointment_id = $3 AND purpose = 'reminder' AND id > $4
       AND (channel = 'mail') = ($5::text = 'mail') LIMIT 1`,
    [companyId, reminder.customerId, reminder.appointmentId, reminder.id, reminder.channel],
  )
}
