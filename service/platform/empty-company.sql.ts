/** Takes every row of a test company out of the database. A live company's rows end by their own rules and stay. */
import { isTestCompany } from "../../domain/model/test-company.ts"
import type { Tx } from "./pg/database.ts"

/**
 * Each stands before the tables that it refers to. Statements of consent go with a test company alone, which texts no real
 * numbers.
 */
export const deletions = [
  "DELETE FROM job_failure WHERE company_id = $1",
  "DELETE FROM report_due WHERE company_id = $1",
  "DELETE FROM report_rules WHERE company_id = $1",
  "DELETE FROM report_appointments WHERE company_id = $1",
  "DELETE FROM report_minutes WHERE company_id = $1",
  "DELETE FROM report_requests WHERE company_id = $1",
  "DELETE FROM report_texts WHERE company_id = $1",
  "DELETE FROM calendar_push_due WHERE company_id = $1",
  "DELETE FROM calendar_read_due WHERE company_id = $1",
  "DELETE FROM cancel_due WHERE company_id = $1",
  "DELETE FROM answer_due WHERE company_id = $1",
  "DELETE FROM hold_due WHERE company_id = $1",
  "DELETE FROM undo_due WHERE company_id = $1",
  "DELETE FROM freed_due WHERE company_id = $1",
  "DELETE FROM calendar_event WHERE company_id = $1",
  "DELETE FROM calendar_busy WHERE company_id = $1",
  "DELETE FROM provider_calendar WHERE company_id = $1",
  "DELETE FROM calendar_feed WHERE company_id = $1",
  "DELETE FROM code_ledger WHERE company_id = $1",
  "DELETE FROM verified_visit WHERE company_id = $1",
  "DELETE FROM verification_code WHERE company_id = $1",
  "DELETE FROM callback WHERE company_id = $1",
  "DELETE FROM disruption WHERE company_id = $1",
  "DELETE FROM agent_contact_code WHERE company_id = $1",
  "DELETE FROM agent_booking WHERE company_id = $1",
  "DELETE FROM agent_session WHERE company_id = $1",
  "DELETE FROM outreach_step WHERE company_id = $1",
  "DELETE FROM outreach_run WHERE company_id = $1",
  "DELETE FROM outreach_plan WHERE company_id = $1",
  "DELETE FROM text_held WHERE company_id = $1",
  "DELETE FROM text_due WHERE company_id = $1",
  "DELETE FROM text_message WHERE company_id = $1",
  "DELETE FROM delivery_due WHERE company_id = $1",
  "DELETE FROM delivery WHERE company_id = $1",
  "DELETE FROM webhook_endpoint WHERE company_id = $1",
  "DELETE FROM event WHERE company_id = $1",
  "DELETE FROM allocation WHERE company_id = $1",
  "DELETE FROM uploaded_file WHERE company_id = $1",
  "DELETE FROM hold WHERE company_id = $1",
  "DELETE FROM appointment WHERE company_id = $1",
  "DELETE FROM class_session WHERE company_id = $1",
  "DELETE FROM series WHERE company_id = $1",
  "DELETE FROM scheduling_request WHERE company_id = $1",
  "DELETE FROM waiting_offer WHERE company_id = $1",
  "DELETE FROM waiting_entry WHERE company_id = $1",
  "DELETE FROM consent WHERE company_id = $1 AND company_id >= 1000000000",
  "DELETE FROM number_lock WHERE company_id = $1",
  "DELETE FROM contact WHERE company_id = $1",
  "DELETE FROM customer WHERE company_id = $1",
  "DELETE FROM inbox_later WHERE company_id = $1",
  "DELETE FROM known_device WHERE company_id = $1",
  "DELETE FROM connected_app_token WHERE company_id = $1",
  "DELETE FROM connected_app WHERE company_id = $1",
  "DELETE FROM user_session WHERE company_id = $1",
  "DELETE FROM password_reset WHERE company_id = $1",
  "DELETE FROM recovery_code WHERE company_id = $1",
  "DELETE FROM user_email WHERE company_id = $1",
  "DELETE FROM app_user WHERE company_id = $1",
  "DELETE FROM company_time_off WHERE company_id = $1",
  "DELETE FROM time_off WHERE company_id = $1",
  "DELETE FROM date_override WHERE company_id = $1",
  "DELETE FROM weekly_hours WHERE company_id = $1",
  "DELETE FROM resource_time_off WHERE company_id = $1",
  "DELETE FROM resource_detail WHERE company_id = $1",
  "DELETE FROM provider_type WHERE company_id = $1",
  "DELETE FROM provider WHERE company_id = $1",
  "DELETE FROM resource WHERE company_id = $1",
  "DELETE FROM appointment_type WHERE company_id = $1",
  "DELETE FROM location WHERE company_id = $1",
  "DELETE FROM mail_server WHERE company_id = $1",
  "DELETE FROM mail_domain WHERE company_id = $1",
  "DELETE FROM channel WHERE company_id = $1",
  "DELETE FROM company_logo WHERE company_id = $1",
  "DELETE FROM picture WHERE company_id = $1",
  "DELETE FROM identity_provider WHERE company_id = $1",
  "DELETE FROM retell_post WHERE company_id = $1",
  "DELETE FROM retell_account WHERE company_id = $1",
  "DELETE FROM idempotency WHERE company_id = $1",
  "DELETE FROM test_clock WHERE company_id = $1",
  "DELETE FROM api_key WHERE company_id = $1",
  "DELETE FROM company WHERE company_id = $1",
] as const

