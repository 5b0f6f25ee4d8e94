import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./setup.js"
import { filesOf, hostTests } from "./test-files.js"

/** Names the commit on which all of the host's tests have passed. */
const RAN = join("test", "host", "ran.json")

/** The long trials with a few rounds, which have no test files of their own. */
export const TRIALS = "test/chaos/"

/**
 * The tests of the host, as folders and files, whose own files or whose folders have changed since the commit of `RAN`; all of
 * them where the commit is not named or not known here, as in a shallow clone. `why` says so in a few words.
 */
export function hostTestsToRun() {
  const all = Object.keys(hostTests)
  const commit = readCommit()
  if (commit === null) return { paths: all, why: `${RAN} names no commit` }
  const changed = filesChangedSince(commit)
  if (changed === null) return { paths: all, why: `this clone does not know ${commit}, which ${RAN} names` }
  const paths = all.filter((path) =>
    changed.some((file) => [path, ...hostTests[path]].some((folder) => isIn(file, folder))),
  )
  return { paths, why: `what ${paths.length} of ${all.length} are about has changed since ${commit}` }
}

/** The test files of these folders and files. */
export const hostFilesOf = (paths) => filesOf("host").filter((file) => paths.some((path) => isIn(file, path)))

const isIn = (file, path) => (path.endsWith("/") ? file.startsWith(path) : file === path)

/** Notes that all of them have passed, where nothing but a commit was run. Returns the note's path, or null. */
export function noteHostTestsRan() {
  if (git("status", "--porcelain")?.length !== 0) return null
  const [commit] = git("rev-parse", "HEAD") ?? []
  if (commit === undefined) return null
  writeFileSync(join(root, RAN), `${JSON.stringify({ commit }, null, 2)}\n`)
  return RAN
}

function readCommit() {
  try {
    const { commit } = JSON.parse(readFileSync(join(root, RAN), "utf8"))
    return /^[0-9a-f]{40}$/.test(commit) ? commit : null
  } catch {
    return null
  }
}

function filesChangedSince(commit) {
  const changed = git("diff", "--name-only", "--no-renames", commit)
  const added = git("ls-files", "--others", "--exclude-standard")
  return changed && added && [...changed, ...added]
}

/** The lines that git prints; null where it fails. */
function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 })
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : null
}
