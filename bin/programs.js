import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { canInstall, install } from "./apt.js"

/** Programs that the tests of the host run against. Each is a Debian package of its own name. */
const PROGRAMS = {
  radicale: { what: "the CalDAV server Radicale", onMac: "pipx install radicale" },
  pgbouncer: { what: "the pooler pgbouncer", onMac: "brew install pgbouncer" },
  curl: { what: "curl, by which the API's samples call", onMac: "brew install curl" },
  jq: { what: "jq, by which the API's samples read answers", onMac: "brew install jq" },
}

/**
 * The path of a program for the tests: the one in the environment (such as RADICALE), else one found on this machine, else
 * one installed where that is one command for root. Null with a remedy printed.
 */
export function requireProgram(name) {
  const { what, onMac } = PROGRAMS[name]
  const found = process.env[name.toUpperCase()] ?? findProgram(name)
  if (found) return found
  if (canInstall()) {
    process.stderr.write(`Installing ${name} for the tests …\n`)
    install(name)
    const installed = findProgram(name)
    if (installed) return installed
  }
  const remedy = process.platform === "darwin" ? onMac : `sudo apt-get install -y ${name}`
  process.stderr.write(`The tests need ${what}, and there is none. Run: ${remedy}\n`)
  return null
}

/** Daemons lie where an ordinary user's PATH does not lead. */
function findProgram(name) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

/**
 * The environment that tells the tests where the programs are: `{ RADICALE: path, … }`. A null in it was printed with a
 * remedy.
 */
export const requirePrograms = (names) =>
  Object.fromEntries(names.map((name) => [name.toUpperCase(), requireProgram(name)]))
