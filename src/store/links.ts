/** Booking links, by the hash of their tokens. Replaced ones stay known, so that they can name whom to call. */
import type { Company } from "../model/company.ts"
import type { Db } from "./pg/database.ts"

export interface LinkEntry {
  companyId: number
  requestId: number
  /** False once it has been replaced. */
  active: boolean
  linkVersion: number
  typeId: number
  customerId: number
  appointmentId: number | null
  linksEnabled: boolean
  companyName: string
  companyPhone: string | null
  companyLocale: Company["locale"]
  companyAccentColor: Company["accent_color"]
  embedOrigins: string[]
}

export async function findLink(db: Db, tokenHash: string): Promise<LinkEntry | null> {
  const [row] = await db.query<LinkEntry>(
    `SELECT r.company_id AS "companyId", r.id AS "requestId", d.active, r.link_version AS "linkVersion",
       r.appointment_type_id AS "typeId", r.customer_id AS "customerId", a.id AS "appointmentId",
       c.booking_links_enabled AS "linksEnabled", c.name AS "companyName",
       c.locale AS "companyLocale", c.accent_color AS "companyAccentColor", c.embed_origins AS "embedOrigins",
       coalesce(c.phone, (SELECT phone FROM channel v WHERE v.company_id = c.company_id AND v.kind = 'voice'
         ORDER BY v.id LIMIT 1)) AS "companyPhone"
     FROM directory d
     JOIN scheduling_request r ON r.company_id = d.company_id AND r.id = d.ref_id
     JOIN company c ON c.company_id = d.company_id
     LEFT JOIN appointment a ON a.company_id = r.company_id AND a.scheduling_request_id = r.id AND a.status <> 'cancelled'
     WHERE d.kind = 'link' AND d.key = $1`,
    [tokenHash],
  )
  return row ?? null
}
