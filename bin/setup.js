import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { constants } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseEnv } from "node:util"
import { installPackages, isWithoutTools, removeTools } from "./install.js"
import { findNode } from "./node-binary.js"
import { buildPages, pagesAreBuilt } from "./pages.js"
import { missingLibrary } from "./shared-libraries.js"
import { keepServing } from "./supervise.js"

/** The project's directory. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const FORWARDED = ["SIGTERM", "SIGHUP", "SIGINT"]

/** Node keeps its compiled code here, types stripped: a later start takes half the processor time. */
export const COMPILED = join(root, "node_modules", ".cache", "node-compile-cache")

/**
 * Makes sure that packages are installed and the pages built, and returns the pinned Node. In production nothing is left of
 * the tools that build and test. An install without tools stays one.
 */
export function prepareToServe() {
  const isBuilt = pagesAreBuilt(root)
  if (!isBuilt && isWithoutTools(root)) {
    process.stderr.write(`${notBuilt}\n`)
    process.exit(1)
  }
  const node = prepare({ withTools: !isWithoutTools(root) && !(isProduction() && isBuilt) })
  if (isProduction() && !(isBuilt && isWithoutTools(root))) refuseWrongSettings(node)
  buildPages(root, node)
  if (isProduction()) removeTools(root)
  return node
}

/** A start that is refused for its settings changes nothing: they are judged before the tools are taken away. */
function refuseWrongSettings(node) {
  const args = mainArguments("serve", "--check-settings")
  const { status } = spawnSync(node, args, { ...serving(), stdio: ["ignore", "inherit", "inherit"] })
  if (status !== 0) process.exit(status ?? 1)
}

/** Serves in place of this process. With `restarts` the service comes back when it dies. */
export function becomeService(node, words, { restarts }) {
  keepServing({
    node,
    args: mainArguments("serve", ...words),
    options: serving(),
    restarts,
    stopDatabase: () => {
      spawnSync(node, mainArguments("serve", "--stop-database"), { ...serving(), stdio: "inherit" })
    },
  })
}

const notBuilt =
  "The pages are not built, and this install holds no tools to build them with. Run: npm run release -- FOLDER, where the " +
  "tools are, and use that folder; or npm ci here, which brings the tools."

export function isProduction() {
  const settings = join(root, ".env")
  const kept = existsSync(settings) ? parseEnv(readFileSync(settings, "utf8")) : {}
  return (process.env.NODE_ENV ?? kept.NODE_ENV) === "production"
}

/**
 * Makes sure that packages are installed and that the pinned Node starts, and returns it. Writes nothing to standard output.
 * Ends the process with a message when something is missing.
 */
export function prepare({ withTools = true } = {}) {
  installPackages(root, { withTools })
  const node = findNode(root)
  const missing = node === process.execPath ? null : missingLibrary(node)
  if (missing === null) return node
  process.stderr.write(`${missing}\n`)
  process.exit(1)
}

/**
 * Runs a program on the pinned Node in place of this process: its signals, its streams, its exit code. The
 * channel between the two closes when this process is killed, which the program can notice.
 */
export function become(node, args, options = {}) {
  const child = spawn(node, args, {
    ...serving(),
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    ...options,
  })
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      // A terminal sends its interrupt to both processes itself.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on("error", (error) => {
    process.stderr.write(`${node} did not start: ${error.message}\n`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** The directory and environment of a program that takes this process's place. */
const serving = () => ({ cwd: root, env: { NODE_COMPILE_CACHE: COMPILED, ...process.env } })

/**
 * New objects have 8 MB of room before they are looked through, instead of 16, and old ones are looked through once they are a third
 * more: at rest the service takes some 25 MB less, and a flood of searches leaves no garbage of hundreds of megabytes
 * (docs/decisions/0018-machinery-that-earns-its-place.md).
 */
const memoryArguments = ["--max-semi-space-size=8", "--heap-growing-percent=30"]

/** The arguments that run the project's command line, with the settings of `.env` if there is one. */
export const mainArguments = (...args) => [
  ...memoryArguments,
  ...nodeArguments("service/host/main.ts", ...args),
]

/** The arguments that run one of the project's programs, with the settings of `.env` if there is one. */
export function nodeArguments(program, ...args) {
  const settings = join(root, ".env")
  return [...(existsSync(settings) ? [`--env-file=${settings}`] : []), join(root, program), ...args]
}
