/** Opens the database that the settings name: a server, or the embedded PostgreSQL; migrated, or only checked. */

import { type Database, type DatabaseOptions, type Db, openDatabase } from "../../platform/pg/database.ts"
import { readingFrom } from "../../platform/pg/replica.ts"
import { connectTo } from "../../platform/pg/servers.ts"
import { DatabaseWatch } from "../../platform/pg/watch.ts"
import type { Log } from "../../platform/ports.ts"
import type { Config } from "../config/config-shape.ts"
import { type Cluster, openCluster } from "./cluster.ts"
import { ClusterError } from "./cluster-error.ts"
import { migrate } from "./migrate.ts"

export interface Storage {
  db: Database
  /** For what may lag. */
  readDb: Db
  /** The same two over connections of their own, for work that may take long. */
  long: { db: Database; readDb: Db }
  /** A few connections of its own, which are not greeted: to look at a server before any other may use it. */
  ungreeted: Database
  url: string
  close(): Promise<void>
}

export type StorageOptions = Pick<DatabaseOptions, "journal" | "greet"> & {
  /** Aborted before the database is open, it opens none and throws. */
  signal?: AbortSignal | undefined
}

/** A report or a board that takes longer is given up, so that the next one finds a connection. */
const longStatementSeconds = 10

export async function openStorage(
  config: Config,
  log: Log,
  { journal = null, greet, signal }: StorageOptions = {},
): Promise<Storage> {
  const { url, cluster } = await reachServer(config, log)
  try {
    if (config.isProduction) await refuseSuperuser(url)
    signal?.throwIfAborted()
    await migrate(url, { mode: config.database.migrate, signal })
  } catch (error) {
    await cluster?.stop()
    throw error
  }
  const { poolSize, longPoolSize, pooler, listenUrl, readUrl } = config.database
  const onChange = (name: string, hangs: boolean) =>
    hangs ? log.error({ code: name }, "a server hangs") : log.info({ code: name }, "the server answers again")
  const replicaWatch = readUrl === null ? null : new DatabaseWatch({ url: readUrl, onChange })
  const watch = new DatabaseWatch({ url, onChange, beside: replicaWatch ? [replicaWatch] : [] })
  await Promise.all([watch.begin(), replicaWatch?.begin()])
  const open = (
    connectionString: string,
    forLongWork: boolean,
    own: Pick<DatabaseOptions, "journal" | "greet"> = {},
  ) =>
    openDatabase({
      ...own,
      watch: connectionString === readUrl ? replicaWatch : watch,
      connection: { connectionString, application_name: "appointed" },
      poolSize: forLongWork ? longPoolSize : poolSize,
      ...(forLongWork ? { statementTimeoutSeconds: longStatementSeconds } : {}),
      pooler,
      listenUrl,
      onIdleError: (error) => log.warn({ code: error.name }, "an idle database connection broke"),
      onWritesLost: (code) => log.error({ code }, "the database cannot write"),
    })
  const kept = { journal, ...(greet ? { greet } : {}) }
  const db = open(url, false, kept)
  const longDb = open(url, true, kept)
  const ungreeted = open(url, false, { journal })
  const replica = readUrl === null ? null : open(readUrl, false)
  const longReplica = readUrl === null ? null : open(readUrl, true)
  return {
    db,
    readDb: replica === null ? db : readingFrom(replica, db),
    long: { db: longDb, readDb: longReplica === null ? longDb : readingFrom(longReplica, longDb) },
    ungreeted,
    url,
    async close() {
      // Together: a statement that still runs when a stop has lost its patience ends with its server.
      const pools = [db, longDb, ungreeted, replica, longReplica].map((pool) => pool?.close())
      await Promise.all([...pools, watch.close(), replicaWatch?.close(), cluster?.stop()])
    },
  }
}

/** A fault in a statement can then reach only this database, and neither the server's files nor its other databases. */
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
