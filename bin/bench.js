import { join } from "node:path"
import { buildPages } from "./pages.js"
import { become, prepare, root } from "./setup.js"

const node = prepare()
buildPages(root, node)
become(node, ["--expose-gc", join(root, "bench", "run.ts"), ...process.argv.slice(2)])
