import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import "./node-version.js"

const { installPackages, removeUnused } = await import("./install.js")
const { findNode } = await import("./node-binary.js")
const { buildPages } = await import("./pages.js")
const { sbomText } = await import("./sbom.js")
const { prepare, root } = await import("./setup.js")

/**
 * Writes a production install to a folder: the program, the pages as they are built, and the packages that serve them. It
 * holds no tools, needs no network and writes nothing into itself, so its file system may be read-only.
 */
const HELD = [
  ...["domain", "service", "bin", "dist", "sdk/src", "docs", "packaging", "origins", "api"],
  "api",
  ...["package.json", "package-lock.json", ".npmrc", ".env.example"],
  ...["LICENSE", "README.md", "SECURITY.md", "CHANGELOG.md"],
]

const [folder] = process.argv.slice(2)
if (!folder) fail("Say where: npm run release -- FOLDER")
const target = resolve(folder)
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty`)

buildPages(root, prepare())
mkdirSync(target, { recursive: true })
const isHeld = (path) => !path.endsWith(".test.ts")
for (const path of HELD) cpSync(join(root, path), join(target, path), { recursive: true, filter: isHeld })
writeFileSync(join(target, "sbom.cdx.json"), sbomText(root))
installPackages(target, { withTools: false })
removeUnused(target)
makeLibraryLinks()
process.stdout.write(`${target}: ${Math.round(sizeOf(target) / 1e6)} MB\n`)

/** PostgreSQL's package cannot hold links, and a read-only install cannot make them at the first start. */
function makeLibraryLinks() {
  const script = `const { findBinaries, mendLibraryLinks } = await import("./service/host/database/binaries.ts")
    mendLibraryLinks(findBinaries().directory)`
  const args = ["--input-type=module", "--eval", script]
  const { status } = spawnSync(findNode(target), args, { cwd: target, stdio: "inherit" })
  if (status !== 0) process.exit(1)
}

function sizeOf(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
