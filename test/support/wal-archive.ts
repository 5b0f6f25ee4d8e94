/** A server that archives its WAL, and its copy brought back to a moment, as docs/operations.md says. */
import { chmodSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "./free-port.ts"
import type { PostgresServer, ServerSite } from "./postgres-server.ts"

const archiveOf = ({ folder }: ServerSite) => join(folder, "archive")

export async function makeArchiving(servers: ServerSite): Promise<PostgresServer> {
  const archive = archiveOf(servers)
  mkdirSync(archive)
  chmodSync(archive, 0o777)
  return servers.makePrimary("primary", await freePort(), {
    archive_mode: "on",
    archive_command: `cp %p ${archive}/%f`,
  })
}

/** The server's time, to come back to. */
export async function momentOf(server: PostgresServer): Promise<string> {
  const [row] = await server.query<{ now: string }>("SELECT clock_timestamp()::text AS now")
  return row!.now
}

/** Ends the server, and starts its copy as it was at the moment. It takes writes a little later. */
export async function bringBack(
  servers: ServerSite,
  primary: PostgresServer,
  { copy, moment }: { copy: string; moment: string },
): Promise<PostgresServer> {
  await primary.query("SELECT pg_switch_wal()")
  await primary.stop()
  return servers.startCopy(copy, await freePort(), "recovery.signal", {
    restore_command: `cp ${archiveOf(servers)}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: "promote",
  })
}
