import { isWithoutTools } from "./install.js"
import { become, isProduction, mainArguments, prepare, prepareToServe, root } from "./setup.js"

const args = process.argv.slice(2)
const prepareToRun = () => prepare({ withTools: !isProduction() && !isWithoutTools(root) })
become(args[0] === "serve" ? prepareToServe() : prepareToRun(), mainArguments(...args))
