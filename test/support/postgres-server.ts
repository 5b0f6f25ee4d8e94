/**
 * PostgreSQL servers of a test's own, out of the embedded programs, which it may kill: a primary, a copy of it taken by a
 * base backup, and a standby or a recovered server made of such a copy. The programs hold no pg_basebackup, so the backup is
 * made by SQL and a copy of the files, as PostgreSQL's manual says.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { chooseServerUser, findBinaries, makeReachable } from "../../service/host/database/binaries.ts"
import { connectTo } from "../../service/platform/pg/servers.ts"

const run = promisify(execFile)

export interface PostgresServer {
  port: number
  directory: string
  /** A database of it, by the superuser's role, over TCP. */
  urlOf(database: string): string
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>
  kill(): Promise<void>
  stop(): Promise<void>
  /** Stops all its processes where they are: it takes connections and never answers. */
  hang(): Promise<void>
  /** Ends a hang. */
  goOn(): void
}

export type Settings = Readonly<Record<string, string>>

/** The user that runs PostgreSQL here owns the directory `folder`. */
export interface ServerSite {
  folder: string
  /** Makes the data directory `name` and starts a server on it. */
  makePrimary(name: string, port: number, settings?: Settings): Promise<PostgresServer>
  /** Copies the files of a running server into the data directory `name`, fit to recover from. */
  backUp(server: PostgresServer, name: string): Promise<void>
  /** Starts a server on a copy. `signal` names the file that says what it is to do. */
  startCopy(
    name: string,
    port: number,
    signal: "standby.signal" | "recovery.signal",
    settings: Settings,
  ): Promise<PostgresServer>
  /** Writes a file that only the server can read. */
  writePrivate(name: string, content: string): string
}

export function createServerSite(folder: string): ServerSite {
  chmodSync(folder, 0o755)
  const user = chooseServerUser(join(folder, "none"))
  const { directory: programs } = makeReachable(findBinaries(), user, join(folder, "binaries"))
  const place = { ...user, cwd: "/", env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } }
  const own = (path: string) => {
    if (user) chownSync(path, user.uid, user.gid)
  }

  async function start(name: string, port: number, settings: Settings): Promise<PostgresServer> {
    const directory = join(folder, name)
    const all = { ...always, port: String(port), ...settings }
    const options = Object.entries(all).flatMap(([key, value]) => ["-c", `${key}=${value}`])
    const child = spawn(join(programs, "bin/postgres"), ["-D", directory, ...options], {
      ...place,
      stdio: ["ignore", "ignore", "pipe"],
    })
    const said: string[] = []
    child.stderr.on("data", (chunk: Buffer) => said.push(String(chunk)))
    const urlOf = (database: string) => `postgresql://postgres@localhost:${port}/${database}`
    await untilItAnswers(child, urlOf("postgres"), said)
    let stopped: number[] = []
    const goOn = () => {
      for (const pid of stopped.splice(0)) signalProcess(pid, "SIGCONT")
    }
    const end = async (signal: "SIGKILL" | "SIGINT") => {
      if (child.exitCode !== null || child.signalCode !== null) return
      goOn()
      const exit = once(child, "exit")
      child.kill(signal)
      await exit
    }
    return {
      port,
      directory,
      urlOf,
      async query<Row>(sql: string, values: unknown[] = []) {
        const client = await connectTo(urlOf("postgres"))
        try {
          return (await client.query(sql, values)).rows as Row[]
        } finally {
          await client.end()
        }
      },
      kill: () => end("SIGKILL"),
      stop: () => end("SIGINT"),
      async hang() {
        // The first one alone begins others, so that no new one escapes once it stands still.
        signalProcess(child.pid!, "SIGSTOP")
        stopped = [child.pid!, ...(await childrenOf(child.pid!))]
        for (const pid of stopped) signalProcess(pid, "SIGSTOP")
      },
      goOn,
    }
  }

  return {
    folder,
    async makePrimary(name, port, settings = {}) {
      const directory = join(folder, name)
      mkdirSync(directory, { mode: 0o700 })
      own(directory)
      const access = ["--username=postgres", "--auth=trust", "--no-instructions", "--no-sync"]
      await run(
        join(programs, "bin/initdb"),
        [`--pgdata=${directory}`, "--encoding=UTF8", "--locale=C", ...access],
        place,
      )
      return start(name, port, settings)
    },
    async backUp(server, name) {
      const target = join(folder, name)
      rmSync(target, { recursive: true, force: true })
      const client = await connectTo(server.urlOf("postgres"))
      try {
        await client.query("SELECT pg_backup_start('test', true)")
        await run("cp", ["-a", server.directory, target])
        const { rows } = await client.query("SELECT labelfile FROM pg_backup_stop(false)")
        for (const file of ["postmaster.pid", "postmaster.opts"]) rmSync(join(target, file), { force: true })
        empty(join(target, "pg_replslot"))
        empty(join(target, "pg_wal"))
        mkdirSync(join(target, "pg_wal/archive_status"), { mode: 0o700 })
        own(join(target, "pg_wal/archive_status"))
        writeFileSync(join(target, "backup_label"), rows[0].labelfile)
        own(join(target, "backup_label"))
      } finally {
        await client.end()
      }
    },
    startCopy(name, port, signal, settings) {
      writeFileSync(join(folder, name, signal), "")
      own(join(folder, name, signal))
      return start(name, port, settings)
    },
    writePrivate(name, content) {
      const path = join(folder, name)
      writeFileSync(path, content, { mode: 0o600 })
      own(path)
      return path
    },
  }
}

/** A server that is killed loses nothing that the system has taken from it, so nothing is forced to the disk here. */
const always: Settings = {
  listen_addresses: "localhost",
  unix_socket_directories: "",
  fsync: "off",
  shared_buffers: "32MB",
  max_wal_senders: "4",
  wal_keep_size: "64MB",
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="])
  const pairs = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child, parent]) => (parent === pid ? child! : []))
}

/** It may have ended meanwhile. */
function signalProcess(pid: number, signal: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

function empty(directory: string): void {
  for (const entry of readdirSync(directory)) rmSync(join(directory, entry), { recursive: true })
}

const startWithinMs = 30_000

/** Until it takes connections: a standby does when what it has is consistent. */
async function untilItAnswers(child: ChildProcess, url: string, said: readonly string[]): Promise<void> {
  const deadline = performance.now() + startWithinMs
  for (;;) {
    const client = await connectTo(url).catch(() => null)
    if (client) return client.end()
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start: ${said.join("")}`)
    }
    await sleep(30)
  }
}

/** Makes `standby` a primary; resolves when it takes writes. */
export async function promote(standby: PostgresServer): Promise<void> {
  const [row] = await standby.query<{ promoted: boolean }>("SELECT pg_promote(true, 30) AS promoted")
  if (!row?.promoted) throw new Error("the standby was not promoted")
}
