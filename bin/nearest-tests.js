import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, normalize } from "node:path"
import { root } from "./setup.js"

const IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g

/**
 * The test files nearest to what changed, nearest first: changed ones, those that import a changed file, then those whose
 * path shares the most words with a changed file's (tests over HTTP import no operation, but carry its noun). A change is
 * what differs from HEAD; in a clean tree it is the last commit.
 */
export const nearestTests = (most) => testsNearestTo(changedFiles(), most)

/** The test files nearest to these files, by the same measure. */
export function testsNearestTo(changed, most) {
  const tests = readdirSync(join(root, "test"), { recursive: true })
    .map((name) => join("test", name))
    .filter((path) => path.endsWith(".test.ts"))
  const scored = tests.map((path) => ({
    path,
    score: Math.max(0, ...changed.map((file) => closeness(path, file))),
  }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, most)
    .map(({ path }) => path)
}

function closeness(test, changed) {
  if (test === changed) return 100
  if (importsOf(test).includes(changed)) return 50
  const words = new Set(wordsOf(changed))
  return wordsOf(test).filter((word) => words.has(word)).length
}

/** `domain/rules/requests/link-state.ts` → requests, link, state; layers and kinds of files tell nothing. */
function wordsOf(path) {
  const [, , ...rest] = dirname(path).split("/")
  const name = basename(path).replace(/\..*$/, "")
  return [...rest, name].flatMap((part) => part.split("-")).map((word) => word.replace(/s$/, ""))
}

function importsOf(path) {
  const text = readFileSync(join(root, path), "utf8")
  return [...text.matchAll(IMPORT)].map(([, specifier]) => normalize(join(dirname(path), specifier)))
}

function changedFiles() {
  const pending = git("status", "--porcelain", "--untracked-files=all", "--no-renames").map((line) =>
    line.slice(3),
  )
  const changed = pending.length > 0 ? pending : git("diff", "--name-only", "HEAD~1", "HEAD")
  return changed.filter((path) => /^(domain|service|console|pages|ui|test)\/.*\.tsx?$/.test(path))
}

function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" })
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : []
}
