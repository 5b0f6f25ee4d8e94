/** Everything that is kept of one customer: what an export reads, and what an erasure removes. */
import type { StoredEvent } from "../../domain/model/event.ts"
import { erasedName } from "../../domain/model/personal-data.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import type { TextChannel, TextPurpose, TextRow } from "../../domain/model/text-message.ts"
import { enqueueReportsAt } from "../outbox/reports-due.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

export type ExportedRequest = Pick<
  SchedulingRequest,
  | "id"
  | "status"
  | "appointment_type_id"
  | "earliest_date"
  | "latest_date"
  | "external_ref"
  | "metadata"
  | "duration_label"
  | "created_at"
>

/** A page of rows in the order of their ids. */
export interface IdSpan {
  afterId: number
  limit: number
}

export async function requestsOfCustomer(
  db: Db,
  companyId: number,
  customerId: number,
  { afterId, limit }: IdSpan,
): Promise<ExportedRequest[]> {
  return db.query<ExportedRequest>(
    `SELECT id, status, appointment_type_id, earliest_date, latest_date, external_ref, metadata, duration_label, created_at
     FROM scheduling_request WHERE company_id = $1 AND customer_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
    [companyId, customerId, afterId, limit],
  )
}

export async function eventsOfCustomer(
  db: Db,
  companyId: number,
  customerId: number,
  { afterId, limit }: IdSpan,
): Promise<StoredEvent[]> {
  return db.query<StoredEvent>(
    `SELECT id, type, occurred_at, source, data FROM event
     WHERE company_id = $1 AND customer_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
    [companyId, customerId, afterId, limit],
  )
}

export interface ExportedText {
  id: number
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
  { afterId, limit }: IdSpan,
): Promise<ExportedText[]> {
  return db.query<ExportedText>(
    `SELECT id, purpose, channel, status, created_at, sent_at FROM text_message
     WHERE company_id = $1 AND (customer_id = $2 OR phone_hash = ANY ($3)) AND id > $4 ORDER BY id LIMIT $5`,
    [companyId, customerId, phoneHashes, afterId, limit],
  )
}

/** Removes everything personal from the customer's row and archives it for good. */
export async function blankCustomer(tx: Tx, companyId: number, id: number, now: number): Promise<void> {
  tx.remember({ kind: "erased", company: companyId, customer: id })
  await tx.query(
    `UPDATE customer SET first_name = $3, last_name = '', email = NULL, email_state = NULL, address = NULL, address_latitude = NULL,
       address_longitude = NULL, address_accuracy = NULL, address_city_codes = NULL, address_source = NULL, external_ref = NULL, metadata = NULL,
       assigned_provider_id = NULL, locale = NULL, timezone = NULL, warning = NULL, notes = NULL,
       archived_at = coalesce(archived_at, $4), erased_at = coalesce(erased_at, $4),
       updated_at = greatest($4, updated_at)
     WHERE company_id = $1 AND id = $2`,
    [companyId, id, erasedName, new Date(now)],
  )
}

/** Keeps the appointments' times, and removes addresses, notes, answers and reasons. */
export async function blankAppointments(tx: Tx, companyId: number, customerId: number): Promise<void> {
  await tx.query(
    `UPDATE appointment SET address = NULL, latitude = NULL, longitude = NULL, notes = NULL, cancel_reason = NULL,
       answers = '[]', import_key = NULL, external_ref = NULL, metadata = NULL
     WHERE company_id = $1 AND customer_id = $2`,
    [companyId, customerId],
  )
}

/** Keeps the requests, cancels the open ones, and removes their personal columns. */
export async function blankRequests(
  tx: Tx,
  companyId: number,
  customerId: number,
  now: number,
): Promise<void> {
  const cancelled = await tx.query<{ created_at: Date }>(
    `UPDATE scheduling_request SET status = 'cancelled', version = version + 1, updated_at = $3
     WHERE company_id = $1 AND customer_id = $2 AND status = 'open' RETURNING created_at`,
    [companyId, customerId, new Date(now)],
  )
  enqueueReportsAt(tx, companyId, "requests", cancelled)
  await tx.query(
    `UPDATE scheduling_request SET external_ref = NULL, metadata = NULL, duration_label = NULL
     WHERE company_id = $1 AND customer_id = $2
       AND (external_ref IS NOT NULL OR metadata IS NOT NULL OR duration_label IS NOT NULL)`,
    [companyId, customerId],
  )
}

