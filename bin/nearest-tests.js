import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join, normalize } from "node:path"
import { root } from "./setup.js"
import { testFiles } from "./test-files.js"

const IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g

/**
 * The test files nearest to what changed, nearest first: changed ones, those that import a changed file, then those whose
 * path shares the most telling words with a changed file's (tests over HTTP and in a browser import no operation and no screen,
 * but carry its noun), and those that reach it by a few imports. A change is what differs from HEAD; in a clean tree it is the
 * last commit.
 */
export const nearestTests = (most) => testsNearestTo(changedFiles(), most)

/** The test files nearest to these files, by the same measure. */
export function testsNearestTo(changed, most) {
  const tests = testFiles()
  const tellings = tellingsOf(tests)
  const scored = tests.map((path) => ({
    path,
    score: Math.max(0, ...changed.map((file) => closeness(path, file, tellings))),
  }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, most)
    .map(({ path }) => path)
}

/** The weight of each word: 1 when a single test's path has it, and the less the more have it. */
function tellingsOf(tests) {
  const counts = new Map()
  for (const word of tests.flatMap((path) => [...new Set(wordsOf(path))]))
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Map([...counts].map(([word, count]) => [word, 1 - Math.log(count) / Math.log(tests.length)]))
}

function closeness(test, changed, tellings) {
  if (test === changed) return 100
  const own = new Set(wordsOf(test))
  const shared = [...new Set(wordsOf(changed))].filter((word) => own.has(word))
  const told = shared.reduce((sum, word) => sum + tellings.get(word), 0)
  const namesIt = wordsOf(basename(changed)).every((word) => own.has(word))
  return told + (namesIt ? BY_NAME : 0) + (BY_DISTANCE[distanceOf(test, changed)] ?? 0)
}

/** The weight of a test that carries the whole name of the file, as the test of reports over HTTP does for `reports.ts`. */
const BY_NAME = 2

/** The weight of an import, by how many lead from the test to the file: one further away weighs less than a rare word. */
const BY_DISTANCE = [0, 50, 0.6, 0.3]

function distanceOf(test, changed) {
  let [reached, seen] = [[test], new Set([test])]
  for (let distance = 1; distance < BY_DISTANCE.length; distance += 1) {
    reached = reached.flatMap(importsOf).filter((path) => !seen.has(path))
    if (reached.includes(changed)) return distance
    seen = new Set([...seen, ...reached])
  }
  return Number.POSITIVE_INFINITY
}

/**
 * `domain/rules/requests/link-state.ts` → request, link, state; `console/board/shown-board.tsx` → board. Rooms, layers and what
 * a file is of a screen tell nothing, since every test of a topic may reach them.
 */
function wordsOf(path) {
  const folders = dirname(path)
    .split("/")
    .filter((folder) => !ROOMS_AND_LAYERS.has(folder))
  const name = basename(path).replace(/\..*$/, "")
  return [...folders, name]
    .flatMap((part) => part.split("-"))
    .map((word) => word.replace(/s$/, ""))
    .filter((word) => !PARTS.has(word))
}

const PARTS = new Set(["screen", "panel", "card", "data", "form", "part", "dialog"])

const ROOMS_AND_LAYERS = new Set([
  ...[".", "test", "domain", "service", "console", "pages", "ui", "browser"],
  ...["model", "rules", "operations", "store", "http", "worker", "shared"],
])

const imports = new Map()

function importsOf(path) {
  const known = imports.get(path)
  if (known) return known
  const isCode = /\.(?:ts|tsx|js)$/.test(path) && existsSync(join(root, path))
  const text = isCode ? readFileSync(join(root, path), "utf8") : ""
  const found = [...text.matchAll(IMPORT)].map(([, specifier]) => normalize(join(dirname(path), specifier)))
  imports.set(path, found)
  return found
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
