import { become, mainArguments, prepare } from "./setup.js"

become(prepare(), mainArguments("generate", ...process.argv.slice(2)))
