import { join } from "node:path"
import "./node-version.js"

const { buildPages } = await import("./pages.js")
const { become, prepare, root } = await import("./setup.js")

const node = prepare()
buildPages(root, node)
become(node, [join(root, "test", "chaos", "run.ts"), ...process.argv.slice(2)])
