import { join } from "node:path"
import "./node-version.js"

const { buildPages } = await import("./pages.js")
const { become, prepare, root } = await import("./setup.js")

/** Runs the tests whose paths hold the words that are given, and writes which lines they reach to `coverage/`. */
const node = prepare()
buildPages(root, node)
const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
become(node, [vitest, "run", "--coverage", ...process.argv.slice(2)])
