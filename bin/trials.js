import { createRequire } from "node:module"
import { join } from "node:path"
import { installPackages } from "./install.js"
import { root } from "./setup.js"

/**
 * Packages that only trials need: a platform's SDK, a tokenizer, Lighthouse. They are larger than all others together, so no
 * clone installs them before it needs one: `npm run test:host` and the benchmarks do, from a lock file of their own.
 */
const folder = join(root, ".ci", "trials")

export const installTrials = () => installPackages(folder)

/** The module of one of these packages. Installs them where they are not yet. */
export function fromTrials(module) {
  installTrials()
  return createRequire(join(folder, "package.json"))(module)
}

/** The path of a file of one of these packages. Installs them where they are not yet. */
export function pathInTrials(file) {
  installTrials()
  return createRequire(join(folder, "package.json")).resolve(file)
}
