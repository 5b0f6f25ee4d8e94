/**
 * Writes photos anew in a process of its own, one after the other: decoders are native code and read what strangers send. A file
 * that takes too long, or breaks the decoder, costs that process, and another takes its place.
 */
import { type ChildProcess, fork } from "node:child_process"
import { Refusal } from "../../../domain/model/errors.ts"
import type { CleanFile, FileCleaner } from "../../ports/files.ts"

interface Job {
  path: string
  settle(cleaned: CleanFile | null): void
}

const mostWaiting = 60
const defaultDeadlineMs = 30_000
/** It is started when the first file comes, and ends when none has come for so long. */
const idleMs = 60_000

const startProcess = (): ChildProcess =>
  fork(new URL("cleaner-process.ts", import.meta.url), {
    // It needs no secret, and reads no setting.
    env: {},
    execArgv: ["--max-old-space-size=128"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  })

export function createFileCleaner({ deadlineMs = defaultDeadlineMs } = {}): FileCleaner {
  const waiting: Job[] = []
  let child: ChildProcess | null = null
  let current: Job | null = null
  let timer: NodeJS.Timeout | undefined

  function open(): ChildProcess {
    const opened = startProcess()
    opened.on("message", (cleaned) => child === opened && finish(cleaned as CleanFile | null))
    opened.on("error", () => lose(opened))
    opened.on("exit", () => lose(opened))
    // What waits for nothing keeps no process alive.
    opened.unref()
    opened.channel?.unref()
    return opened
  }

  function lose(lost: ChildProcess): void {
    if (child !== lost) return
    child = null
    lost.kill("SIGKILL")
    if (current) finish(null)
  }

  function finish(cleaned: CleanFile | null): void {
    clearTimeout(timer)
    const job = current
    current = null
    job?.settle(cleaned)
    next()
  }

  function next(): void {
    const job = current === null ? waiting.shift() : undefined
    if (!job) {
      if (current === null && child) timer = setTimeout(lose, idleMs, child).unref()
      return
    }
    clearTimeout(timer)
    current = job
    child ??= open()
    const own = child
    timer = setTimeout(() => lose(own), deadlineMs)
    own.send(job.path, (error) => error && lose(own))
  }

  return {
    clean(path) {
      if (waiting.length >= mostWaiting) return Promise.reject(new Refusal("busy"))
      const { promise, resolve } = Promise.withResolvers<CleanFile | null>()
      waiting.push({ path, settle: resolve })
      next()
      return promise
    },
    close() {
      for (const job of waiting.splice(0)) job.settle(null)
      if (child) lose(child)
      clearTimeout(timer)
    },
  }
}
