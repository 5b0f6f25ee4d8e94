import { execFileSync, spawn } from "node:child_process"
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { ClusterError } from "./cluster-error.ts"
import type { ClusterSite } from "./cluster-site.ts"
import { postmasterArguments } from "./postmaster-settings.ts"

/** A running PostgreSQL. `gone` settles when it has ended, for whatever reason. */
export type Postmaster = { pid: number; gone: Promise<void>; hasGone(): boolean }

const START_TIMEOUT_MS = 60_000
const FAST_SHUTDOWN_MS = 30_000
const POLL_MS = 20
const WATCH_MS = 250
const LINGERING = /pre-existing shared memory block|lock file .* already exists|is still in use/
const LINGERING_TRIES = 50
const LINGERING_PAUSE_MS = 200
const LARGEST_LOG_BYTES = 10_000_000

/**
 * Starts PostgreSQL and waits until it takes connections. After a crash its old backends linger for a moment
 * and keep a new one from starting; that is waited out.
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

/** The PostgreSQL that runs on this data directory, whoever started it; null when none does. */
export function findPostmaster(site: ClusterSite): Postmaster | null {
  const pid = Number(readPidFile(site)[0])
  if (!pid || !isPostmaster(pid, site)) return null
  const isAlive = () => isPostmaster(pid, site)
  return { pid, gone: watch(isAlive), hasGone: () => !isAlive() }
}

/** Whether the running PostgreSQL was started from these programs with these settings. */
export function runsAsWanted(site: ClusterSite): boolean {
  const wanted = [programOf(site), ...postmasterArguments(site).map((argument) => `"${argument}"`)].join(" ")
  return readText(join(site.dataDirectory, "postmaster.opts")).trim() === wanted
}

/** Waits until it takes connections. Throws ClusterError when it does not within a minute. */
export async function waitUntilReady(postmaster: Postmaster, site: ClusterSite): Promise<void> {
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += POLL_MS) {
    const lines = readPidFile(site)
    if (Number(lines[0]) === postmaster.pid && lines[7]?.trim() === "ready") return
    if (postmaster.hasGone()) return
    await sleep(POLL_MS)
  }
  throw new ClusterError(`PostgreSQL is not ready after ${START_TIMEOUT_MS / 1000} s; see ${site.logFile}`)
}

/** Stops it: ends its sessions, writes everything to the disk. Without an answer, at once and the hard way. */
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

/** Resolves to the running postmaster, or to what its log says about why there is none. */
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

/** A process id may have passed to another program since; a zombie has no command line and does not count. */
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

/** Watches a process that is nobody's child here. */
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