/** Deletes the texts, codes and verified visits of the customer and of the customer's numbers. */
export async function eraseByPhone(
  tx: Tx,
  companyId: number,
  customerId: number,
  phoneHashes: readonly string[],
): Promise<void> {
  const values = [companyId, phoneHashes]
  const withCustomer = [...values, customerId]
  const texts = await tx.query<{ id: number; created_at: Date }>(
    "SELECT id, created_at FROM text_message WHERE company_id = $1 AND (phone_hash = ANY ($2) OR customer_id = $3)",
    withCustomer,
  )
  await tx.query("DELETE FROM text_due WHERE company_id = $1 AND text_id = ANY ($2::bigint[])", [
    companyId,
    texts.map(({ id }) => id),
  ])
  await tx.query(
    "DELETE FROM text_message WHERE company_id = $1 AND (phone_hash = ANY ($2) OR customer_id = $3)",
    withCustomer,
  )
  enqueueReportsAt(tx, companyId, "texts", texts)
  await tx.query("DELETE FROM verification_code WHERE company_id = $1 AND phone_hash = ANY ($2)", values)
  await tx.query(
    "DELETE FROM verified_visit WHERE company_id = $1 AND (phone_hash = ANY ($2) OR customer_id = $3)",
    withCustomer,
  )
}

export interface EventDataRow {
  id: number
  data: unknown
}

/** The events about the customer, and those of `otherIds`. */
export async function eventDataOf(
  tx: Tx,
  companyId: number,
  customerId: number,
  otherIds: readonly number[],
): Promise<EventDataRow[]> {
  return tx.query<EventDataRow>(
    `SELECT id, data FROM event
     WHERE company_id = $1 AND (customer_id = $2 OR id = ANY ($3::bigint[])) AND type <> 'customer.erased'`,
    [companyId, customerId, otherIds],
  )
}

export async function replaceEventData(
  tx: Tx,
  companyId: number,
  rows: readonly EventDataRow[],
): Promise<void> {
  await tx.query(
    `UPDATE event SET data = r.data
     FROM unnest($2::bigint[], $3::json[]) AS r (id, data)
     WHERE event.company_id = $1 AND event.id = r.id`,
    [companyId, rows.map(({ id }) => id), rows.map(({ data }) => JSON.stringify(data))],
  )
}

/** Removes what receivers answered to these events when they failed: it may repeat what they were sent. */
export async function eraseReceiversAnswers(
  tx: Tx,
  companyId: number,
  eventIds: readonly number[],
): Promise<void> {
  await tx.query(
    `UPDATE delivery SET attempt_log = ARRAY(
       SELECT ROW(a.number, a.started_at, a.finished_at, a.status_code, a.error, a.tls_reason, a.address, a.signed_at,
         a.signature, NULL)::attempt FROM unnest(attempt_log) a)
     WHERE company_id = $1 AND event_id = ANY ($2::bigint[]) AND has_failed AND attempt_log IS NOT NULL`,
    [companyId, eventIds],
  )
}

/** Ends the conversations of these numbers, and deletes the numbers that the customer was about to add. */
export async function eraseConversations(
  tx: Tx,
  companyId: number,
  customerId: number,
  phoneHashes: readonly string[],
): Promise<void> {
  await tx.query("DELETE FROM agent_session WHERE company_id = $1 AND phone_hash = ANY ($2)", [
    companyId,
    phoneHashes,
  ])
  await tx.query("DELETE FROM agent_contact_code WHERE company_id = $1 AND customer_id = $2", [
    companyId,
    customerId,
  ])
}

/** The customer's numbers that no other customer has. */
export async function phonesOfNobodyElse(tx: Tx, companyId: number, customerId: number): Promise<string[]> {
  const rows = await tx.query<{ phone: string }>(
    `SELECT phone FROM contact WHERE company_id = $1 AND customer_id = $2 AND NOT EXISTS (
       SELECT 1 FROM contact other WHERE other.company_id = $1 AND other.phone = contact.phone AND other.customer_id <> $2)`,
    [companyId, customerId],
  )
  return rows.map(({ phone }) => phone)
}

/** The customer's email, unless another customer has the same mailbox; null without one. */
export async function emailOfNobodyElse(
  tx: Tx,
  companyId: number,
  customerId: number,
): Promise<string | null> {
  const row = await tx.first<{ email: string }>(
    `SELECT email FROM customer WHERE company_id = $1 AND id = $2 AND email IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM customer other
       WHERE other.company_id = $1 AND lower(other.email) = lower(customer.email) AND other.id <> $2)`,
    [companyId, customerId],
  )
  return row?.email ?? null
}

/** Removes how the consents to these numbers and mailboxes were given, where the company has said it in words of its own. */
export async function eraseSources(
  tx: Tx,
  companyId: number,
  phoneHashes: readonly string[],
  keptSources: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE consent SET source = 'erased' WHERE company_id = $1 AND phone_hash = ANY ($2) AND source <> ALL ($3) AND source <> 'erased'`,
    [companyId, phoneHashes, keptSources],
  )
}
