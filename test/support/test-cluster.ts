/**
 * One PostgreSQL for one run, with a migrated database that every test gets a copy of: one of its own, or the server that
 * `npm test -- --database URL` names.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { openCluster } from "../../service/host/database/cluster.ts"
import { readCitus } from "../../service/host/database/distribution.ts"
import { tryLock } from "../../service/host/database/file-lock.ts"
import { migrate } from "../../service/host/database/migrate.ts"
import { rememberTemplate, urlOf } from "./databases.ts"

export interface TestCluster {
  /** By the superuser's role, since tests make databases and end other sessions. */
  url: string
  /** The migrated database to clone. */
  templateName: string
  stop(): Promise<void>
}

const PREFIX = "appointed-test-"
const TEMPLATE = "template_appointed"

export async function startTestCluster(): Promise<TestCluster> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) return useServer(given)
  await clearAbandonedRuns()
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX))
  const cluster = await openCluster({ dataDir, durability: "none" })
  const stop = async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await asked(cluster.adminUrl, workAlone)
    await makeTemplate(cluster.adminUrl, TEMPLATE)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: cluster.adminUrl, templateName: TEMPLATE, stop }
}

/**
 * Without autovacuum PostgreSQL knows no table's size and takes each for large enough to be read by several processes. To
 * start these costs more than a test's few rows do. And it plans a statement anew at each of its first five uses on a
 * connection, which few tests go beyond: planned once, an eighth of the time of all processors is saved.
 */
async function workAlone(client: Client): Promise<void> {
  await client.query("ALTER SYSTEM SET max_parallel_workers_per_gather = 0")
  await client.query("ALTER SYSTEM SET plan_cache_mode = 'force_generic_plan'")
  await client.query("SELECT pg_reload_conf()")
}

/**
 * A run on the server of `given`, whose role must be a superuser, in databases that are dropped at the end. When the database
 * of `given` is spread over machines by Citus, theirs are too.
 */
async function useServer(given: string): Promise<TestCluster> {
  const own = `appointed_test_${process.pid}`
  const url = urlOf(given, own)
  const templateName = `${own}_template`
  const citus = await asked(given, readCitus)
  const others = (citus?.nodes ?? []).map((node) => addressOf(given, node)).filter((each) => each !== given)
  const stop = () => onEach([given, ...others], (client) => dropAll(client, own))
  try {
    await onEach([given, ...others], (client) => client.query(`CREATE DATABASE ${own}`))
    if (citus === null) await makeTemplate(url, templateName)
    else await makeSpreadTemplate([url, ...others.map((other) => urlOf(other, own))], templateName)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, templateName, stop }
}

function addressOf(given: string, { name, port }: { name: string; port: number }): string {
  const url = new URL(given)
  url.hostname = name
  url.port = String(port)
  return url.href
}

async function dropAll(client: Client, beginning: string): Promise<void> {
  const { rows } = await client.query("SELECT datname FROM pg_database WHERE starts_with(datname, $1)", [
    beginning,
  ])
  for (const { datname } of rows) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`)
}

async function makeTemplate(clusterUrl: string, name: string): Promise<void> {
  await asked(clusterUrl, (client) => client.query(`CREATE DATABASE ${name}`))
  await migrate(urlOf(clusterUrl, name))
  await rememberTemplate(clusterUrl, name)
}

/** `machines`: the one that tests connect to, then the others that Citus is to know. */
async function makeSpreadTemplate(machines: readonly string[], name: string): Promise<void> {
  await onEach(machines, (client) => client.query(`CREATE DATABASE ${name}`))
  await onEach(
    machines.map((machine) => urlOf(machine, name)),
    async (client) => {
      await client.query("CREATE EXTENSION citus")
      await tellPassword(client, machines[0]!)
    },
  )
  const [clusterUrl, ...others] = machines
  const addresses = others.map((other) => new URL(other))
  // Citus takes a machine that was named as the first of several for one that holds no companies.
  await asked(urlOf(clusterUrl!, name), async (client) => {
    if (addresses.length === 0) return
    const own = new URL(clusterUrl!)
    await client.query("SELECT citus_set_coordinator_host($1, $2)", [own.hostname, Number(own.port)])
    for (const { hostname, port } of addresses)
      await client.query("SELECT citus_add_node($1, $2)", [hostname, Number(port)])
  })
  await migrate(urlOf(clusterUrl!, name))
  await rememberTemplate(clusterUrl!, name, others)
  // Citus keeps connections to each of its databases, and a database is copied only while it has none.
  await onEach(machines, async (client) => {
    await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
    await client.query("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1", [
      name,
    ])
  })
}

/** By what the machines connect to each other in this database: the role and password of the run. */
async function tellPassword(client: Client, url: string): Promise<void> {
  const { username, password } = new URL(url)
  if (password === "") return
  await client.query(
    "INSERT INTO pg_dist_authinfo SELECT node, $1, 'password=' || $2::text FROM (VALUES (0), (-1)) n (node)",
    [username, decodeURIComponent(password)],
  )
}

async function onEach(urls: readonly string[], work: (client: Client) => Promise<unknown>): Promise<void> {
  for (const url of urls) await asked(url, work)
}

async function asked<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A run that was killed leaves its PostgreSQL behind, but not the lock by which it answered for it. */
async function clearAbandonedRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const dataDir = join(tmpdir(), name)
    // A run that ends meanwhile takes its folder with it.
    if (!existsSync(join(dataDir, "owner.lock"))) continue
    const abandoned = tryLock(join(dataDir, "owner.lock"))
    if (!abandoned) continue
    abandoned.release()
    const cluster = await openCluster({ dataDir, durability: "none" })
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
