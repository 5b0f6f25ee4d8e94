import { become, mainArguments, prepareToServe } from "./setup.js"

become(prepareToServe(), mainArguments("serve", ...process.argv.slice(2)))
