/** Connections outside the pool: for migrations, dumps and checks. */
import { Client, type ClientConfig } from "pg"

/**
 * Makes a client that is not connected yet. A connection that is lost fails the statement that meets the loss; a loss
 * between statements is no error, so the event is ignored.
 */
export function openClient(config: ClientConfig): Client {
  const client = new Client(config)
  client.on("error", () => {})
  return client
}

/** What a server reports about itself, for the check of an installation. */
export interface ServerState {
  /** `18` */
  majorVersion: number
  /** Whether the extension that the schema needs is installed or can be. */
  offersBtreeGist: boolean
  /** How many milliseconds its clock is ahead of this process's. */
  clockAheadMs: number
}

/** Asks the server at `url`. Throws the driver's error when it cannot be reached. */
export async function inspectServer(url: string, processNow: () => number): Promise<ServerState> {
  const client = openClient({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    const version = await client.query<{ number: number; offers: boolean }>(
      `SELECT current_setting('server_version_num')::int AS number,
         EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'btree_gist') AS offers`,
    )
    const before = processNow()
    const clock = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at")
    const midway = (before + processNow()) / 2
    const { number, offers } = version.rows[0]!
    return {
      majorVersion: Math.floor(number / 10_000),
      offersBtreeGist: offers,
      clockAheadMs: clock.rows[0]!.at.getTime() - midway,
    }
  } finally {
    await client.end()
  }
}
