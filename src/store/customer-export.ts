/** What is kept of one customer beside the customer's own record, read whole. */
import type { StoredEvent } from "../model/event.ts"
import type { SchedulingRequest } from "../model/scheduling-request.ts"
import type { TextChannel, TextPurpose, TextRow } from "../model/text-message.ts"
import type { Db } from "./pg/database.ts"

export type ExportedRequest = Pick<
  SchedulingRequest,
  | "id"
  | "status"
  | "appointment_type_id"
  | "earliest_date"
  | "latest_date"
  | "external_ref"
  | "duration_label"
  | "created_at"
>

export async function requestsOfCustomer(
  db: Db,
  companyId: number,
  customerId: number,
): Promise<ExportedRequest[]> {
  return db.query<ExportedRequest>(
    `SELECT id, status, appointment_type_id, earliest_date, latest_date, external_ref, duration_label, created_at
     FROM scheduling_request WHERE company_id = $1 AND customer_id = $2 ORDER BY id`,
    [companyId, customerId],
  )
}

export async function eventsOfCustomer(
  db: Db,
  companyId: number,
  customerId: number,
): Promise<StoredEvent[]> {
  return db.query<StoredEvent>(
    `SELECT id, type, occurred_at, source, data FROM event
     WHERE company_id = $1 AND customer_id = $2 ORDER BY id`,
    [companyId, customerId],
  )
}

export interface ExportedText {
  purpose: TextPurpose
  channel: TextChannel
  status: TextRow["status"]
  created_at: Date
  sent_at: Date | null
}

export async function textsOfCustomer(
  db: Db,
  companyId: number,
  customerId: number,
  phoneHashes: readonly string[],
): Promise<ExportedText[]> {
  return db.query<ExportedText>(
    `SELECT purpose, channel, status, created_at, sent_at FROM text_message
     WHERE company_id = $1 AND (customer_id = $2 OR phone_hash = ANY ($3)) ORDER BY id`,
    [companyId, customerId, phoneHashes],
  )
}
