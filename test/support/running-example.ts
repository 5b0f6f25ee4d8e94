/** An example as its reader runs it: copied to a folder of its own, installed there, and started as a program. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync } from "node:fs"
import { join } from "node:path"
import { root } from "./source-files.ts"

/** The example's files in `parent`, without anything that was installed or built. Returns the new folder. */
export function copyExample(name: string, parent: string): string {
  const folder = join(parent, name)
  const isSource = (path: string) => !/\/(node_modules|\.next)(\/|$)/.test(path.slice(root.length))
  cpSync(join(root, "examples", name), folder, { recursive: true, filter: isSource })
  return folder
}

export interface Running {
  /** All that it has written. */
  said(): string
  /** Waits until it writes this. Throws what it wrote when it ends before. */
  says(expected: RegExp): Promise<void>
  stop(): Promise<void>
  /** Ends it at once, in the middle of its work. */
  kill(): Promise<void>
}

/** Starts a program in its own group, so that stopping it ends what npm has started too. */
export function startIn(
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Running {
  const [program, ...args] = words
  const child: ChildProcess = spawn(program!, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  })
  let written = ""
  const listeners = new Set<() => void>()
  const ended = once(child, "close")
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk: Buffer) => {
      written += String(chunk)
      for (const listener of listeners) listener()
    })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, signal)
    await ended
  }
  return {
    said: () => written,
    async says(expected) {
      const heard = new Promise<void>((resolve) => {
        const listen = () => expected.test(written) && resolve()
        listeners.add(listen)
        listen()
      })
      const gone = ended.then(() => {
        if (!expected.test(written)) throw new Error(`${words.join(" ")} ended: ${written.slice(-2_000)}`)
      })
      await Promise.race([heard, gone])
    },
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  }
}
