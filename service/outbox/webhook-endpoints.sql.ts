/** Webhook endpoints and how well they work. */
import type { DisabledReason, WebhookEndpoint } from "../../domain/model/webhook-endpoint.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { isLive } from "../platform/queue/leases.ts"
import { onlyCompanyOf } from "../webhooks/deliveries-to-send.sql.ts"

const columns = `id, version, url, events, appointment_type_ids, include_answers, enabled, description, header_names, disabled_reason,
  first_failure_at, created_at, updated_at`

export type EndpointFields = Pick<
  WebhookEndpoint,
  "url" | "events" | "appointment_type_ids" | "include_answers" | "enabled" | "description"
>

/** Drawn before the INSERT, since the secret is encrypted for this id. */
export async function nextEndpointId(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ id: number }>("SELECT nextval('webhook_endpoint_id_seq') AS id")
  return row!.id
}

/** Takes the first free slot of the company's three; null when all are taken. */
export async function insertEndpoint(
  tx: Tx,
  companyId: number,
  endpoint: EndpointFields & { id: number; sealedSecret: string },
  now: number,
): Promise<WebhookEndpoint | null> {
  return tx.first<WebhookEndpoint>(
    `INSERT INTO webhook_endpoint (company_id, id, slot, url, events, appointment_type_ids, enabled, secret,
       include_answers, created_at, updated_at, description)
     SELECT $1, $2, free.slot, $3, $4, $5, $6, $7, $8, $9, $9, $10 FROM generate_series(1, 3) AS free (slot)
     WHERE NOT EXISTS (SELECT FROM webhook_endpoint w WHERE w.company_id = $1 AND w.slot = free.slot)
     ORDER BY free.slot LIMIT 1
     RETURNING ${columns}`,
    [
      companyId,
      endpoint.id,
      endpoint.url,
      endpoint.events,
      endpoint.appointment_type_ids,
      endpoint.enabled,
      endpoint.sealedSecret,
      endpoint.include_answers,
      new Date(now),
      endpoint.description,
    ],
  )
}

/** The company's endpoints, three at most. */
export async function listEndpoints(db: Db, companyId: number): Promise<WebhookEndpoint[]> {
  return db.query<WebhookEndpoint>(
    `SELECT ${columns} FROM webhook_endpoint WHERE company_id = $1 ORDER BY id`,
    [companyId],
  )
}

export async function findEndpoint(db: Db, companyId: number, id: number): Promise<WebhookEndpoint | null> {
  return db.first<WebhookEndpoint>(
    `SELECT ${columns} FROM webhook_endpoint WHERE company_id = $1 AND id = $2`,
    [companyId, id],
  )
}

export async function lockEndpoint(tx: Tx, companyId: number, id: number): Promise<WebhookEndpoint | null> {
  return tx.first<WebhookEndpoint>(
    `SELECT ${columns} FROM webhook_endpoint WHERE company_id = $1 AND id = $2 FOR UPDATE`,
    [companyId, id],
  )
}

/** Writes the fields that a company may change, except `enabled`. */
export async function updateEndpoint(
  tx: Tx,
  companyId: number,
  endpoint: WebhookEndpoint,
  now: number,
): Promise<void> {
  await tx.query(
    `UPDATE webhook_endpoint SET url = $3, events = $4, appointment_type_ids = $5, include_answers = $6, updated_at = $7,
       description = $8
     WHERE company_id = $1 AND id = $2`,
    [
      companyId,
      endpoint.id,
      endpoint.url,
      endpoint.events,
      endpoint.appointment_type_ids,
      endpoint.include_answers,
      new Date(now),
      endpoint.description,
    ],
  )
}

/** Writes the headers of the company's own; `sealed` is null for none. */
export async function replaceHeaders(
  tx: Tx,
  companyId: number,
  id: number,
  { names, sealed }: { names: readonly string[]; sealed: string | null },
): Promise<void> {
  await tx.query(
    "UPDATE webhook_endpoint SET header_names = $3, headers_sealed = $4 WHERE company_id = $1 AND id = $2",
    [companyId, id, names, sealed],
  )
}

/** Enables a disabled endpoint and forgets its run of failures. */
export async function enableEndpoint(tx: Tx, companyId: number, id: number, now: number): Promise<void> {
  await tx.query(
    `UPDATE webhook_endpoint
     SET enabled = true, disabled_reason = NULL, first_failure_at = NULL, last_failure_at = NULL, updated_at = $3
     WHERE company_id = $1 AND id = $2 AND NOT enabled`,
    [companyId, id, new Date(now)],
  )
}

