import { setTimeout as sleep } from "node:timers/promises"
import { connectTo } from "../../platform/pg/servers.ts"
import { ClusterError } from "./cluster-error.ts"
import { askForPassword, CLUSTER_NAME, clusterUrl, SUPERUSER } from "./cluster-password.ts"
import {
  type ClusterSite,
  type Durability,
  makeRoot,
  prepareDataDirectory,
  prepareSite,
  startLockFile,
} from "./cluster-site.ts"
import { type FileLock, lock, tryLock } from "./file-lock.ts"
import {
  findPostmaster,
  type Postmaster,
  runsAsWanted,
  startPostmaster,
  stopPostmaster,
  waitUntilReady,
} from "./postmaster.ts"

/** An event of an embedded cluster, for the log. `adopted`: taken over from a process that died. */
export type ClusterEvent = "started" | "adopted" | "joined" | "stopped" | "lost"

export type ClusterOptions = {
  dataDir: string
  durability?: Durability
  /** True where PostgreSQL needs a user of its own, which `nobody` is not. */
  ownUser?: boolean
  /** Called for each event; never throws. */
  report?: (event: ClusterEvent) => void
}

/** An embedded PostgreSQL that this process uses. */
export type Cluster = {
  /** A connection string; another process of the same user may take it as its DATABASE_URL. */
  url: string
  /** The same database by the superuser's role, for tests and measurements. */
  adminUrl: string
  /** True where this process owns PostgreSQL: it started it, or took it over from a process that died. */
  startedHere(): boolean
  /** Stops PostgreSQL if this process owns it. A PostgreSQL that was joined keeps running. */
  stop(): Promise<void>
}

/** This process's part in the cluster. The owner keeps PostgreSQL running; `ownership` is null for a process that joined. */
type Part = { postmaster: Postmaster; ownership: FileLock | null }

type Report = (event: ClusterEvent) => void

const LOCK_TIMEOUT_MS = 90_000
const OWNER_TIMEOUT_MS = 30_000
const RETRY_MS = 100
const RESTART_PAUSE_MS = 1_000

/**
 * Starts the embedded PostgreSQL in `dataDir`, or joins the one that runs there already, or takes over one
 * whose starter was killed. While this process lives, PostgreSQL is started again whenever it ends.
 * Throws ClusterError with a message for the operator when it cannot run.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const report = options.report ?? (() => {})
  const root = makeRoot(options.dataDir)
  const site = await underLock(startLockFile(root), async () =>
    prepareSite(root, options.durability ?? "full", options.ownUser ?? false),
  )
  return supervise(site, await enter(site, null, report), report)
}

function supervise(site: ClusterSite, firstPart: Part, report: Report): Cluster {
  let part = firstPart
  const stopRequest = Promise.withResolvers<"stop">()
  let stopped: Promise<void> | null = null

  async function watch(): Promise<void> {
    while ((await Promise.race([part.postmaster.gone, stopRequest.promise])) !== "stop") {
      report("lost")
      await reenter()
    }
  }
  async function reenter(): Promise<void> {
    while (!stopped) {
      try {
        part = await enter(site, part.ownership, report)
        return
      } catch {
        report("lost")
        await Promise.race([sleep(RESTART_PAUSE_MS), stopRequest.promise])
      }
    }
  }
  async function leave(): Promise<void> {
    stopRequest.resolve("stop")
    await watching
    const { postmaster, ownership } = part
    if (!ownership) return
    await underLock(site.startLockFile, async () => {
      await stopPostmaster(postmaster)
      ownership.release()
    })
    report("stopped")
  }
  const watching = watch()
  return {
    url: clusterUrl(site, CLUSTER_NAME, CLUSTER_NAME),
    adminUrl: clusterUrl(site, SUPERUSER, CLUSTER_NAME),
    startedHere: () => part.ownership !== null,
    stop: () => {
      stopped ??= leave()
      return stopped
    },
  }
}

/** Starts, adopts or joins PostgreSQL; `held` is the ownership that this process already has. */
async function enter(site: ClusterSite, held: FileLock | null, report: Report): Promise<Part> {
  for (let waitedMs = 0; waitedMs < OWNER_TIMEOUT_MS; waitedMs += RETRY_MS) {
    const part = await underLock(site.startLockFile, () => tryEnter(site, held, report))
    if (part) return part
    await sleep(RETRY_MS)
  }
  throw new ClusterError(
    `Another process owns PostgreSQL in ${site.dataDirectory}, but it has not been running for ` +
      `${OWNER_TIMEOUT_MS / 1000} seconds; see ${site.logFile}`,
  )
}

/** Null when another process owns PostgreSQL and has not started it yet. */
async function tryEnter(site: ClusterSite, held: FileLock | null, report: Report): Promise<Part | null> {
  const ownership = held ?? tryLock(site.ownerLockFile)
  const running = findPostmaster(site)
  try {
    if (!ownership) return running && (await join(site, running, report))
    if (running && runsAsWanted(site)) {
      await waitUntilReady(running, site)
      await askForPassword(site, running.pid)
      report("adopted")
      return { postmaster: running, ownership }
    }
    if (running) await stopPostmaster(running)
    return { postmaster: await start(site, report), ownership }
  } catch (error) {
    if (ownership !== held) ownership?.release()
    throw error
  }
}

async function join(site: ClusterSite, running: Postmaster, report: Report): Promise<Part> {
  await waitUntilReady(running, site)
  report("joined")
  return { postmaster: running, ownership: null }
}

async function start(site: ClusterSite, report: Report): Promise<Postmaster> {
  await prepareDataDirectory(site)
  const postmaster = await startPostmaster(site)
  await askForPassword(site, postmaster.pid)
  await makeDatabase(site)
  report("started")
  return postmaster
}

/** Makes the service's database where it is missing. */
async function makeDatabase(site: ClusterSite): Promise<void> {
  const client = await connectTo(clusterUrl(site, SUPERUSER, "postgres"))
  try {
    const databases = await client.query("SELECT FROM pg_database WHERE datname = $1", [CLUSTER_NAME])
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${CLUSTER_NAME} OWNER ${CLUSTER_NAME}`)
  } finally {
    await client.end()
  }
}

async function underLock<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  const held = await lock(lockFile, LOCK_TIMEOUT_MS)
  try {
    return await work()
  } finally {
    held.release()
  }
}
