import { spawnSync } from "node:child_process"
import { join } from "node:path"
import "./node-version.js"

const { mainArguments, prepare, root } = await import("./setup.js")

const node = prepare()
run(mainArguments("generate", ...process.argv.slice(2)))
// By the schema that was just written. The tests compare it, so `--check` leaves it alone.
if (!process.argv.includes("--check")) run([join(root, "test", "support", "write-statements.ts")])
run([join(root, "test", "pairs", "print-pairs.ts")])

function run(args) {
  const { status } = spawnSync(node, args, { cwd: root, stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}
