import { become, isProduction, mainArguments, prepare, prepareToServe } from "./setup.js"

const args = process.argv.slice(2)
const node = args[0] === "serve" ? prepareToServe() : prepare({ withTools: !isProduction() })
become(node, mainArguments(...args))
