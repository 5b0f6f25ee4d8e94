/** The directories of an embedded PostgreSQL. */

import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { ownCommand } from "../config/own-command.ts"
import {
  type Binaries,
  canEnter,
  chooseServerUser,
  findBinaries,
  makeReachable,
  type ServerUser,
} from "./binaries.ts"
import { ClusterError } from "./cluster-error.ts"
import { passwordIn, SUPERUSER } from "./cluster-password.ts"

/** With `full` a crash of the machine loses nothing; `none`, for tests, is faster and may lose everything. */
export type Durability = "full" | "none"

/** The files of one embedded PostgreSQL, its programs and its user. */
export type ClusterSite = {
  dataDirectory: string
  socketDirectory: string
  startLockFile: string
  ownerLockFile: string
  logFile: string
  binaries: Binaries
  user: ServerUser
  durability: Durability
  /** The password of the superuser and of the service's role. */
  password: string
}

/** A socket's path is limited to 103 bytes on macOS and 107 on Linux, `/.s.PGSQL.5432.lock` included. */
const LONGEST_SOCKET_DIRECTORY_BYTES = 84

/** Makes the directory that holds a cluster and returns its real path. */
export function makeRoot(dataDir: string): string {
  try {
    mkdirSync(resolve(dataDir), { recursive: true, mode: 0o711 })
  } catch (error) {
    throw new ClusterError(
      `DATA_DIR ${dataDir} cannot be made: ${(error as Error).message}. Set it to a directory that this user owns.`,
    )
  }
  return realpathSync(dataDir)
}

/** Held while a process prepares, starts or stops the cluster. */
export function startLockFile(root: string): string {
  return join(root, "start.lock")
}

/**
 * Prepares the directories of the embedded cluster under `root`, so that this process and PostgreSQL's own user can use
 * them. Throws ClusterError when that user cannot reach them. The caller holds the start lock.
 */
export function prepareSite(root: string, durability: Durability, ownUser: boolean): ClusterSite {
  const dataDirectory = join(root, "postgres")
  const user = chooseServerUser(dataDirectory, { ownUser })
  if (user) openRootFor(root, user)
  const socketDirectory = makeSocketDirectory(root, user)
  const copies = join(root, "binaries")
  return {
    dataDirectory,
    socketDirectory,
    startLockFile: startLockFile(root),
    ownerLockFile: join(root, "owner.lock"),
    logFile: join(root, "postgres.log"),
    binaries: makeReachable(findBinaries(), user, copies),
    user,
    durability,
    password: passwordIn(root),
  }
}

/** Lets the server's user enter `root`. Never changes the directories above it, which belong to the machine. */
function openRootFor(root: string, user: ServerUser): void {
  if (canEnter(root, user)) return
  if (canEnter(dirname(root), user)) {
    chmodSync(root, (statSync(root).mode & 0o777) | 0o011)
    if (canEnter(root, user)) return
  }
  throw new ClusterError(
    `PostgreSQL cannot run as root, and the user it runs as (uid ${user?.uid}) cannot enter ${root}, ` +
      "because a directory above it is closed. Set DATA_DIR to a place such as /var/lib/appointed.",
  )
}

/** A first wall around the database, beside its password: private and owned by the server's user. */
function makeSocketDirectory(root: string, user: ServerUser): string {
  const inside = join(root, "run")
  const short = Buffer.byteLength(inside) <= LONGEST_SOCKET_DIRECTORY_BYTES
  const name = createHash("sha256").update(root).digest("hex").slice(0, 16)
  const directory = short ? inside : `/tmp/appointed-${name}`
  if (!existsSync(directory)) {
    mkdirSync(directory, { mode: 0o700 })
    if (user) chownSync(directory, user.uid, user.gid)
  }
  const found = lstatSync(directory)
  const owner = user?.uid ?? process.getuid?.()
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new ClusterError(
      `${directory}, meant for PostgreSQL's socket, is not a private directory of the user that runs it ` +
        `(uid ${owner}). Remove it or set DATA_DIR to another place.`,
    )
  }
  return directory
}

const run = promisify(execFile)

/**
 * Makes the data directory if there is none. It gets its name only when it is complete, so that a crash leaves no half
 * directory under that name. Throws ClusterError for data of another major version of PostgreSQL.
 */
export async function prepareDataDirectory(site: ClusterSite): Promise<void> {
  const versionFile = join(site.dataDirectory, "PG_VERSION")
  if (existsSync(versionFile)) return refuseOtherMajor(readFileSync(versionFile, "utf8").trim(), site)
  const unfinished = `${site.dataDirectory}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (site.user) chownSync(unfinished, site.user.uid, site.user.gid)
  await initialise(site, unfinished)
  renameSync(unfinished, site.dataDirectory)
}

async function initialise(site: ClusterSite, directory: string): Promise<void> {
  const settings = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
  const access = [`--username=${SUPERUSER}`, "--auth=trust", "--no-instructions"]
  const speed = site.durability === "none" ? ["--no-sync"] : []
  const program = join(site.binaries.directory, "bin", "initdb")
  try {
    await run(program, [`--pgdata=${directory}`, ...settings, ...access, ...speed], {
      ...site.user,
      cwd: "/",
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    })
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr || (error as Error).message).trim()
    throw new ClusterError(`PostgreSQL's data directory ${site.dataDirectory} could not be made: ${said}`)
  }
}

function refuseOtherMajor(found: string, site: ClusterSite): void {
  if (found === site.binaries.major) return
  throw new ClusterError(
    `${site.dataDirectory} was written by PostgreSQL ${found}; this release runs PostgreSQL ${site.binaries.major}. ` +
      `With the release that wrote it run \`${ownCommand("dump backup.dump")}\`, move the directory away, ` +
      `and with this release run \`${ownCommand("restore backup.dump")}\`.`,
  )
}
