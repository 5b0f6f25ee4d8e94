import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"

/** Whether the last build is newer than all of its sources. */
export function pagesAreBuilt(root) {
  // The file that the build writes last.
  const built = join(root, "web", "dist", "server", "pages.js")
  const inputs = [newestChange(join(root, "web")), changedAt(join(root, "package-lock.json"))]
  return existsSync(built) && changedAt(built) >= Math.max(...inputs)
}

/** Builds the pages unless the last build is newer than all of its sources. */
export function buildPages(root, node) {
  if (pagesAreBuilt(root)) return
  const web = join(root, "web")
  const dist = join(web, "dist")
  rmSync(dist, { recursive: true, force: true })
  const vite = join(root, "node_modules", "vite", "bin", "vite.js")
  const result = spawnSync(
    node,
    [vite, "build", "--config", join(web, "vite.config.ts"), "--logLevel", "warn"],
    {
      cwd: root,
      encoding: "utf8",
      // Tests run on the same pages that customers get.
      env: { ...process.env, NODE_ENV: "production" },
    },
  )
  if (result.status === 0) return
  process.stderr.write(`${result.stdout}${result.stderr}\nThe pages could not be built.\n`)
  process.exit(1)
}

/** Folders count too: only the folder's time shows that a file was removed. */
function newestChange(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== "dist")
  const times = entries.map((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? Math.max(newestChange(path), changedAt(path)) : changedAt(path)
  })
  return Math.max(0, ...times)
}

function changedAt(path) {
  return statSync(path).mtimeMs
}
