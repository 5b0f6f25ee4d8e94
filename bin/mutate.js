import { join } from "node:path"
import { findHeadlessShell, requireBrowser } from "./browser.js"
import { requireProgram } from "./programs.js"
import { become, prepare, root } from "./setup.js"
import { testEnv } from "./test-stages.js"

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
