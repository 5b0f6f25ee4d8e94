/**
 * Prints how the service is filed: `node bin/house-figures.js [COMMITS]`. How many imports stay within their capability, how many run
 * against the order, and how many capabilities and folders the newest commits with a migration touched, before and after the files
 * of `docs/moved-files.tsv` were moved.
 */
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { root } from "./setup.js"

const commits = Number(process.argv[2] ?? 25)
const moved = new Map(
  readFileSync(join(root, "docs", "moved-files.tsv"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t")),
)

printImports()
printFeatures()

function printImports() {
  const paths = readdirSync(join(root, "service"), { recursive: true })
    .map((name) => join("service", name))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  const imports = paths.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/\bfrom\s+"(\.[^"]+)"/g)]
      .map(([, specifier]) => normalize(join(dirname(path), specifier)))
      .filter((to) => to.startsWith("service/"))
      .map((to) => [capabilityOf(path), capabilityOf(to)]),
  )
  const within = imports.filter(([from, to]) => from === to).length
  const against = JSON.parse(readFileSync(join(root, "test", "against-order.json"), "utf8")).length
  const share = Math.round((100 * within) / imports.length)
  process.stdout.write(`imports of the service: ${imports.length}, ${share} % within their capability\n`)
  process.stdout.write(`imports against the order: ${against}\n`)
}

function printFeatures() {
  const hashes = git(
    "log",
    `--max-count=${commits}`,
    "--format=%H",
    "--diff-filter=A",
    "--",
    "service/**/*.sql",
  )
  const features = hashes.map((hash) => {
    const paths = git("show", "--format=", "--name-only", hash).filter(isProduct)
    const now = paths.map((path) => moved.get(path) ?? path)
    return {
      files: paths.length,
      foldersBefore: foldersOf(paths),
      folders: foldersOf(now),
      capabilities: new Set(now.filter((path) => path.startsWith("service/")).map(capabilityOf)).size,
    }
  })
  process.stdout.write(`the newest ${features.length} commits with a migration, medians:\n`)
  for (const figure of ["files", "foldersBefore", "folders", "capabilities"])
    process.stdout.write(`  ${figure}: ${median(features.map((feature) => feature[figure]))}\n`)
}

/** `service/host` holds a migration of every feature, and `service/ways-in` its routes: they count as one capability each. */
function capabilityOf(path) {
  return path.split("/")[1]
}

function isProduct(path) {
  return /^(service|domain)\/.*\.ts$/.test(path) && !path.endsWith(".test.ts")
}

function foldersOf(paths) {
  return new Set(paths.map(dirname)).size
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

function git(...args) {
  const { stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 })
  return stdout.split("\n").filter((line) => line !== "")
}
