/** How many deliveries an endpoint got on each day, and how they ended. */
import type { CountedDay } from "../../domain/model/delivery.ts"
import { utcDayOf } from "../../domain/time/units.ts"
import type { Db } from "../platform/pg/database.ts"
import { firstIdOf, idDay, idDayOf } from "../platform/pg/partitions.ts"

/**
 * The days from `since` on, so many. Only what failed is looked at row by row: all deliveries are counted in their key's
 * index, a range for each day, and the queue says which of them have not been tried.
 */
export async function countDeliveryDays(
  db: Db,
  companyId: number,
  { endpointId, since, days }: { endpointId: number; since: number; days: number },
): Promise<CountedDay[]> {
  const firstDay = idDayOf(companyId, since)
  const idDays = Array.from({ length: days }, (_, at) => firstDay + at)
  const values = [companyId, endpointId, firstIdOf(firstDay)]
  const [made, troubled, waiting] = await Promise.all([
    // Grouped instead, a million ids would be sorted.
    db.query<{ day: number; count: number }>(
      `SELECT d.day, (SELECT count(*) FROM delivery
         WHERE company_id = $1 AND endpoint_id = $2 AND id >= d.first AND id < d.next)::int AS count
       FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS d (day, first, next)`,
      [companyId, endpointId, idDays, idDays.map(firstIdOf), idDays.map((day) => firstIdOf(day + 1))],
    ),
    db.query<{ day: number; late: number; failed: number; abandoned: number }>(
      `SELECT ${idDay("id")}::int AS day,
         (count(*) FILTER (WHERE status = 'succeeded'))::int AS late,
         (count(*) FILTER (WHERE status = 'failed'))::int AS failed,
         (count(*) FILTER (WHERE status = 'abandoned'))::int AS abandoned
       FROM delivery WHERE company_id = $1 AND endpoint_id = $2 AND has_failed AND id >= $3 GROUP BY 1`,
      values,
    ),
    db.query<{ day: number; count: number }>(
      `SELECT ${idDay("delivery_id")}::int AS day, count(*)::int FROM delivery_due
       WHERE company_id = $1 AND endpoint_id = $2 AND delivery_id >= $3 AND failures = 0 GROUP BY 1`,
      values,
    ),
  ])
  // The ids of a test company's rows count their days from another beginning.
  const shift = firstDay - utcDayOf(since)
  return made.map(({ day, count }) => {
    const trouble = troubled.find((each) => each.day === day)
    return {
      day: day - shift,
      made: count,
      succeededLate: trouble?.late ?? 0,
      failed: trouble?.failed ?? 0,
      abandoned: trouble?.abandoned ?? 0,
      pending: waiting.find((each) => each.day === day)?.count ?? 0,
    }
  })
}
