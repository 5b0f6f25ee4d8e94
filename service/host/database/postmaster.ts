import { execFileSync, spawn } from "node:child_process"
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { totalmem } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { ClusterError } from "./cluster-error.ts"
import type { ClusterSite } from "./cluster-site.ts"

/** A running PostgreSQL. `gone` resolves when the process has ended for any reason. */
export type Postmaster = { pid: number; gone: Promise<void>; hasGone(): boolean }

const START_TIMEOUT_MS = 60_000
const FAST_SHUTDOWN_MS = 30_000
const POLL_MS = 20
const WATCH_MS = 250
const LINGERING = /pre-existing shared memory block|lock file "[^"]*" already exists|is still in use/
const LINGERING_TRIES = 50
const LINGERING_PAUSE_MS = 200
const LARGEST_LOG_BYTES = 10_000_000

/**
 * Starts PostgreSQL and waits until it accepts connections. After a crash the old backends live on for a moment and
 * prevent a new start, so this retries while they do.
 */
export async function startPostmaster(site: ClusterSite): Promise<Postmaster> {
  rmSync(join(site.dataDirectory, "postmaster.pid"), { force: true })
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryStart(site)
    if (typeof outcome !== "string") return outcome
    if (!LINGERING.test(outcome) || attempt === LINGERING_TRIES) {
      throw new ClusterError(`PostgreSQL did not start (its log is ${site.logFile}): ${outcome}`)
    }
    await sleep(LINGERING_PAUSE_MS)
  }
}

/** The PostgreSQL that runs on this data directory, started by any process; null when none runs. */
export function findPostmaster(site: ClusterSite): Postmaster | null {
  const pid = Number(readPidFile(site)[0])
  if (!pid || !isPostmaster(pid, site)) return null
  const isAlive = () => isPostmaster(pid, site)
  return { pid, gone: watch(isAlive), hasGone: () => !isAlive() }
}

/** True where the running PostgreSQL was started from this release's programs with this release's settings. */
export function runsAsWanted(site: ClusterSite): boolean {
  const wanted = [programOf(site), ...postmasterArguments(site).map((argument) => `"${argument}"`)].join(" ")
  return readText(join(site.dataDirectory, "postmaster.opts")).trim() === wanted
}

/** Waits until it accepts connections or has ended. Throws ClusterError when neither happens within a minute. */
export async function waitUntilReady(postmaster: Postmaster, site: ClusterSite): Promise<void> {
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += POLL_MS) {
    const lines = readPidFile(site)
    if (Number(lines[0]) === postmaster.pid && lines[7]?.trim() === "ready") return
    if (postmaster.hasGone()) return
    await sleep(POLL_MS)
  }
  throw new ClusterError(`PostgreSQL is not ready after ${START_TIMEOUT_MS / 1000} s; see ${site.logFile}`)
}

/** Stops it: a fast shutdown, and an immediate one when that takes more than 30 seconds. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    try {
      process.kill(postmaster.pid, signal)
    } catch {
      return
    }
    if (await endsWithin(postmaster, FAST_SHUTDOWN_MS)) return
  }
}

/** Resolves to the running postmaster, or to the log's text when it did not start. */
async function tryStart(site: ClusterSite): Promise<Postmaster | string> {
  rotate(site.logFile)
  const log = openSync(site.logFile, "a", 0o600)
  const logStart = statSync(site.logFile).size
  const child = spawn(programOf(site), postmasterArguments(site), {
    ...site.user,
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
  })
  closeSync(log)
  child.unref()
  let refusal = ""
  let hasGone = false
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
    child.once("error", (error) => {
      refusal = error.message
      resolve()
    })
  }).then(() => {
    hasGone = true
  })
  const postmaster = { pid: child.pid ?? 0, gone, hasGone: () => hasGone }
  await waitUntilReady(postmaster, site)
  if (!hasGone) return postmaster
  return refusal || readFileSync(site.logFile).subarray(logStart).toString().trim()
}

function programOf(site: ClusterSite): string {
  return join(site.binaries.directory, "bin", "postgres")
}

function readPidFile(site: ClusterSite): string[] {
  return readText(join(site.dataDirectory, "postmaster.pid")).split("\n")
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** Checks the command line, since another program may have the process id now. A zombie has none and does not count. */
function isPostmaster(pid: number, site: ClusterSite): boolean {
  const command = commandLine(pid)
  return command.includes("postgres") && command.includes(site.dataDirectory)
}

function commandLine(pid: number): string {
  if (process.platform === "linux") return readText(`/proc/${pid}/cmdline`)
  try {
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], {
      stdio: ["ignore", "pipe", "ignore"],
    }).toString()
  } catch {
    return ""
  }
}

/** Resolves when the process ends. Polls, since the process is not a child of this one. */
function watch(isAlive: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive()) return
      clearInterval(timer)
      resolve()
    }, WATCH_MS)
    timer.unref()
  })
}

async function endsWithin(postmaster: Postmaster, timeoutMs: number): Promise<boolean> {
  const patience = new AbortController()
  const timeout = sleep(timeoutMs, false, { signal: patience.signal }).catch(() => false)
  const ended = await Promise.race([postmaster.gone.then(() => true), timeout])
  patience.abort()
  return ended
}

function rotate(logFile: string): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG_BYTES)
    renameSync(logFile, `${logFile}.1`)
}

/**
 * For a service on a small shared machine. On a large one an operator runs a server and sets DATABASE_URL. Settings that a
 * session may choose are not here: the service sets them in each session, on any server (platform/pg/database.ts).
 */
const ALWAYS: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "100",
  maintenance_work_mem: "64MB",
  timezone: "UTC",
  log_timezone: "UTC",
  shared_preload_libraries: "pg_stat_statements",
  client_connection_check_interval: "5s",
}

/**
 * The server keeps as much of the data at hand as the machine, or its container, can spare beside the service: an eighth of the
 * memory, within 128 MB and 1 GB. With ten thousand companies a search then takes a tenth less of a core.
 *
 * @param memoryBytes of the machine or its container
 */
export function memorySettings(memoryBytes: number): Record<string, string> {
  const megabytes = Math.floor(memoryBytes / 1_048_576)
  return {
    shared_buffers: `${Math.min(Math.max(Math.floor(megabytes / 8), 128), 1_024)}MB`,
    effective_cache_size: `${Math.max(Math.floor(megabytes / 2), 512)}MB`,
  }
}

/** The server's log leaves out statements and the details of errors, since both hold personal data. */
const QUIET_LOG: Record<string, string> = {
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  log_parameter_max_length_on_error: "0",
  log_checkpoints: "off",
}

const WITHOUT_DURABILITY: Record<string, string> = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_wal_size: "4GB",
}

/** The arguments of PostgreSQL's command line for this site. */
export function postmasterArguments(site: ClusterSite): string[] {
  const isForTests = site.durability === "none"
  const ownMemoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  const settings = {
    ...ALWAYS,
    ...QUIET_LOG,
    ...memorySettings(isForTests ? 0 : ownMemoryBytes),
    ...(isForTests ? WITHOUT_DURABILITY : {}),
    cluster_name: `appointed-${site.binaries.version}`,
    unix_socket_directories: site.socketDirectory,
  }
  return [
    "-D",
    site.dataDirectory,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]
}
