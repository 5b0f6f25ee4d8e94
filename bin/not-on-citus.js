import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "./setup.js"

/** Tests that a database spread by Citus cannot run, each with the reason. An entry without `test` is about the whole file. */
export const notOnCitus = JSON.parse(readFileSync(join(root, "test", "not-on-citus.json"), "utf8"))

/** True where the server that `--database` names spreads that database. */
export async function isSpreadByCitus(url) {
  const { default: pg } = await import("pg")
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")
    return rowCount > 0
  } finally {
    await client.end()
  }
}

/** Why the failure of a test of `file` (a path) says nothing here; null when it does. `title` is null for a file that did not load. */
export function whyNotOnCitus(file, title) {
  const path = relative(root, file)
  const entry = notOnCitus.find(
    (each) => each.file === path && (each.test === undefined || title?.includes(each.test)),
  )
  return entry?.why ?? null
}
