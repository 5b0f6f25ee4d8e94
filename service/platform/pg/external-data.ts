/** How lists are narrowed to the records that carry what another system has kept on them. */
import type { ExternalDataFilter } from "../../../domain/model/external-data.ts"

/**
 * The conditions of a filter on the table's alias, and their values, which follow `taken` others. Without a filter there are none: a plan
 * that is kept for all calls could not use the index otherwise.
 */
export function externalDataConditions(
  { externalRef, metadata, ids = null, updatedSince = null }: ExternalDataFilter,
  alias: string,
  taken: number,
): { sql: string; values: unknown[] } {
  const values: unknown[] = []
  let sql = ""
  if (externalRef !== null) sql += ` AND ${alias}external_ref = $${taken + values.push(externalRef)}::text`
  if (metadata !== null) sql += ` AND ${alias}metadata @> $${taken + values.push(metadata)}::jsonb`
  if (ids !== null) sql += ` AND ${alias}id = ANY ($${taken + values.push(ids)}::bigint[])`
  if (updatedSince !== null) sql += ` AND ${alias}updated_at >= $${taken + values.push(updatedSince)}`
  return { sql, values }
}

/** Lists of changes alone show what is archived. */
export const unlessArchived = ({ updatedSince = null }: ExternalDataFilter, alias: string): string =>
  updatedSince === null ? ` AND ${alias}archived_at IS NULL` : ""

export interface IdSpan {
  /** In the order of the list: with `newest` the rows below it. */
  afterId: number
  limit: number
  newest: boolean
}

/** A page in the order of ids, whose place is $2. */
export const inIdOrder = ({ newest }: Pick<IdSpan, "newest">, alias: string) => ({
  after: `${alias}id ${newest ? "<" : ">"} $2`,
  by: `ORDER BY ${alias}id${newest ? " DESC" : ""}`,
})
