/**
 * Events, audit rows and deliveries live in one table a day. Their ids are `day << 36 | number`, with the day counted
 * from 1970, so that each table holds a range of ids and an id alone tells its table. The days of test companies, whose
 * clocks may stand or be years ahead, count from `firstTestDay` more: all of them share one table.
 */

import { isTestCompany } from "../../../domain/model/test-company.ts"
import { utcDayOf } from "../../../domain/time/units.ts"
import type { Db } from "./database.ts"

const bitsBelowDay = 36
const idsPerDay = 2 ** bitsBelowDay

/**
 * The kinds of record that are kept by day, and how many days each is kept. The one retention table. Where rows change
 * soon after they came, `fillfactor` is how much of a page, in percent, they fill at first.
 */
export const retention = [
  { table: "event", days: 30 },
  { table: "audit", days: 400 },
  { table: "delivery", days: 30, fillfactor: 33 },
] as const

export type DailyTable = (typeof retention)[number]["table"]

/** Days from here on are a test company's. The baseline made their tables. */
export const firstTestDay = 65_536

/** The day that ids of the company's rows hold at `now`, by its clock. */
export const idDayOf = (companyId: number, now: number): number =>
  utcDayOf(now) + (isTestCompany(companyId) ? firstTestDay : 0)

export const dayOfId = (id: number) => Math.floor(id / idsPerDay)
/** The lowest id of a day. */
export const firstIdOf = (day: number) => day * idsPerDay

/** The id of a day that has this number of its table's sequence. */
export const dailyId = (day: number, number: number) => firstIdOf(day) + (number % idsPerDay)

/** SQL for a new id of a day, from the sequence of `table`. `day` is the parameter that holds the day, such as `$2`. */
export const newDailyId = (table: DailyTable, day: `$${number}`): string =>
  `(${day}::bigint << ${bitsBelowDay}) + nextval('${table}_seq') % ${idsPerDay}`

/** SQL for the day that an id of the column holds. */
export const idDay = (column: string): string => `(${column} >> ${bitsBelowDay})`

const partitionName = (table: string, day: number) => `${table}_d${Math.min(day, firstTestDay)}`

/** True where the day of this id is within its retention. Test companies' rows are deleted one by one. */
export function isKept(table: DailyTable, id: number, now: number): boolean {
  const { days } = retention.find((kind) => kind.table === table)!
  return dayOfId(id) >= utcDayOf(now) - days
}

/** Items by the name of their day's table, without those whose day is past its retention: its table may be gone. */
export function byPartition<Item>(
  table: DailyTable,
  items: Iterable<Item>,
  idOf: (item: Item) => number,
  now: number,
): Map<string, Item[]> {
  const kept = [...items].filter((item) => isKept(table, idOf(item), now))
  return Map.groupBy(kept, (item) => partitionName(table, dayOfId(idOf(item))))
}

/** Creates the tables from yesterday to `daysAhead` days ahead of `now`, where they are missing. */
export async function ensurePartitions(db: Db, now: number, daysAhead = 7): Promise<void> {
  const today = utcDayOf(now)
  const present = new Set(await partitionNames(db))
  for (const { table } of retention) {
    for (let day = today - 1; day <= today + daysAhead; day += 1) {
      if (!present.has(partitionName(table, day))) await makePartition(db, table, day)
    }
  }
}

/** Creates one day's table. Two processes may do so at the same time. */
export async function makePartition(db: Db, table: string, day: number): Promise<void> {
  const from = firstIdOf(day)
  const kind = retention.find((each) => each.table === table)
  const fillfactor = kind && "fillfactor" in kind ? kind.fillfactor : 100
  await db
    .query(
      `CREATE TABLE IF NOT EXISTS ${partitionName(table, day)} PARTITION OF ${table}
       FOR VALUES FROM (${from}) TO (${from + idsPerDay}) WITH (fillfactor = ${fillfactor})`,
    )
    .catch((error: { code?: string }) => {
      const madeMeanwhile = error.code === "42P07" || error.code === "23505" || error.code === "42P17"
      if (!madeMeanwhile) throw error
    })
}

/** Deletes a test company's rows past their retention, by its clock. */
export async function dropOldTestRows(db: Db, companyId: number, now: number): Promise<void> {
  for (const { table, days } of retention) {
    const firstKept = firstIdOf(idDayOf(companyId, now) - days)
    await db.query(`DELETE FROM ${table} WHERE company_id = $1 AND id < $2`, [companyId, firstKept])
  }
}

/** Drops the tables of days past their retention; returns their names. */
export async function dropOldPartitions(db: Db, now: number): Promise<string[]> {
  const today = utcDayOf(now)
  const dropped: string[] = []
  for (const name of await partitionNames(db)) {
    const match = /^([a-z_]+)_d(\d+)$/.exec(name)
    const rule = retention.find(({ table }) => table === match?.[1])
    if (!rule || Number(match![2]) >= today - rule.days) continue
    await db.query(`DROP TABLE IF EXISTS ${name}`)
    dropped.push(name)
  }
  return dropped
}

async function partitionNames(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT child.relname AS name FROM pg_inherits
     JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
     WHERE parent.relname = ANY($1)`,
    [retention.map(({ table }) => table)],
  )
  return rows.map((row) => row.name)
}
