/** A context over an embedded PostgreSQL of its own, with fsync on, in a directory that is removed at the end. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import { systemClock } from "../service/host/adapters/system.ts"
import { createContext } from "../service/host/compose.ts"
import { openCluster } from "../service/host/database/cluster.ts"
import { migrate } from "../service/host/database/migrate.ts"
import type { AppContext } from "../service/platform/context.ts"
import { openDatabase } from "../service/platform/pg/database.ts"
import { ensurePartitions } from "../service/platform/pg/partitions.ts"
import type { Log } from "../service/platform/ports.ts"
import { createApi } from "../service/ways-in/company-api/api.ts"

/** When benchmarks take place: shortly before clocks change in America and in Europe. */
export const benchNow = Date.UTC(2027, 1, 25, 12)

export const quietLog: Log = {
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}

export interface BenchContext {
  context: AppContext
  /** The URL of the database, by its superuser. */
  url: string
  /** Another migrated database on the same PostgreSQL. */
  another(name: string): Promise<AppContext>
  close(): Promise<void>
}

/** The clock runs on from `benchNow`. */
export async function openBenchContext(poolSize: number): Promise<BenchContext> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-"))
  const cluster = await openCluster({ dataDir, durability: "full" })
  const contexts: AppContext[] = []
  const open = async (url: string) => {
    const context = await openContextAt(url, poolSize)
    contexts.push(context)
    return context
  }
  // By the superuser: benchmarks make databases, load data without triggers and read what PostgreSQL counts.
  const context = await open(cluster.adminUrl)
  return {
    context,
    url: cluster.adminUrl,
    async another(name) {
      await context.db.query(`CREATE DATABASE ${name}`)
      return open(cluster.adminUrl.replace(/@\/[^?]+/, `@/${name}`))
    },
    async close() {
      for (const each of contexts) await each.db.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The company API over the context, as it is served, without a log. */
export const benchApi = (context: AppContext): FastifyInstance =>
  createApi(context, { log: quietLog, trustProxyHops: 0, newestMigration: 0 })

async function openContextAt(url: string, poolSize: number): Promise<AppContext> {
  await migrate(url)
  const db = openDatabase({ connection: { connectionString: url }, poolSize })
  await ensurePartitions(db, benchNow)
  return createContext({
    db,
    clock: systemClock(benchNow - Date.now()),
    log: quietLog,
    bookUrl: "http://book.example",
    anyNumberMayRegister: true,
    encryptionKeys: [{ id: "e1", key: Buffer.alloc(32, 1) }],
    linkKeys: [{ id: "l1", key: Buffer.alloc(32, 2) }],
  })
}
