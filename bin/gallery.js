import { rmSync } from "node:fs"
import { join } from "node:path"
import "./node-version.js"

const { requireBrowser } = await import("./browser.js")
const { buildPages } = await import("./pages.js")
const { become, prepare, root } = await import("./setup.js")

/**
 * Pictures of every screen of the console and of the customers' pages in their states, and a page to leaf through them:
 * `gallery/index.html`. With arguments for vitest it takes a part, and what was taken before stays.
 */
const folder = join(root, "gallery")
const node = prepare()
buildPages(root, node)
requireBrowser()
if (process.argv.length === 2) rmSync(folder, { recursive: true, force: true })
process.env.GALLERY = folder
const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
become(node, [
  vitest,
  "run",
  "--project",
  "browser",
  "test/browser/gallery",
  "test/browser/mail-gallery.test.ts",
  ...process.argv.slice(2),
])
