/** The person whom a text would reach, and the settings that decide whether and when it may be sent. */
import type { AddressSource } from "../../domain/model/customer.ts"
import type { EmailState } from "../../domain/model/mail.ts"
import type { Db } from "../platform/pg/database.ts"

export interface Recipient {
  /** The main one first: the primary number, else one that identifies the customer. */
  phones: string[]
  first_name: string
  last_name: string
  email: string | null
  /** Why no mail goes to the email; null for one that may be written to. */
  email_state: EmailState | null
  locale: "en" | "fr" | "es"
  /** The source of the customer's record. */
  source: AddressSource
  archived: boolean
  /** The customer's own setting. */
  timezone: string | null
  latitude: number | null
  longitude: number | null
  company: {
    name: string
    /** The number that customers call: the voice channel, else the company's phone. */
    call_phone: string | null
    /** The number that its voice agent answers and calls from. */
    voice_phone: string | null
    /** The company's own number for texts. */
    sms_phone: string | null
    timezone: string
    booking_links_enabled: boolean
    sms_confirmations: boolean
    mail_enabled: boolean
    mail_reply_to: string | null
    /** Its own address that mails come from; null: the host's. */
    mail_from: string | null
    /** Answers to its texts do not reach the service. */
    agent_takes_texts: boolean
    accent_color: string
    /** The slug of the public page; null where it is off. */
    page_slug: string | null
    quiet_start_minute: number
    quiet_end_minute: number
  }
}

/** Null for an unknown customer. */
export async function findRecipient(
  db: Db,
  companyId: number,
  customerId: number,
): Promise<Recipient | null> {
  return db.first<Recipient>(
    `SELECT ARRAY(SELECT k.phone FROM contact k WHERE k.company_id = $1 AND k.customer_id = $2
         ORDER BY k.is_primary DESC, k.identifies DESC, k.id DESC) AS phones,
       u.first_name, u.last_name, u.email, u.email_state, coalesce(u.locale, c.locale) AS locale, u.source, u.archived_at IS NOT NULL AS archived, u.timezone,
       u.address_latitude AS latitude, u.address_longitude AS longitude,
       jsonb_build_object('name', c.name,
         'call_phone', coalesce(v.phone, c.phone), 'voice_phone', v.phone,
         'sms_phone', (SELECT s.phone FROM channel s WHERE s.company_id = $1 AND s.kind = 'sms' ORDER BY s.id LIMIT 1),
         'timezone', c.timezone, 'booking_links_enabled', c.booking_links_enabled,
         'sms_confirmations', c.sms_confirmations, 'mail_enabled', c.mail_enabled,
         'mail_reply_to', c.mail_reply_to, 'mail_from', c.mail_from, 'agent_takes_texts', c.agent_takes_texts, 'accent_color', c.accent_color,
         'page_slug', CASE WHEN c.public_booking_enabled THEN c.public_slug END, 'quiet_start_minute', c.quiet_start_minute,
         'quiet_end_minute', c.quiet_end_minute) AS company
     FROM customer u
     JOIN company c ON c.company_id = $1
     LEFT JOIN LATERAL (SELECT phone FROM channel WHERE company_id = $1 AND kind = 'voice' ORDER BY id LIMIT 1) v ON true
     WHERE u.company_id = $1 AND u.id = $2`,
    [companyId, customerId],
  )
}