/** As it is then; null when it was disabled already or does not exist. */
export async function disableEndpoint(
  tx: Tx,
  companyId: number,
  id: number,
  reason: DisabledReason | null,
  now: number,
): Promise<WebhookEndpoint | null> {
  return tx.first<WebhookEndpoint>(
    `UPDATE webhook_endpoint SET enabled = false, disabled_reason = $3, updated_at = $4
     WHERE company_id = $1 AND id = $2 AND enabled RETURNING ${columns}`,
    [companyId, id, reason, new Date(now)],
  )
}

export async function replaceSecret(
  tx: Tx,
  companyId: number,
  id: number,
  sealedSecret: string,
  now: number,
): Promise<void> {
  await tx.query(
    "UPDATE webhook_endpoint SET secret = $3, updated_at = $4 WHERE company_id = $1 AND id = $2",
    [companyId, id, sealedSecret, new Date(now)],
  )
}

export async function deleteEndpoint(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx.query("DELETE FROM webhook_endpoint WHERE company_id = $1 AND id = $2", [companyId, id])
}

/** The change that a batch of results makes to an endpoint's health; see `healthChangeOf`. Times are epoch milliseconds. */
export interface StoredHealthChange {
  companyId: number
  endpointId: number
  succeeded: boolean
  firstFailureAt: number | null
  lastFailureAt: number | null
  /** A run of failures whose last one is not after this is over; null when the batch has no failure. */
  quietSince: number | null
}

export interface EndpointHealth {
  company_id: number
  id: number
  first_failure_at: Date | null
}

/**
 * Updates when the endpoints' runs of failures began. Returns the endpoints that had or have one, and writes nothing for
 * endpoints that work. Locks in the order of `changes`, which the caller sorts.
 */
export async function changeHealth(
  tx: Tx,
  changes: readonly StoredHealthChange[],
): Promise<EndpointHealth[]> {
  return tx.query<EndpointHealth>(
    `UPDATE webhook_endpoint w
     SET last_failure_at = h.last_failure_at,
       first_failure_at = CASE WHEN h.succeeded OR w.last_failure_at <= h.quiet_since THEN h.first_failure_at
         ELSE coalesce(w.first_failure_at, h.first_failure_at) END
     FROM unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[])
       AS h (company_id, id, succeeded, first_failure_at, last_failure_at, quiet_since)
     WHERE w.company_id = h.company_id AND w.id = h.id AND ($7::bigint IS NULL OR w.company_id = $7)
       AND (w.first_failure_at IS NOT NULL OR h.first_failure_at IS NOT NULL)
     RETURNING w.company_id, w.id, w.first_failure_at`,
    [
      changes.map((change) => change.companyId),
      changes.map((change) => change.endpointId),
      changes.map((change) => change.succeeded),
      changes.map(({ firstFailureAt }) => dateOrNull(firstFailureAt)),
      changes.map(({ lastFailureAt }) => dateOrNull(lastFailureAt)),
      changes.map(({ quietSince }) => dateOrNull(quietSince)),
      onlyCompanyOf(changes),
    ],
  )
}

const dateOrNull = (time: number | null) => (time === null ? null : new Date(time))

/**
 * Enabled endpoints whose run of failures began at `since` or before: of one company, or with null of all live ones. An
 * endpoint with a delivery that is due is left out: its attempt is late, through no fault of the receiver, and says more
 * than the clock.
 */
export async function listFailingSince(
  db: Db,
  companyId: number | null,
  since: Date,
  now: number,
): Promise<{ companyId: number; endpointId: number }[]> {
  const failing = await db.query<{ companyId: number; endpointId: number }>(
    `SELECT w.company_id AS "companyId", w.id AS "endpointId" FROM webhook_endpoint w
     WHERE w.enabled AND w.first_failure_at <= $1
       AND (w.company_id = $2 OR ($2::bigint IS NULL AND w.${isLive}))
     ORDER BY w.company_id, w.id`,
    [since, companyId],
  )
  if (failing.length === 0) return []
  const due = await db.query<{ id: number }>(
    `SELECT e.id FROM unnest($1::bigint[]) AS e (id)
     WHERE EXISTS (SELECT FROM delivery_due d WHERE d.endpoint_id = e.id AND d.due_at <= $2)`,
    [failing.map(({ endpointId }) => endpointId), new Date(now)],
  )
  const waiting = new Set(due.map(({ id }) => id))
  return failing.filter(({ endpointId }) => !waiting.has(endpointId))
}
