import { createHash } from "node:crypto"
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { type Binaries, findBinaries, makeReachable } from "./binaries.ts"
import { ClusterError } from "./cluster-error.ts"
import { canEnter, chooseServerUser, type ServerUser } from "./server-user.ts"

/** How much a crash of the machine may cost: nothing, or (for tests) everything. */
export type Durability = "full" | "none"

/** One embedded PostgreSQL: its places on the disk, its programs, its user. */
export type ClusterSite = {
  dataDirectory: string
  socketDirectory: string
  startLockFile: string
  ownerLockFile: string
  logFile: string
  binaries: Binaries
  user: ServerUser
  durability: Durability
}

/** A socket's whole path may have 103 bytes on macOS, 107 on Linux; `/.s.PGSQL.5432.lock` is part of it. */
const LONGEST_SOCKET_DIRECTORY_BYTES = 84

/** Makes the directory that holds a cluster and returns its real path. */
export function makeRoot(dataDir: string): string {
  mkdirSync(resolve(dataDir), { recursive: true, mode: 0o711 })
  return realpathSync(dataDir)
}

/** The lock that everything which starts, prepares or stops the cluster holds meanwhile. */
export function startLockFile(root: string): string {
  return join(root, "start.lock")
}

/**
 * Prepares the directories of the embedded cluster under `root`, so that both this process and PostgreSQL's
 * own user can use them. Throws ClusterError when that user cannot get there. Call it under the start lock.
 */
export function prepareSite(root: string, durability: Durability): ClusterSite {
  const dataDirectory = join(root, "postgres")
  const user = chooseServerUser(dataDirectory)
  if (user) openTheWay(root, user)
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
  }
}

/** Lets the server's user pass through the data directory itself; the directories above are not ours. */
function openTheWay(root: string, user: ServerUser): void {
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

/** The socket's directory is all that guards the database, so it is private and its owner is checked. */
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
