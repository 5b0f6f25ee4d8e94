import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { canInstall, install } from "./apt.js"

/** The CalDAV server for the tests: the path in RADICALE, else one found on this machine; null without any. */
export function findRadicale() {
  if (process.env.RADICALE) return process.env.RADICALE
  const onPath = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "radicale"))
  return onPath.find((path) => existsSync(path)) ?? null
}

/** Finds it, or installs it where that is one command for root. Null with a remedy printed. */
export function requireRadicale() {
  const found = findRadicale()
  if (found) return found
  if (canInstall()) {
    process.stderr.write("Installing Radicale for the calendar tests …\n")
    install("radicale")
    const installed = findRadicale()
    if (installed) return installed
  }
  const remedy = process.platform === "darwin" ? "pipx install radicale" : "sudo apt-get install -y radicale"
  process.stderr.write(
    `The calendar tests need the CalDAV server Radicale, and there is none. Run: ${remedy}\n`,
  )
  return null
}
