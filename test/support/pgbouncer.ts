/** Debian's pgbouncer before the tests' PostgreSQL. */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"

export interface PgBouncer {
  /** The database of `url` through the pooler. */
  through(url: string): string
  stop(): Promise<void>
}

/** So many sessions of the server for any number of clients. */
const sessions = 3
const port = 6432

/** `mode` is pgbouncer's `pool_mode`. */
export async function startPgBouncer(
  url: string,
  mode: "transaction" | "session" = "transaction",
): Promise<PgBouncer> {
  const program = process.env.PGBOUNCER ?? "pgbouncer"
  if (spawnSync(program, ["--version"]).status !== 0) {
    throw new Error("The tests need the pooler pgbouncer. Run: sudo apt-get install -y pgbouncer")
  }
  const server = socketOf(url)
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"))
  const config = join(folder, "pgbouncer.ini")
  writeFileSync(config, configText(folder, server, mode))
  writeFileSync(join(folder, "users"), `"postgres" "${passwordIn(url)}"\n`)
  // Only PostgreSQL's own user may enter its socket's directory, and pgbouncer refuses to run as root.
  const { uid, gid } = statSync(server)
  chmodSync(folder, 0o755)
  if (process.getuid?.() === 0) chownSync(folder, uid, gid)
  const child = spawn(program, [config], {
    stdio: "ignore",
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  })
  const through = (address: string) =>
    `${address.replace(encodeURIComponent(server), encodeURIComponent(folder))}&port=${port}`
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, "exit")
      child.kill("SIGTERM")
      await exit
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilItAnswers(through(url))
  } catch (error) {
    await stop()
    throw error
  }
  return { through, stop }
}

const socketOf = (url: string) => decodeURIComponent(/[?&]host=([^&]+)/.exec(url)![1]!)

const passwordIn = (url: string) => decodeURIComponent(new URL(url.replace("@/", "@localhost/")).password)

const configText = (folder: string, server: string, mode: string) => `[databases]
* = host=${server}
[pgbouncer]
pool_mode = ${mode}
default_pool_size = ${sessions}
max_client_conn = 100
listen_addr =
listen_port = ${port}
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${folder}/users
syslog = 0
logfile = ${folder}/log
`

async function untilItAnswers(url: string): Promise<void> {
  const deadline = performance.now() + 10_000
  for (;;) {
    const client = new Client({ connectionString: url })
    client.on("error", () => {})
    try {
      await client.connect()
      await client.query("SELECT 1")
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(30)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
