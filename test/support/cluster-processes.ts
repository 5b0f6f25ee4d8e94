import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"

/** A started cluster-process.ts. */
export type ClusterProcess = {
  url: string
  startedHere: boolean
  events: string[]
  /** Ends it in good order and waits for it. */
  stop(): Promise<void>
  /** Ends it at once, leaving its PostgreSQL behind. */
  kill(): Promise<void>
}

/** Starts a process that uses the cluster in `dataDir`, as another user if `uid` is given. Throws its own error. */
export async function startClusterProcess(dataDir: string, uid?: number): Promise<ClusterProcess> {
  const program = join(import.meta.dirname, "cluster-process.ts")
  const args = [program, dataDir, ...(uid === undefined ? [] : [String(uid)])]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] })
  const complaint = text(child.stderr)
  const [first] = await Promise.race([once(child.stdout, "data"), once(child, "close").then(() => [null])])
  if (first === null) throw new Error(await complaint)
  return {
    ...JSON.parse(String(first)),
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
  }
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  child.kill(signal)
  await exit
}
