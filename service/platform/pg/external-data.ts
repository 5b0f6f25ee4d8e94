/** How lists are narrowed to the records that carry what another system has kept on them. */
import type { ExternalDataFilter } from "../../../domain/model/external-data.ts"

/**
 * The conditions of a filter on the table's alias, and their values, which follow `taken` others. Without a filter there are none: a plan
 * that is kept for all calls could not use the index otherwise.
 */
export function externalDataConditions(
  { externalRef, metadata }: ExternalDataFilter,
  alias: string,
  taken: number,
): { sql: string; values: unknown[] } {
  const values: unknown[] = []
  let sql = ""
  if (externalRef !== null) sql += ` AND ${alias}external_ref = $${taken + values.push(externalRef)}::text`
  if (metadata !== null) sql += ` AND ${alias}metadata @> $${taken + values.push(metadata)}::jsonb`
  return { sql, values }
}
