import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Installs the packages that the lockfile names, unless they are installed already: with the tools for development unless
 * `withTools` is false. No package's install script runs. Needs the network only when something is missing. Ends the process
 * when npm fails.
 */
export function installPackages(root, { withTools = true } = {}) {
  const lockfile = readFileSync(join(root, "package-lock.json"), "utf8")
  const wanted = stampOf(lockfile, withTools)
  if ([wanted, stampOf(lockfile, true)].includes(readText(stampFile(root)))) return
  if (!isInstalled(root, JSON.parse(lockfile), withTools)) {
    process.stderr.write("Installing packages …\n")
    const words = ["ci", withTools ? "--include=dev" : "--omit=dev", "--include=optional"]
    runNpm(root, [...words, ...whenOffline(root)])
  }
  remember(stampFile(root), wanted)
}

/** Removes the tools that only build and test. Production serves without them. */
export function removeTools(root) {
  const lockfile = readFileSync(join(root, "package-lock.json"), "utf8")
  const wanted = stampOf(lockfile, false)
  if (readText(stampFile(root)) === wanted || isWithoutTools(root)) return
  runNpm(root, ["prune", "--omit=dev", "--include=optional", "--no-save"])
  remember(stampFile(root), wanted)
}

/** True where the packages were installed on purpose without tools (`npm ci --omit=dev`), and all that serve are there. */
export function isWithoutTools(root) {
  const record = readText(join(root, "node_modules", ".package-lock.json"))
  if (record === "") return false
  const hasTools = Object.values(JSON.parse(record).packages).some(({ dev }) => dev)
  const lockfile = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  return !hasTools && isInstalled(root, lockfile, false)
}

/**
 * Matches paths in a project that nothing at run time opens: headers, libraries to link with, types, maps for debuggers and
 * other builds.
 */
export const isUnused = (path) =>
  /^node_modules\/node-(bin-)?(linux|darwin)-[^/]+\/(include|share)(\/|$)/.test(path) ||
  // The page of the API loads the one bundle.
  /^node_modules\/swagger-ui-dist\/swagger-ui(-es-bundle(-core)?|-standalone-preset)?\.js$/.test(path) ||
  // Builds for other loaders, bundles for browsers and sources: no import that runs here leads to them.
  /^node_modules\/(astronomia\/lib|bintrees\/test|date-holidays\/dist|libphonenumber-js\/(bundle|es6-modern)|moment\/(dist|min|src)|tldts-(core|icann)\/(src|dist\/es6|dist\/index\.(umd|esm|cjs)\.min\.js)|zod\/src)(\/|$)/.test(
    path,
  ) ||
  /^node_modules\/(\S+\/node_modules\/)?moment-timezone\/builds(\/|$)/.test(path) ||
  (path.startsWith("node_modules/") && /\.(a|map|d\.[cm]?ts)$/.test(path))

/** Removes from a production install what is only of use to compile against or to debug. */
export function removeUnused(root) {
  for (const path of readdirSync(join(root, "node_modules"), { recursive: true })) {
    const within = join("node_modules", path)
    if (isUnused(within)) rmSync(join(root, within), { recursive: true, force: true })
  }
}

const stampFile = (root) => join(root, "node_modules", ".installed-lockfile")

const stampOf = (lockfile, withTools) =>
  createHash("sha256").update(lockfile).digest("hex") + (withTools ? "" : " without tools")

/** True where npm's own record of what it installed agrees with the lockfile, for this machine. */
function isInstalled(root, lockfile, withTools) {
  const record = readText(join(root, "node_modules", ".package-lock.json"))
  if (record === "") return false
  const installed = JSON.parse(record).packages
  return Object.entries(lockfile.packages).every(([path, entry]) => {
    if (path === "" || (entry.dev && !withTools)) return true
    const there = installed[path]
    if (there) return there.version === entry.version && existsSync(join(root, path))
    return entry.optional === true && !isForThisMachine(entry)
  })
}

function isForThisMachine({ os, cpu, libc }) {
  const fits = (list, own) => !list || list.includes(own)
  if (!fits(os, process.platform) || !fits(cpu, process.arch)) return false
  const isPlain = os !== undefined || cpu !== undefined
  return isPlain && (process.platform !== "linux" || fits(libc, "glibc"))
}

/**
 * npm tries each package again for minutes before it says that there is no network. So the registry is asked first, and where
 * nothing answers, npm takes what it has kept of earlier installs, or says at once what it lacks.
 */
function whenOffline(root) {
  const asked = npm(root, ["config", "get", "registry", "proxy", "https-proxy"]).stdout ?? ""
  const settings = Object.fromEntries(asked.split("\n").map((line) => line.trim().split("=")))
  const isByProxy = [settings.proxy, settings["https-proxy"]].some((each) => each && each !== "null")
  if (!URL.canParse(settings.registry ?? "") || isByProxy) return []
  if (answers(new URL(settings.registry))) return []
  process.stderr.write(
    `Nothing answers at ${settings.registry}: this machine is offline, or cannot reach the package registry. Trying what npm has kept of earlier installs …\n`,
  )
  return ["--offline"]
}

const answerMs = 5_000

/** True where the host takes a connection: asked by a process of its own, since all else here is done step by step. */
export function answers({ hostname, port, protocol }) {
  const at = JSON.stringify({ host: hostname, port: Number(port) || (protocol === "http:" ? 80 : 443) })
  const asking = `require("net").connect(${at}).on("connect", () => process.exit(0)).on("error", () => process.exit(1))`
  return spawnSync(process.execPath, ["--eval", asking], { timeout: answerMs }).status === 0
}

function runNpm(root, words) {
  // Aloud, in spite of .npmrc: npm's output is the only clue when it fails.
  const command = [...words, "--loglevel=warn", "--ignore-scripts", "--no-audit", "--no-fund"]
  const result = npm(root, command)
  if (result.status === 0) return
  process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}${result.error?.message ?? ""}\n`)
  process.stderr.write("The packages could not be installed: npm failed as shown above.\n")
  process.exit(1)
}

function npm(root, words) {
  const path = process.env.npm_execpath
  const [program, args] = path ? [process.execPath, [path, ...words]] : ["npm", words]
  return spawnSync(program, args, { cwd: root, encoding: "utf8" })
}

/** A read-only installation cannot keep the stamp; it is compared anew each time. */
function remember(stamp, value) {
  try {
    writeFileSync(stamp, value)
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error
  }
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : ""
}
