/**
 * Writes photos anew in processes of their own: decoders are native code and read what strangers send. A file that takes too long, or
 * breaks the decoder, costs its process, and another takes its place. Each process has one file at a time, and each company one
 * process: the other is free for the next company's.
 */
import { type ChildProcess, fork } from "node:child_process"
import type { Refusal } from "../../../../domain/model/errors.ts"
import { FairLine } from "../../../platform/fair-line.ts"
import type { CleanFile, FileCleaner } from "../../../platform/ports/files.ts"

interface Job {
  path: string
  settle(cleaned: CleanFile | null): void
  refuse(refusal: Refusal): void
}

interface CleanerOptions {
  deadlineMs?: number
  processes?: number
  startProcess?: () => ChildProcess
}

const defaultProcesses = 2
const mostWaiting = 60
/** The limit of one company: the photos of four bookings. */
const mostOfCompany = 40
const defaultDeadlineMs = 30_000
/** A process is started when a file comes, and ends when none has come for so long. */
const idleMs = 60_000

const forkCleaner = (): ChildProcess =>
  fork(new URL("cleaner-process.ts", import.meta.url), {
    // It needs no secret, and reads no setting.
    env: {},
    execArgv: ["--max-old-space-size=128"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  })

export function createFileCleaner(options: CleanerOptions = {}): FileCleaner {
  const { deadlineMs = defaultDeadlineMs, startProcess = forkCleaner } = options
  const line = new FairLine<Job>({
    most: mostWaiting,
    mostOfShare: mostOfCompany,
    turnAway: (job, refusal) => job.refuse(refusal),
  })
  const cleaners = Array.from({ length: options.processes ?? defaultProcesses }, () =>
    createCleaner(startProcess, deadlineMs),
  )
  /** The company of the file that each busy cleaner has. */
  const at = new Map<Cleaner, number>()

  function next(): void {
    const free = cleaners.find((cleaner) => !at.has(cleaner))
    const turn = free && line.next((companyId) => ![...at.values()].includes(companyId as number))
    if (!free || !turn) return
    at.set(free, turn.share as number)
    free.clean(turn.job.path, (cleaned) => {
      at.delete(free)
      turn.job.settle(cleaned)
      next()
    })
    next()
  }

  return {
    clean(path, companyId) {
      const { promise, resolve, reject } = Promise.withResolvers<CleanFile | null>()
      try {
        line.join(companyId, { path, settle: resolve, refuse: reject })
      } catch (refusal) {
        return Promise.reject(refusal)
      }
      next()
      return promise
    },
    close() {
      for (const job of line.empty()) job.settle(null)
      for (const cleaner of cleaners) cleaner.close()
    },
  }
}

type Cleaner = ReturnType<typeof createCleaner>

/** One process, which has one file at a time. */
function createCleaner(startProcess: () => ChildProcess, deadlineMs: number) {
  let child: ChildProcess | null = null
  let settle: ((cleaned: CleanFile | null) => void) | null = null
  let timer: NodeJS.Timeout | undefined

  function open(): ChildProcess {
    const opened = startProcess()
    opened.on("message", (cleaned) => child === opened && finish(cleaned as CleanFile | null))
    opened.on("error", () => lose(opened))
    opened.on("exit", () => lose(opened))
    // A thread that is idle keeps no process alive.
    opened.unref()
    opened.channel?.unref()
    return opened
  }

  function lose(lost: ChildProcess): void {
    if (child !== lost) return
    child = null
    lost.kill("SIGKILL")
    finish(null)
  }

  function finish(cleaned: CleanFile | null): void {
    clearTimeout(timer)
    if (child) timer = setTimeout(lose, idleMs, child).unref()
    const settled = settle
    settle = null
    settled?.(cleaned)
  }

  return {
    clean(path: string, done: (cleaned: CleanFile | null) => void): void {
      clearTimeout(timer)
      settle = done
      child ??= open()
      const own = child
      timer = setTimeout(() => lose(own), deadlineMs)
      own.send(path, (error) => error && lose(own))
    },
    close(): void {
      if (child) lose(child)
      clearTimeout(timer)
    },
  }
}
