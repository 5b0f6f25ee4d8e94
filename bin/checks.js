import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "./setup.js"

/** Runs the formatter with the linter, the type checker, and compares the generated documents with the code. */
export function checks(node) {
  const modules = join(root, "node_modules")
  const commands = [
    {
      name: "biome",
      args: [join(modules, "@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings"],
    },
    { name: "tsc", args: [join(modules, "typescript", "bin", "tsc"), "-p", "."] },
    { name: "tsc web", args: [join(modules, "typescript", "bin", "tsc"), "-p", "web"] },
    { name: "tsc sdk", args: [join(modules, "typescript", "bin", "tsc"), "-p", "sdk", "--noEmit"] },
  ]
  const stale = { name: "generated documents", args: [join(root, "src", "main.ts"), "generate", "--check"] }
  return [...commands, stale].map(({ name, args }) => {
    const { status } = spawnSync(node, args, { cwd: root, stdio: "inherit" })
    return { name, passed: status === 0 }
  })
}
