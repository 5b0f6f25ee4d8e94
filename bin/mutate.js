import { join } from "node:path"
import "./node-version.js"

const { findHeadlessShell, requireBrowser } = await import("./browser.js")
const { requireProgram } = await import("./programs.js")
const { become, prepare, root } = await import("./setup.js")
const { testEnv } = await import("./test-stages.js")

/** Tries small mutations of the code in a copy of the checkout: CONTRIBUTING.md says how to call it. */
const node = prepare()
const needed = {
  RADICALE: requireProgram("radicale"),
  PGBOUNCER: requireProgram("pgbouncer"),
  CHROMIUM: requireBrowser(),
  CHROMIUM_HEADLESS_SHELL: findHeadlessShell() ?? "",
}
const found = Object.fromEntries(Object.entries(needed).filter(([, path]) => path))
const run = join(root, "test", "mutate", "run.js")
become(node, [run, ...process.argv.slice(2)], { env: { ...testEnv(), ...found, NO_COLOR: "1" } })
