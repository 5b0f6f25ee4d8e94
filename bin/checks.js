import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "./setup.js"

/** Runs the formatter with the linter, then the type checker. Returns one `{name, passed}` for each. */
export function checks(node) {
  const modules = join(root, "node_modules")
  const commands = [
    {
      name: "biome",
      args: [join(modules, "@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings"],
    },
    { name: "tsc", args: [join(modules, "typescript", "bin", "tsc"), "-p", "."] },
    { name: "tsc web", args: [join(modules, "typescript", "bin", "tsc"), "-p", "web"] },
  ]
  return commands.map(({ name, args }) => {
    const { status } = spawnSync(node, args, { cwd: root, stdio: "inherit" })
    return { name, passed: status === 0 }
  })
}
