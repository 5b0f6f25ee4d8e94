/**
 * Databases for tests. Copying the template costs more than most tests do, so a database that a test gives back is
 * emptied and lent again, unless the test has changed more than rows.
 */
import type { Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { utcDayOf } from "../../domain/time/units.ts"
import type { Database } from "../../service/platform/pg/database.ts"
import { firstTestDay, retention } from "../../service/platform/pg/partitions.ts"

/** A database of its own for one test. */
export type TestDatabase = {
  url: string
  /** Ends all its connections and lets no new one in. */
  cutOff(): Promise<void>
  /** Gives it back. Throws when the test has left a connection open. */
  drop(): Promise<void>
}

/** One of the run's cluster. */
export type LentDatabase = TestDatabase & {
  /**
   * Empties it by `db` for the next test, which works over the same connections. False when the test changed more than its
   * rows, or others than those of `db` are connected; it is then to be dropped.
   */
  empty(db: Database): Promise<boolean>
}

/** A backend ends a moment after its client has left. */
const CLOSING_GRACE_MS = 10_000
const POLL_MS = 20

/** A larger one is slower to clean than a copy is to make. */
const LARGEST_KEPT_MB = 64

/** The tables with rows in a migrated database before its first use. */
const KEPT_TABLES = ["migration", "database_era"]

/** The daily tables that a service makes when it starts: those of nine days, from the day before. */
const DAYS = 9
const DAILY_TABLES = retention.length * DAYS

/**
 * One text for all that a test may change beside rows: the catalog rows of the schema, and the rows of `KEPT_TABLES`.
 * Daily tables are left out: the first of them changes the rows of its parent and of the parent's indexes.
 */
const SHAPE = `
  WITH relation AS (
    SELECT oid, relkind, xmin::text::bigint AS born FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND NOT relispartition
  ), changed AS (
    SELECT 'relation' AS kind, count(*), max(born) FILTER (WHERE relkind NOT IN ('p', 'I')) FROM relation
    UNION ALL SELECT 'column', count(*), max(a.xmin::text::bigint)
      FROM pg_attribute a JOIN relation ON a.attrelid = relation.oid
    UNION ALL SELECT 'constraint', count(*), max(c.xmin::text::bigint)
      FROM pg_constraint c JOIN relation ON c.conrelid = relation.oid
    UNION ALL SELECT 'trigger', count(*), max(t.xmin::text::bigint)
      FROM pg_trigger t JOIN relation ON t.tgrelid = relation.oid WHERE NOT t.tgisinternal
    UNION ALL SELECT 'function', count(*), max(xmin::text::bigint)
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT 'schema', count(*), max(xmin::text::bigint) FROM pg_namespace
    UNION ALL SELECT 'setting', count(*), NULL
      FROM pg_db_role_setting JOIN pg_database d ON setdatabase = d.oid WHERE datname = current_database()
  )
  SELECT string_agg(changed::text, ' ' ORDER BY kind)
    || (SELECT coalesce(string_agg(m::text, ' ' ORDER BY m), '') FROM migration m)
    || (SELECT string_agg(e::text, ' ') FROM database_era e) AS shape
  FROM changed`

/**
 * Removes every row and starts the ids anew. Most tables have never held a row, and even an empty DELETE makes PostgreSQL read
 * what it knows of the table. Daily tables stay: they are what takes long to make.
 */
const CLEAN = `
  DO $$
  DECLARE
    name text;
    sequence record;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN
      SELECT oid::regclass FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ('{${KEPT_TABLES}}')
        AND pg_relation_size(oid) > 0
    LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
    FOR sequence IN SELECT seqrelid::regclass AS name, seqstart FROM pg_sequence LOOP
      PERFORM setval(sequence.name, sequence.seqstart, false);
    END LOOP;
  END $$`

/** The first day that has daily tables, when they are those of one start of a service. */
const FIRST_DAY = `
  SELECT min(day) AS day FROM (
    SELECT substring(relname FROM '_d([0-9]+)$')::int AS day FROM pg_class WHERE relispartition AND relkind = 'r'
      AND relname NOT LIKE '%\\_d${firstTestDay}'
  ) daily HAVING count(*) = ${DAILY_TABLES} AND max(day) - min(day) = ${DAYS - 1}`

let databasesMade = 0

/**
 * Lends a database of the cluster that is as `template` is. With the time at which a service will start in it, it may
 * have the daily tables of such a start already.
 */
export async function cloneDatabase(
  clusterUrl: string,
  template: string,
  startsAt?: number,
): Promise<LentDatabase> {
  const spare = startsAt === undefined ? null : await takeSpare(clusterUrl, template, startsAt)
  const name = spare ?? (await copy(clusterUrl, template))
  let mayBeKept = true
  return {
    url: urlOf(clusterUrl, name),
    cutOff: () => {
      mayBeKept = false
      return asAdmin(clusterUrl, (admin) => cutOff(admin, name))
    },
    drop: () => asAdmin(clusterUrl, (admin) => giveBack(admin, { clusterUrl, template, name, mayBeKept })),
    empty: (db) =>
      asAdmin(clusterUrl, (admin) => emptyConnected(admin, { clusterUrl, template, name, mayBeKept }, db)),
  }
}

/** Prepares the cluster for lending copies of `template`, which stands, also on the `others` of its machines. */
export async function rememberTemplate(
  clusterUrl: string,
  template: string,
  others: readonly string[] = [],
): Promise<void> {
  const shape = await connected(urlOf(clusterUrl, template), shapeOf)
  await asAdmin(clusterUrl, async (admin) => {
    await admin.query("CREATE TABLE template (name text PRIMARY KEY, shape text NOT NULL)")
    await admin.query(
      "CREATE TABLE spare (name text PRIMARY KEY, template text NOT NULL, first_day int NOT NULL)",
    )
    await admin.query("CREATE TABLE other_machine (url text PRIMARY KEY)")
    await admin.query("INSERT INTO template VALUES ($1, $2)", [template, shape])
    await admin.query("INSERT INTO other_machine SELECT unnest($1::text[])", [others])
  })
}

async function takeSpare(clusterUrl: string, template: string, startsAt: number): Promise<string | null> {
  const { rows } = await asAdmin(clusterUrl, (admin) =>
    admin.query(
      `DELETE FROM spare WHERE name =
         (SELECT name FROM spare WHERE template = $1 AND first_day = $2 LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING name`,
      [template, utcDayOf(startsAt) - 1],
    ),
  )
  return rows[0]?.name ?? null
}

async function copy(clusterUrl: string, template: string): Promise<string> {
  databasesMade += 1
  const name = `${template === "template0" ? databaseOf(clusterUrl) : template}_${process.pid}_${databasesMade}`
  await asAdmin(clusterUrl, (admin) =>
    onAllMachines(admin, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  )
  return name
}

/** One after the other, the machine that tests connect to first. */
async function onAllMachines(admin: Client, statement: string): Promise<void> {
  await admin.query(statement)
  for (const url of await otherMachines(admin)) await connected(url, (client) => client.query(statement))
}

async function otherMachines(admin: Client): Promise<string[]> {
  const { rows } = await admin.query<{ url: string }>("SELECT url FROM other_machine")
  return rows.map(({ url }) => url)
}

interface Lent {
  clusterUrl: string
  template: string
  name: string
  mayBeKept: boolean
}

async function giveBack(admin: Client, lent: Lent): Promise<void> {
  const { name, template } = lent
  const until = performance.now() + CLOSING_GRACE_MS
  let open = await countConnections(admin, name)
  while (open > 0 && performance.now() < until) {
    await sleep(POLL_MS)
    open = await countConnections(admin, name)
  }
  // One that is spread over machines is not emptied: what empties it holds on one machine.
  const mayBeKept = open === 0 && lent.mayBeKept && (await otherMachines(admin)).length === 0
  const firstDay = mayBeKept ? await clean(admin, lent) : null
  if (firstDay !== null) {
    await admin.query("INSERT INTO spare VALUES ($1, $2, $3)", [name, template, firstDay])
    return
  }
  await onAllMachines(admin, `DROP DATABASE ${name} WITH (FORCE)`)
  if (open > 0) throw new Error(`The test left ${open} connection(s) to its database open`)
}

/** Empties a database and says its first day. Null when it is too large, or the test changed more than its rows. */
async function clean(admin: Client, lent: Lent): Promise<number | null> {
  const shape = await shapeToKeep(admin, lent)
  if (shape === null) return null
  return connected(urlOf(lent.clusterUrl, lent.name), (client) =>
    cleanBy(async (text) => (await client.query(text)).rows, shape),
  )
}

/** The same over the connections of `db`, which stay. */
async function emptyConnected(admin: Client, lent: Lent, db: Database): Promise<boolean> {
  if (!lent.mayBeKept || (await otherMachines(admin)).length > 0) return false
  const own = async () => {
    const { busy, idle } = db.poolUse()
    return busy === 0 && (await countConnections(admin, lent.name)) === idle
  }
  const until = performance.now() + CLOSING_GRACE_MS
  while (!(await own())) {
    if (performance.now() > until) return false
    await sleep(POLL_MS)
  }
  const shape = await shapeToKeep(admin, lent)
  if (shape === null) return false
  return (await cleanBy((text) => db.query(text), shape)) !== null
}

/** The shape that the database must keep. Null when it is too large to be kept. */
async function shapeToKeep(admin: Client, { template, name }: Lent): Promise<string | null> {
  const { rows } = await admin.query(
    "SELECT shape, pg_database_size($2) / 1048576 AS mb FROM template WHERE name = $1",
    [template, name],
  )
  return rows[0] && Number(rows[0].mb) <= LARGEST_KEPT_MB ? rows[0].shape : null
}

type Ask = (text: string) => Promise<Record<string, unknown>[]>

async function cleanBy(ask: Ask, shape: string): Promise<number | null> {
  // The statement that empties a database does not see the rows of tables that are spread, not even on one machine.
  if ((await ask("SELECT FROM pg_extension WHERE extname = 'citus'")).length > 0) return null
  const [days] = await ask(FIRST_DAY)
  if (!days || shape !== (await ask(SHAPE))[0]!.shape) return null
  await ask(CLEAN)
  return Number(days.day)
}

async function shapeOf(client: Client): Promise<string> {
  const { rows } = await client.query(SHAPE)
  return rows[0].shape
}

async function cutOff(admin: Client, name: string): Promise<void> {
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name])
}

