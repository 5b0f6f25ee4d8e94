/** The facts about a server and the way to it, for the check of an installation. */
import type { Client } from "pg"
import { connectTo } from "../../platform/pg/servers.ts"

/** A server's report about itself. */
export interface ServerState {
  /** `18` */
  majorVersion: number
  /** The extensions that the schema needs and that are neither installed nor can be. */
  missingExtensions: string[]
  /** How many milliseconds its clock is ahead of this process's. */
  clockAheadMs: number
}

const neededExtensions = ["btree_gist", "btree_gin", "pg_trgm"]

/** Asks the server at `url`. Throws the driver's error when it cannot be reached. */
export async function inspectServer(url: string, processNow: () => number): Promise<ServerState> {
  const client = await connectTo(url, { connectionTimeoutMillis: 5_000 })
  try {
    const version = await client.query<{ number: number; missing: string[] }>(
      `SELECT current_setting('server_version_num')::int AS number,
         ARRAY(SELECT unnest($1::text[]) EXCEPT SELECT name FROM pg_available_extensions) AS missing`,
      [neededExtensions],
    )
    const before = processNow()
    const clock = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at")
    const midway = (before + processNow()) / 2
    const { number, missing } = version.rows[0]!
    return {
      majorVersion: Math.floor(number / 10_000),
      missingExtensions: missing,
      clockAheadMs: clock.rows[0]!.at.getTime() - midway,
    }
  } finally {
    await client.end()
  }
}

export type PoolerFound = "none" | "by session" | "by transaction"

/**
 * Tells a pooler from the server: it numbers the sessions of its clients by itself. When two clients that are connected at
 * the same time meet the same session of the server, it lends sessions for less than a connection.
 */
export async function findPooler(url: string): Promise<PoolerFound> {
  const connect = () => connectTo(url, { connectionTimeoutMillis: 5_000 }) as Promise<NumberedClient>
  const clients = await Promise.all([connect(), connect()])
  try {
    const [first, second] = [await sessionsOf(clients[0]!), await sessionsOf(clients[1]!)]
    if (first.server === second.server) return "by transaction"
    return first.own === first.server ? "none" : "by session"
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** The driver keeps the number that its session got when it was opened. */
type NumberedClient = Client & { processID: number | null }

async function sessionsOf(client: NumberedClient): Promise<{ own: number | null; server: number }> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")
  return { own: client.processID, server: rows[0]!.pid }
}
