import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { canInstall, install } from "./apt.js"

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
const MAC_APPLICATIONS = ["Chromium", "Google Chrome"]

/** The browser for the tests: the path in CHROMIUM, else one found on this machine; null without any. */
export function findBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const onMac = MAC_APPLICATIONS.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  return findOnPath(NAMES) ?? onMac.find((path) => existsSync(path)) ?? null
}

function findOnPath(names) {
  const folders = (process.env.PATH ?? "").split(delimiter)
  return (
    folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path)) ??
    null
  )
}

/** The build of Chromium that has no window at all and takes half the processor time; null where there is none. */
export function findHeadlessShell() {
  return findOnPath(["chromium-headless-shell"])
}

/** Finds a browser, or installs one where that is one command for root. Null with a remedy printed. */
export function requireBrowser() {
  const found = findBrowser()
  if (found) return found
  if (canInstall()) {
    process.stderr.write("Installing Chromium for the browser tests …\n")
    install("chromium")
    const installed = findBrowser()
    if (installed) return installed
  }
  const remedy =
    process.platform === "darwin" ? "brew install --cask chromium" : "sudo apt-get install -y chromium"
  process.stderr.write(`The browser tests need Chromium, and there is none. Run: ${remedy}\n`)
  return null
}

/** The environment that tells the tests where the browsers are; a null in it was printed with a remedy. */
export const requireBrowserEnv = () => ({
  CHROMIUM: requireBrowser(),
  CHROMIUM_HEADLESS_SHELL: findHeadlessShell() ?? "",
})
