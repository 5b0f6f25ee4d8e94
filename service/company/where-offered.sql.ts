/**
 * The locations where a type can be booked, in SQL: for sweeps that judge thousands of requests in one statement, and need
 * only the zones. A search judges the same in `domain/rules/availability/eligible-locations.ts`, on the rows that it has
 * loaded.
 */
import type { Db } from "../platform/pg/database.ts"

/** True where a type may take place at a location; a type without locations of its own may at all. */
export const isLocationOfType = (typeLocationIds: string, id: string) =>
  `(${typeLocationIds} IS NULL OR ${id} = ANY (${typeLocationIds}))`

/** The columns, or parameters, of a scheduling request in SQL. `location_ids` are those of its type. */
interface RequestColumns {
  typeId: string
  typeLocationIds: string
  locationId: string
  providerId: string
  latestDate: string
}

/**
 * SELECT of the time zones of the locations where a scheduling request can be booked: active ones where a provider who may
 * be booked offers the type, by weekly hours or by an override on the last date or after it. `$1` is the company.
 */
export const zonesWhereOffered = (request: RequestColumns): string => `
  SELECT l.timezone FROM location l
  WHERE l.company_id = $1 AND l.active
    AND ${isLocationOfType(request.typeLocationIds, "l.id")}
    AND (${request.locationId} IS NULL OR l.id = ${request.locationId})
    AND EXISTS (
      SELECT 1 FROM provider_type y JOIN provider p ON p.company_id = $1 AND p.id = y.provider_id
      WHERE y.company_id = $1 AND y.appointment_type_id = ${request.typeId} AND p.active
        AND (${request.providerId} IS NULL OR p.id = ${request.providerId})
        AND (EXISTS (SELECT 1 FROM weekly_hours h
              WHERE h.company_id = $1 AND h.provider_id = p.id AND h.location_id = l.id)
          OR EXISTS (SELECT 1 FROM date_override o
              WHERE o.company_id = $1 AND o.provider_id = p.id AND o.location_id = l.id AND o.intervals <> '[]'
                AND o.day >= ${request.latestDate} - DATE '1970-01-01')))`

const zonesOfRequest = zonesWhereOffered({
  typeId: "$2",
  typeLocationIds: "t.location_ids",
  locationId: "$3::bigint",
  providerId: "$4::bigint",
  latestDate: "$5::date",
})

export interface WhereBookable {
  appointment_type_id: number
  location_id: number | null
  provider_id: number | null
  latest_date: string
}

/** The company's time zone and those of the locations where a provider offers what the request asks for. */
export async function zonesServing(db: Db, companyId: number, request: WhereBookable): Promise<string[]> {
  const { appointment_type_id, location_id, provider_id, latest_date } = request
  const rows = await db.query<{ timezone: string }>(
    `SELECT timezone FROM company WHERE company_id = $1
     UNION
     SELECT z.timezone FROM appointment_type t CROSS JOIN LATERAL (${zonesOfRequest}) z
     WHERE t.company_id = $1 AND t.id = $2`,
    [companyId, appointment_type_id, location_id, provider_id, latest_date],
  )
  return rows.map((row) => row.timezone)
}

/**
 * The number of providers who offer each type, by its id; a type without any is left out. Providers who are switched off
 * count, too.
 */
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
