import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "./setup.js"

const FILE = join(root, "node_modules", ".cache", "last-run.json")

/** Keeps what a whole run was: its commit, its counts, its stages with their seconds, and what was flaky. */
export function writeLastRun(run) {
  const [commit = null] = git("rev-parse", "HEAD")
  const isChanged = git("status", "--porcelain").length > 0
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${JSON.stringify({ commit, isChanged, ...run }, null, 2)}\n`)
}

function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" })
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : []
}
