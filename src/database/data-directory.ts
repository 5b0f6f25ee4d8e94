import { execFile } from "node:child_process"
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { ClusterError } from "./cluster-error.ts"
import type { ClusterSite } from "./cluster-site.ts"

const run = promisify(execFile)

/** The database superuser of an embedded cluster, and the name of its database. */
export const CLUSTER_NAME = "appointed"

/**
 * Makes the data directory if there is none. It appears under its name only when it is complete, so that a
 * crash in between leaves nothing half. Throws ClusterError for data of another PostgreSQL major version.
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
  const access = [`--username=${CLUSTER_NAME}`, "--auth=trust", "--no-instructions"]
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
      "With the release that wrote it run `npm run cli -- dump backup.dump`, move the directory away, " +
      "and with this release run `npm run cli -- restore backup.dump`.",
  )
}
