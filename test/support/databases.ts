import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"

/** A database of its own for one test. */
export type TestDatabase = {
  url: string
  /** Ends all its connections and lets nobody in any more. */
  cutOff(): Promise<void>
  /** Removes it. Throws when the test has left a connection open. */
  drop(): Promise<void>
}

/** A backend ends a moment after its client has left. */
const CLOSING_GRACE_MS = 10_000
const POLL_MS = 20
let databasesMade = 0

/** Makes a database of the cluster by copying `template`. */
export async function cloneDatabase(clusterUrl: string, template: string): Promise<TestDatabase> {
  databasesMade += 1
  const name = `test_${process.pid}_${databasesMade}`
  await asAdmin(clusterUrl, (admin) =>
    admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  )
  return {
    url: clusterUrl.replace("@/appointed?", `@/${name}?`),
    cutOff: () => asAdmin(clusterUrl, (admin) => cutOff(admin, name)),
    drop: () => asAdmin(clusterUrl, (admin) => drop(admin, name)),
  }
}

async function drop(admin: Client, name: string): Promise<void> {
  const until = performance.now() + CLOSING_GRACE_MS
  let open = await countConnections(admin, name)
  while (open > 0 && performance.now() < until) {
    await sleep(POLL_MS)
    open = await countConnections(admin, name)
  }
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
  if (open > 0) throw new Error(`The test left ${open} connection(s) to its database open`)
}

async function cutOff(admin: Client, name: string): Promise<void> {
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name])
}

async function countConnections(admin: Client, name: string): Promise<number> {
  const { rows } = await admin.query(
    "SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = $1",
    [name],
  )
  return rows[0].open
}

async function asAdmin<T>(clusterUrl: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: clusterUrl })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
