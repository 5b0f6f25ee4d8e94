import { buildPages } from "./pages.js"
import { become, mainArguments, prepare, root } from "./setup.js"

const node = prepare()
buildPages(root, node)
become(node, mainArguments("serve", ...process.argv.slice(2)))