/**
 * Keeps the test company from being taken away until the transaction ends; false when it is gone. Each write of a test
 * company begins with it, so that none has a part of its rows before a deletion and a part behind it.
 */
export async function keepCompany(tx: Tx, companyId: number): Promise<boolean> {
  return tx.some("SELECT 1 FROM company WHERE company_id = $1 FOR KEY SHARE", [companyId])
}

/** Locks the company when the writes under way are done, so that nothing more is written of it until the transaction ends. */
export async function closeCompany(tx: Tx, companyId: number): Promise<boolean> {
  // Writes that keep coming hold the row together, one after the other.
  await tx.query("SET LOCAL lock_timeout = '8s'")
  return tx.some("SELECT 1 FROM company WHERE company_id = $1 FOR UPDATE", [companyId])
}

/** Deletes all rows of the test company but its audit trail, and the keys that lead to them but its API keys and its slug. */
export async function emptyCompany(tx: Tx, companyId: number): Promise<void> {
  if (!isTestCompany(companyId)) throw new Error(`company ${companyId} is a live company`)
  for (const deletion of deletions) await tx.query(deletion, [companyId])
  await tx.query("DELETE FROM directory WHERE company_id = $1 AND kind NOT IN ('api_key', 'slug')", [
    companyId,
  ])
}

/** Deletes what `emptyCompany` leaves. */
export async function forgetCompany(tx: Tx, companyId: number): Promise<void> {
  await tx.query("DELETE FROM audit WHERE company_id = $1", [companyId])
  await tx.query("DELETE FROM directory WHERE company_id = $1", [companyId])
}

/** The rows of a company's API keys, to be put back as they were. */
export async function keptKeys(tx: Tx, companyId: number): Promise<string> {
  const row = await tx.first<{ keys: string }>(
    "SELECT coalesce(jsonb_agg(to_jsonb(k) ORDER BY k.id), '[]')::text AS keys FROM api_key k WHERE k.company_id = $1",
    [companyId],
  )
  return row!.keys
}

export async function putKeysBack(tx: Tx, companyId: number, keys: string): Promise<void> {
  await tx.query(
    `INSERT INTO api_key (company_id, id, name, role, key_hash, last_four, created_at, created_by, last_used_at, revoked_at)
     SELECT $1, k.id, k.name, k.role, k.key_hash, k.last_four, k.created_at, k.created_by, k.last_used_at, k.revoked_at
     FROM jsonb_to_recordset($2::jsonb) AS k (id bigint, name text, role text, key_hash text, last_four text,
       created_at timestamptz, created_by jsonb, last_used_at timestamptz, revoked_at timestamptz)`,
    [companyId, keys],
  )
}
