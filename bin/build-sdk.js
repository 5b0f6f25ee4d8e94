import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { prepare, root } from "./setup.js"

/** Compiles the SDK into `sdk/dist`, for `npm pack ./sdk`. The compiler is installed first where it is missing. */
const node = prepare()
const sdk = join(root, "sdk")
// A module that is gone from the sources must not be packed.
rmSync(join(sdk, "dist"), { recursive: true, force: true })
const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
// Standard output belongs to npm: `npm pack --json` prints there.
const { status } = spawnSync(node, [compiler, "-p", sdk], { stdio: ["ignore", process.stderr, "inherit"] })
process.exit(status ?? 1)
