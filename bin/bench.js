import { join } from "node:path"
import "./node-version.js"

const { findBrowser } = await import("./browser.js")
const { buildPages } = await import("./pages.js")
const { become, prepare, root } = await import("./setup.js")

const node = prepare()
buildPages(root, node)
const browser = findBrowser()
become(node, [join(root, "bench", "run.ts"), ...process.argv.slice(2)], {
  env: { ...process.env, ...(browser ? { CHROMIUM: browser } : {}) },
})
