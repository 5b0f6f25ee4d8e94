import { openClient } from "./client.ts"

/** What a server says of itself, for whoever checks an installation. */
export interface ServerState {
  /** `18` */
  majorVersion: number
  /** Whether the extension that the schema needs is there, or can be made. */
  offersBtreeGist: boolean
  /** By how many milliseconds its clock is ahead of this process's. */
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
