import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { sbomText } from "./sbom.js"
import { become, mainArguments, prepare, root } from "./setup.js"

const node = prepare()
writeFileSync(join(root, "sbom.cdx.json"), sbomText(root))
become(node, mainArguments("generate", ...process.argv.slice(2)))
