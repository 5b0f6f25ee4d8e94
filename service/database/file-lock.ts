import { existsSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import { ClusterError } from "./cluster-error.ts"

/** A lock on a file. The kernel releases it when the process that holds it ends, even by SIGKILL. */
export type FileLock = { release(): void }

const SQLITE_BUSY = 5
const RETRY_MS = 25

/**
 * Takes the lock, or returns null when this or another process holds it.
 *
 * Node offers no file locks of its own. SQLite does, through the same kernel call on every system, and an
 * exclusive transaction on an empty database writes nothing.
 */
export function tryLock(path: string): FileLock | null {
  if (!existsSync(path)) writeFileSync(path, "", { flag: "a", mode: 0o600 })
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec("BEGIN EXCLUSIVE")
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw error
  }
  return { release: () => database.close() }
}

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
