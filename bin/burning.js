import { spawn } from "node:child_process"
import { availableParallelism } from "node:os"

/** Burns until its input ends, as it does when the run that started it dies. */
const PROGRAM = `
process.stdin.on("end", () => process.exit()).resume()
const burn = () => {
  const until = performance.now() + 50
  while (performance.now() < until);
  setImmediate(burn)
}
burn()`

/** Keeps every core of the machine busy until `stop` is called. */
export function burnEveryCore(node) {
  const children = Array.from({ length: availableParallelism() }, () =>
    spawn(node, ["-e", PROGRAM], { stdio: ["pipe", "ignore", "ignore"] }),
  )
  return {
    stop() {
      for (const child of children) child.kill()
    },
  }
}
