import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./setup.js"
import { filesOf } from "./test-files.js"

/** The most that a whole run may count of each thing, and the seconds of the processor that each stage should take. */
export const readCeilings = () => JSON.parse(readFileSync(join(root, "test", "ceilings.json"), "utf8"))

/** The counts that the tests of a run have put into the folder, by `test/support/counts.ts`, and the files of each stage. */
export function readCounts(folder) {
  const counted = readdirSync(folder).map((name) => [
    name,
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .reduce((sum, line) => sum + Number(line), 0),
  ])
  const files = ["pure", "database", "browser", "after", "host"].map((stage) => [
    `files-${stage}`,
    filesOf(stage).length,
  ])
  return Object.fromEntries([...counted.sort(), ...files])
}

/** A line for each count, and how many are above their ceilings. A count without a ceiling has none above zero. */
export function judgeCounts(counts, { most }) {
  const names = [...new Set([...Object.keys(most), ...Object.keys(counts)])]
  const rows = names.map((name) => ({ name, count: counts[name] ?? 0, ceiling: most[name] ?? 0 }))
  const above = rows.filter(({ count, ceiling }) => count > ceiling)
  const lines = rows.map(
    ({ name, count, ceiling }) =>
      `${name}: ${count} of at most ${ceiling}${count > ceiling ? " ABOVE THE CEILING of test/ceilings.json" : ""}`,
  )
  return { lines, passed: rows.length - above.length, failed: above.length }
}
