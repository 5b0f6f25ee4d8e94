import { spawnSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { prepare, root } from "./setup.js"

/**
 * Compiles the SDK as ES modules and as CommonJS, each with its types, into `sdk/dist` for `npm pack ./sdk`, or into the folder that is
 * named. The compiler is installed first where it is missing.
 */
const node = prepare()
const sdk = join(root, "sdk")
const outDir = resolve(process.argv[2] ?? join(sdk, "dist"))
// A module that is gone from the sources must not be packed.
rmSync(outDir, { recursive: true, force: true })
const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
const forms = [
  { project: sdk, into: outDir },
  { project: join(sdk, "tsconfig.cjs.json"), into: join(outDir, "cjs") },
]
for (const { project, into } of forms) {
  // Standard output belongs to npm: `npm pack --json` prints there.
  const { status } = spawnSync(node, [compiler, "-p", project, "--outDir", into], {
    stdio: ["ignore", process.stderr, "inherit"],
  })
  if (status !== 0) process.exit(status ?? 1)
}
// Node and TypeScript tell the form of a module by the package that it lies in.
writeFileSync(join(outDir, "cjs", "package.json"), '{ "type": "commonjs" }\n')
