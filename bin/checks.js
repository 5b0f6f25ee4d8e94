import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { cpuSecondsIn, timed } from "./cpu-seconds.js"
import { root } from "./setup.js"

/** Several checkers of types share the files, and each works out anew the types that it needs of the others' files. */
const ONE_CHECKER = ["--checkers", "1"]

/**
 * Runs the formatter with the linter, the type checker and the judge of regular expressions, and compares the generated documents with the code: all side by side,
 * and each prints what it found when it has ended.
 */
export async function checks(node) {
  const modules = join(root, "node_modules")
  const tsc = join(modules, "typescript", "bin", "tsc")
  const commands = [
    {
      name: "biome",
      args: [join(modules, "@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings"],
    },
    { name: "tsc", args: [tsc, "-p", ".", ...ONE_CHECKER] },
    { name: "tsc browser", args: [tsc, "-p", "ui/tsconfig.browser.json", ...ONE_CHECKER] },
    { name: "patterns", args: [join(root, "bin", "patterns.js")] },
    { name: "tsc sdk", args: [tsc, "-p", "sdk", "--noEmit"] },
  ]
  const stale = {
    name: "generated documents",
    args: [join(root, "service", "host", "main.ts"), "generate", "--check"],
  }
  // First, since the check of types needs the types that it writes.
  const messages = await check(node, { name: "messages", args: [join(root, "bin", "messages", "check.js")] })
  return [messages, ...(await Promise.all([...commands, stale].map((command) => check(node, command))))]
}

async function check(node, { name, args }) {
  const child = spawn(...timed(node, args), { cwd: root, stdio: ["ignore", "pipe", "pipe", "pipe"] })
  const [stdout, stderr, times, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    text(child.stdio[3]),
    once(child, "close"),
  ])
  process.stdout.write(stdout + stderr)
  return { name, passed: status === 0, cpuSeconds: cpuSecondsIn(times) }
}
