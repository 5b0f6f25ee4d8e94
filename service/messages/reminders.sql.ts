/** Reminders that are due, and the companies that send them. */
import type { TextChannel } from "../../domain/model/text-message.ts"
import type { Db } from "../platform/pg/database.ts"
import { isLive } from "../platform/queue/leases.ts"

const hasNumber = "EXISTS (SELECT 1 FROM channel k WHERE k.company_id = c.company_id AND k.kind = 'sms')"
const reminding = `SELECT c.company_id AS "companyId", c.reminder_hours AS hours,
    c.unanswered_reminder_hours AS "unansweredHours", ${hasNumber} AS "byText",
    c.mail_enabled AS "byMail"
  FROM company c WHERE cardinality(c.reminder_hours || c.unanswered_reminder_hours) > 0 AND (c.mail_enabled OR ${hasNumber})`

/** A company that sends reminders, with its hours before the start. */
export interface Reminding {
  companyId: number
  hours: number[]
  /** For those who have not said whether they come. */
  unansweredHours: number[]
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
  /** Only for a customer who has not answered. */
  ifUnanswered: boolean
}

/**
 * For each future appointment the reminder whose time came last, unless it was queued before, its time is more than a day
 * ago, or the appointment was booked, moved or answered after its time.
 */
export async function listDueReminders(
  db: Db,
  companyId: number,
  {
    hours,
    unansweredHours,
    now,
    most,
  }: Pick<Reminding, "hours" | "unansweredHours"> & {
    now: number
    most: number
  },
): Promise<DueReminder[]> {
  const rows = await db.query<DueReminder["appointment"] & Omit<DueReminder, "appointment">>(
    `WITH h AS (SELECT hours, hours <> ALL ($2::int[]) AS only_unanswered
       FROM unnest($2::int[] || $5::int[]) AS each (hours) GROUP BY hours)
     SELECT a.id, a.version, a.customer_id, a.start_at, h.hours, h.only_unanswered AS "ifUnanswered"
     FROM h
     JOIN appointment a ON a.company_id = $1 AND a.status = 'scheduled' AND a.start_at > $3
       AND a.start_at <= $3::timestamptz + h.hours * interval '1 hour'
       AND a.start_at > $3::timestamptz + (h.hours - 24) * interval '1 hour'
     WHERE (a.attendance = 'unknown' OR NOT h.only_unanswered)
       AND a.last_event_at <= a.start_at - h.hours * interval '1 hour'
       AND NOT EXISTS (SELECT 1 FROM h AS later
         WHERE (a.attendance = 'unknown' OR NOT later.only_unanswered) AND later.hours < h.hours AND a.start_at <= $3::timestamptz + later.hours * interval '1 hour')
       AND NOT EXISTS (SELECT 1 FROM text_message m
         WHERE m.company_id = $1 AND m.once_key IN ('reminder:' || a.id || ':' || a.version || ':' || h.hours,
           'mail:reminder:' || a.id || ':' || a.version || ':' || h.hours))
     ORDER BY a.start_at, a.id LIMIT $4`,
    [companyId, hours, new Date(now), most, unansweredHours],
  )
  return rows.map(({ hours: before, ifUnanswered, ...appointment }) => ({
    appointment,
    hours: before,
    ifUnanswered,
  }))
}

/** True where a later reminder of the same appointment was queued, by the same channel. */
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
