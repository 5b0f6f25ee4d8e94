import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * True where the last build was made of the sources that are here. A release holds built pages and no sources. Compared by
 * content: copies and checkouts give files any time.
 */
export function pagesAreBuilt(root) {
  const dist = join(root, "dist")
  if (!existsSync(join(root, "pages", "vite.config.ts"))) return existsSync(join(dist, "server", "pages.js"))
  const stamp = stampFile(root)
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashOfSources(root)
}

/** Builds the pages unless they are built. */
export function buildPages(root, node) {
  if (pagesAreBuilt(root)) return
  // Hashed before the build: a source that changes meanwhile is built again.
  const made = hashOfSources(root)
  const dist = join(root, "dist")
  rmSync(dist, { recursive: true, force: true })
  const vite = join(root, "node_modules", "vite", "bin", "vite.js")
  const result = spawnSync(
    node,
    [vite, "build", "--config", join(root, "pages", "vite.config.ts"), "--logLevel", "warn"],
    {
      cwd: root,
      encoding: "utf8",
      // Tests run on the same pages that customers get.
      env: { ...process.env, NODE_ENV: "production" },
    },
  )
  if (result.status === 0) return writeFileSync(stampFile(root), made)
  process.stderr.write(`${result.stdout}${result.stderr}\nThe pages could not be built.\n`)
  process.exit(1)
}

const stampFile = (root) => join(root, "dist", "built-from.sha256")

/** The sources of the pages: the rooms that browsers run, and those that these read. */
const SOURCES = ["console", "pages", "ui", "domain", "sdk/src"]

function hashOfSources(root) {
  const hash = createHash("sha256")
  for (const path of [
    "package-lock.json",
    "pages/vite.config.ts",
    // The forms of the settings are drawn from it.
    "api/openapi.json",
    ...SOURCES.flatMap((room) => filesUnder(root, room)),
  ])
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest("hex")
}

/** Paths in the folder, in one order, without what was built. */
function filesUnder(root, folder) {
  return (
    readdirSync(join(root, folder), { withFileTypes: true })
      // The types of messages and the inputs of forms are written by the build itself.
      .filter(({ name }) => !["messages.generated.ts", "inputs.generated.ts"].includes(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = `${folder}/${entry.name}`
        return entry.isDirectory() ? filesUnder(root, path) : [path]
      })
  )
}
