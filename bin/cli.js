import { buildPages } from "./pages.js"
import { become, mainArguments, prepare, root } from "./setup.js"

const args = process.argv.slice(2)
const node = prepare()
if (args[0] === "serve") buildPages(root, node)
become(node, mainArguments(...args))
