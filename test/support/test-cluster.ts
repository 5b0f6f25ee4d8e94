/**
 * One PostgreSQL for one run, with a migrated database that every test gets a copy of: one of its own, or the server that
 * `npm test -- --database URL` names.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { openCluster } from "../../src/database/cluster.ts"
import { tryLock } from "../../src/database/file-lock.ts"
import { migrate } from "../../src/database/migrate.ts"
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
    await makeTemplate(cluster.adminUrl, TEMPLATE)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: cluster.adminUrl, templateName: TEMPLATE, stop }
}

/**
 * A run on the server of `given`, whose role must be a superuser, in databases that are dropped at the end. When the database
 * of `given` has the Citus extension, theirs have it too.
 */
async function useServer(given: string): Promise<TestCluster> {
  const own = `appointed_test_${process.pid}`
  const url = urlOf(given, own)
  const templateName = `${own}_template`
  const stop = () =>
    asked(given, async (client) => {
      const { rows } = await client.query("SELECT datname FROM pg_database WHERE starts_with(datname, $1)", [
        own,
      ])
      for (const { datname } of rows) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`)
    })
  try {
    const withCitus = await asked(given, async (client) => {
      await client.query(`CREATE DATABASE ${own}`)
      const { rows } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")
      return rows.length > 0
    })
    await makeTemplate(url, templateName, withCitus)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, templateName, stop }
}

async function makeTemplate(clusterUrl: string, name: string, withCitus = false): Promise<void> {
  await asked(clusterUrl, (client) => client.query(`CREATE DATABASE ${name}`))
  if (withCitus) await asked(urlOf(clusterUrl, name), (client) => client.query("CREATE EXTENSION citus"))
  await migrate(urlOf(clusterUrl, name))
  await rememberTemplate(clusterUrl, name)
  // Citus keeps a connection to each of its databases, and a database is copied only while it has none.
  if (withCitus)
    await asked(clusterUrl, (client) =>
      client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]),
    )
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
    if (!readdirSync(dataDir).includes("owner.lock")) continue
    const abandoned = tryLock(join(dataDir, "owner.lock"))
    if (!abandoned) continue
    abandoned.release()
    const cluster = await openCluster({ dataDir, durability: "none" })
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
