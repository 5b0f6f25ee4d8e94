import type { Tx } from "./pg/database.ts"

/** What a run of results does to an endpoint; see `healthChangeOf`. Epoch milliseconds. */
export interface StoredHealthChange {
  companyId: number
  endpointId: number
  succeeded: boolean
  firstFailureAt: number | null
}

export interface EndpointHealth {
  company_id: number
  id: number
  first_failure_at: Date | null
}

/**
 * Moves where the endpoints' stretches of failures began. Answers those that had or have one; writes nothing for
 * endpoints that work. Locks in the order of `changes`, which the caller sorts.
 */
export async function changeHealth(
  tx: Tx,
  changes: readonly StoredHealthChange[],
): Promise<EndpointHealth[]> {
  return tx.query<EndpointHealth>(
    `UPDATE webhook_endpoint w
     SET first_failure_at = CASE WHEN h.succeeded THEN h.first_failure_at
       ELSE coalesce(w.first_failure_at, h.first_failure_at) END
     FROM unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::timestamptz[])
       AS h (company_id, id, succeeded, first_failure_at)
     WHERE w.company_id = h.company_id AND w.id = h.id
       AND (w.first_failure_at IS NOT NULL OR h.first_failure_at IS NOT NULL)
     RETURNING w.company_id, w.id, w.first_failure_at`,
    [
      changes.map((change) => change.companyId),
      changes.map((change) => change.endpointId),
      changes.map((change) => change.succeeded),
      changes.map(({ firstFailureAt }) => (firstFailureAt === null ? null : new Date(firstFailureAt))),
    ],
  )
}
