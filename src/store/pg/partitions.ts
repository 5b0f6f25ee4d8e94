/** Events, audit rows and deliveries live in one table a day; a day is a range of ids. */
import type { Db } from "./database.ts"

const idsPerDay = 2 ** 36
const msPerDay = 86_400_000

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

export const dayOfInstant = (now: number) => Math.floor(now / msPerDay)
export const dayOfId = (id: number) => Math.floor(id / idsPerDay)
/** The lowest id of a day. */
export const firstIdOf = (day: number) => day * idsPerDay

const partitionName = (table: string, day: number) => `${table}_d${day}`
/** Whether the id's day is still kept. */
export function isKept(table: DailyTable, id: number, now: number): boolean {
  const { days } = retention.find((kind) => kind.table === table)!
  return dayOfId(id) >= dayOfInstant(now) - days
}

/** By the table of their day; those whose day is no longer kept, and has none, are left out. */
export function byPartition<Item>(
  table: DailyTable,
  items: Iterable<Item>,
  idOf: (item: Item) => number,
  now: number,
): Map<string, Item[]> {
  const kept = [...items].filter((item) => isKept(table, idOf(item), now))
  return Map.groupBy(kept, (item) => partitionName(table, dayOfId(idOf(item))))
}

/** Makes the partitions from yesterday to `daysAhead` days ahead of `now`, where they are missing. */
export async function ensurePartitions(db: Db, now: number, daysAhead = 7): Promise<void> {
  const today = dayOfInstant(now)
  const present = new Set(await partitionNames(db))
  for (const { table } of retention) {
    for (let day = today - 1; day <= today + daysAhead; day += 1) {
      if (!present.has(partitionName(table, day))) await makePartition(db, table, day)
    }
  }
}

/** Makes one day's partition. Two processes may do so at once. */
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

/** Drops whole days that are past their retention; returns the names of the dropped tables. */
export async function dropOldPartitions(db: Db, now: number): Promise<string[]> {
  const today = dayOfInstant(now)
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
