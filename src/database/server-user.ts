import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, statSync } from "node:fs"
import { ClusterError } from "./cluster-error.ts"

/** The user PostgreSQL runs as; null means the user of this process. */
export type ServerUser = { uid: number; gid: number } | null

const CANDIDATES = ["appointed", "nobody"]

/**
 * Chooses who runs PostgreSQL, which refuses to run as root: the owner of the data directory when there is
 * one, else a user named `appointed`, else `nobody`.
 */
export function chooseServerUser(dataDirectory: string): ServerUser {
  if (process.getuid?.() !== 0) return null
  if (existsSync(dataDirectory)) {
    const { uid, gid } = statSync(dataDirectory)
    if (uid !== 0) return { uid, gid }
  }
  for (const name of CANDIDATES) {
    const uid = idOf("-u", name)
    const gid = idOf("-g", name)
    if (uid !== null && gid !== null) return { uid, gid }
  }
  throw new ClusterError(
    "PostgreSQL refuses to run as root, and there is no user `appointed` or `nobody` to run it as. " +
      "Create one (useradd --system appointed) or run the service as an ordinary user.",
  )
}

/** Whether that user can enter the directory, judged by trying it. */
export function canEnter(directory: string, user: ServerUser): boolean {
  const attempt = ["-c", 'cd "$1"', "sh", directory]
  return spawnSync("/bin/sh", attempt, { ...user, stdio: "ignore", cwd: "/" }).status === 0
}

/** The numeric id; `| 0` turns macOS's unsigned print of -2 into the signed number that spawn takes. */
function idOf(flag: "-u" | "-g", name: string): number | null {
  try {
    return Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }).toString()) | 0
  } catch {
    return null
  }
}
