/** How many providers offer types. */
import type { Db } from "../platform/pg/database.ts"

/** By the type's id; a type that nobody offers is left out. Those who are switched off are counted, too. */
export async function countOffering(
  db: Db,
  companyId: number,
  typeIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ id: number; providers: number }>(
    `SELECT appointment_type_id AS id, count(*)::int AS providers FROM provider_type
     WHERE company_id = $1 AND appointment_type_id = ANY ($2::bigint[]) GROUP BY appointment_type_id`,
    [companyId, typeIds],
  )
  return new Map(rows.map(({ id, providers }) => [id, providers]))
}
