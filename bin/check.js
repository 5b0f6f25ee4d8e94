import { checks } from "./checks.js"
import { prepare } from "./setup.js"

const node = prepare()
const failed = (await checks(node)).filter(({ passed }) => !passed)
process.exit(failed.length === 0 ? 0 : 1)
