import { accessSync, constants, existsSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import { ClusterError } from "./cluster-error.ts"

/** A lock on a file. The kernel releases it when the process that holds it ends, even by SIGKILL. */
export type FileLock = { release(): void }

const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_CANTOPEN = 14
const RETRY_MS = 25

/**
 * Takes the lock, or returns null when this or another process holds it.
 *
 * Node offers no file locks of its own. SQLite does, through the same kernel call on every system, and an
 * exclusive transaction on an empty database writes nothing.
 */
export function tryLock(path: string): FileLock | null {
  let database: DatabaseSync | null = null
  try {
    if (!existsSync(path)) writeFileSync(path, "", { flag: "a", mode: 0o600 })
    // On a file that it may only read SQLite would take no lock, and say that it did.
    accessSync(path, constants.W_OK)
    database = new DatabaseSync(path, { timeout: 0 })
    database.exec("BEGIN EXCLUSIVE")
  } catch (error) {
    database?.close()
    const { errcode, code } = error as { errcode?: number; code?: string }
    if (errcode === SQLITE_BUSY) return null
    if ([SQLITE_READONLY, SQLITE_CANTOPEN].includes(errcode!) || code === "EACCES" || code === "EROFS")
      throw notOurs(path)
    throw error
  }
  const held = database
  return { release: () => held.close() }
}

/** Most often another user, such as root, has started the service there before. */
const notOurs = (path: string) =>
  new ClusterError(
    `This user (uid ${process.getuid?.()}) cannot write to ${path}. Give ${dirname(path)} and all in it to this user, or set ` +
      "DATA_DIR to a directory of its own.",
  )

/** Waits for the lock. Throws ClusterError when it is still held after `timeoutMs`. */
export async function lock(path: string, timeoutMs: number): Promise<FileLock> {
  const attempts = Math.ceil(timeoutMs / RETRY_MS)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const taken = tryLock(path)
    if (taken) return taken
    await sleep(RETRY_MS)
  }
  throw new ClusterError(`Another process has held ${path} for ${timeoutMs / 1000} seconds; is it hanging?`)
}
