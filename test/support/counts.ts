/**
 * Counts what makes tests dear. A whole `npm test` adds the counts up and holds them to the ceilings in `test/ceilings.json`: no
 * neighbour on the machine changes them, as it changes seconds.
 */
import { appendFileSync } from "node:fs"
import { join } from "node:path"

/** Set by `bin/test.js` for a whole run. */
const folder = process.env.TEST_COUNTS

export type Counted = "service-starts" | "companies" | "trials" | "browser-launches" | "contexts" | "axe-runs"

export function count(what: Counted, by = 1): void {
  if (folder !== undefined) appendFileSync(join(folder, what), `${by}\n`)
}
