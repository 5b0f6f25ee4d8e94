/** Series of appointments. Their occurrences are appointments that name them. */
import type { Every, Series } from "../../domain/model/series.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

interface Row extends Omit<Series, "every"> {
  every_unit: Every["unit"]
  every_number: number
}

export async function nextSeriesId(db: Db): Promise<number> {
  const [row] = await db.query<{ id: number }>("SELECT nextval('series_id_seq') AS id")
  return row!.id
}

export function insertSeries(tx: Tx, companyId: number, series: Series): void {
  tx.write(
    `INSERT INTO series (company_id, id, customer_id, appointment_type_id, timezone, every_unit, every_number, walls, as_set,
       created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      companyId,
      series.id,
      series.customer_id,
      series.appointment_type_id,
      series.timezone,
      series.every.unit,
      series.every.number,
      series.walls,
      series.as_set,
      series.created_at,
    ],
  )
}

export async function findSeries(db: Db, companyId: number, id: number): Promise<Series | null> {
  const row = await db.first<Row>(
    `SELECT id, customer_id, appointment_type_id, timezone, every_unit, every_number, walls, as_set, created_at
     FROM series WHERE company_id = $1 AND id = $2`,
    [companyId, id],
  )
  if (row === null) return null
  const { every_unit, every_number, ...rest } = row
  return { ...rest, every: { unit: every_unit, number: every_number } }
}
