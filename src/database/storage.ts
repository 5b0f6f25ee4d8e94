/** Opens the database that the settings name: a server, or the embedded PostgreSQL; migrated, or only checked. */
import type { Config } from "../config/config-shape.ts"
import type { Log } from "../ports.ts"
import { type Database, type Db, openDatabase } from "../store/pg/database.ts"
import { readingFrom } from "../store/pg/replica.ts"
import { connectTo } from "../store/pg/servers.ts"
import { type Cluster, openCluster } from "./cluster.ts"
import { ClusterError } from "./cluster-error.ts"
import { migrate } from "./migrate.ts"

export interface Storage {
  db: Database
  /** For what may lag. */
  readDb: Db
  url: string
  close(): Promise<void>
}

export async function openStorage(config: Config, log: Log): Promise<Storage> {
  const { url, cluster } = await reachServer(config, log)
  try {
    if (config.isProduction) await refuseSuperuser(url)
    await migrate(url, { mode: config.database.migrate })
  } catch (error) {
    await cluster?.stop()
    throw error
  }
  const { poolSize, pooler, listenUrl, readUrl } = config.database
  const open = (connectionString: string) =>
    openDatabase({
      connection: { connectionString, application_name: "appointed" },
      poolSize,
      pooler,
      listenUrl,
      onIdleError: (error) => log.warn({ code: error.name }, "an idle database connection broke"),
      onWritesLost: (code) => log.error({ code }, "the database cannot write"),
    })
  const db = open(url)
  const replica = readUrl === null ? null : open(readUrl)
  return {
    db,
    readDb: replica === null ? db : readingFrom(replica, db),
    url,
    async close() {
      // Together: a statement that still runs when a stop has lost its patience ends with its server.
      await Promise.all([db.close(), replica?.close(), cluster?.stop()])
    },
  }
}

/** What a fault in a statement can reach is then this database, and neither the server's files nor its other databases. */
export async function refuseSuperuser(url: string): Promise<void> {
  const client = await connectTo(url)
  try {
    const { rows } = await client.query<{ is: boolean }>(
      "SELECT rolsuper AS is FROM pg_roles WHERE rolname = current_user",
    )
    if (!rows[0]?.is) return
  } finally {
    await client.end()
  }
  throw new ClusterError(
    "The role of DATABASE_URL is a superuser, which production refuses. Make a role that owns the database " +
      "(CREATE ROLE appointed LOGIN PASSWORD '…'; ALTER DATABASE … OWNER TO appointed) and connect by it.",
  )
}

/** The server's URL. Starts or joins the embedded PostgreSQL when the settings name no server. */
export async function reachServer(
  config: Config,
  log: Log,
): Promise<{ url: string; cluster: Cluster | null }> {
  if (config.database.url !== null) return { url: config.database.url, cluster: null }
  const cluster = await openCluster({
    dataDir: config.dataDir,
    ownUser: config.isProduction,
    report: (event) => log.info({ job: "postgres", code: event }, "embedded PostgreSQL"),
  })
  return { url: cluster.url, cluster }
}