async function countConnections(admin: Client, name: string): Promise<number> {
  const { rows } = await admin.query(
    // Citus keeps connections of its own, between its machines and for its upkeep.
    `SELECT count(*)::int AS open FROM pg_stat_activity
     WHERE datname = $1 AND backend_type = 'client backend' AND application_name NOT LIKE 'citus%'`,
    [name],
  )
  return rows[0].open
}

/** The URL of a database of the cluster. A socket's address has no host in front of the path. */
export const urlOf = (clusterUrl: string, name: string) => clusterUrl.replace(databasePath, `$1${name}`)

export const databaseOf = (clusterUrl: string) => databasePath.exec(clusterUrl)![2]!
const databasePath = /^(\w+:\/\/[^/]*\/)([^?]*)/

interface Admin {
  client: Client
  socket: Socket
  /** The number of processes that work with it just now. */
  workers: number
}

/** Tests lend and give back all the time, so a process has one connection to each cluster for that. */
const admins = new Map<string, Promise<Admin>>()

/** Between its uses the connection lets the process end. */
async function asAdmin<T>(clusterUrl: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const known = admins.get(clusterUrl) ?? connectAdmin(clusterUrl)
  admins.set(clusterUrl, known)
  const admin = await known
  admin.workers += 1
  admin.socket.ref()
  try {
    return await work(admin.client)
  } finally {
    admin.workers -= 1
    if (admin.workers === 0) admin.socket.unref()
  }
}

async function connectAdmin(clusterUrl: string): Promise<Admin> {
  const client = new Client({ connectionString: clusterUrl })
  // It is lost when its cluster stops.
  const forget = () => admins.delete(clusterUrl)
  client.on("error", forget)
  client.on("end", forget)
  try {
    await client.connect()
  } catch (error) {
    forget()
    throw error
  }
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  return { client, socket: stream, workers: 0 }
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
