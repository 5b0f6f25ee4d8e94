import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Finding, ok, wrong } from "./finding.ts"

const leastFreeMb = 500
const privateFiles = ["secrets.json", "demo.json"]

/** DATA_DIR: whether it can be written to, has room, and hides what is secret. */
export function checkDataDirectory(dataDir: string): Finding[] {
  const directory = nearestExisting(dataDir)
  return [checkAccess(dataDir, directory), checkSpace(directory), ...checkPrivacy(dataDir)]
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

function checkAccess(dataDir: string, directory: string): Finding {
  const name = "data directory"
  try {
    accessSync(directory, constants.W_OK | constants.X_OK)
    return ok(name, directory === dataDir ? dataDir : `${dataDir} can be made`)
  } catch {
    return wrong(name, `${directory} cannot be written to`, "set DATA_DIR to a directory that this user owns")
  }
}

function checkSpace(directory: string): Finding {
  const { bavail, bsize } = statfsSync(directory)
  const freeMb = Math.floor((bavail * bsize) / 1_048_576)
  if (freeMb >= leastFreeMb) return ok("disk space", `${freeMb} MB free`)
  return wrong("disk space", `${freeMb} MB free`, `make room: at least ${leastFreeMb} MB, or move DATA_DIR`)
}

function checkPrivacy(dataDir: string): Finding[] {
  const open = privateFiles.filter((file) => {
    const path = join(dataDir, file)
    return existsSync(path) && (statSync(path).mode & 0o077) !== 0
  })
  return open.map((file) => {
    const path = join(dataDir, file)
    return wrong("private files", `${path} can be read by others`, `chmod 600 ${path}`)
  })
}
