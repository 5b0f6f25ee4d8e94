/**
 * Reads files from calendars' servers away from the thread that serves requests. A file that takes too long, or too much
 * memory, costs its thread, and another thread takes its place. One company's files never take all threads, and companies that wait
 * take turns.
 */
import type { Worker } from "node:worker_threads"
import type { ZoneFiles } from "../../../../domain/time/tzif.ts"
import { CalendarUnavailable } from "../../../platform/ports/calendars.ts"
import { threadOf } from "../one-thread.ts"
import { FileLine } from "./file-line.ts"
import type { ReaderTasks } from "./reader-tasks.ts"
import type { ReaderCall, ReaderReply, ReaderThreadData } from "./reader-thread.ts"

/** The tasks of `reader-tasks.ts`, on another thread. Throws CalendarUnavailable: `unreadable`, or `timeout` by the signal. */
export interface ReaderThreads {
  read<Name extends keyof ReaderTasks>(
    caller: { companyId: number; signal: AbortSignal },
    name: Name,
    file: Uint8Array,
    ...more: Parameters<ReaderTasks[Name]> extends [Uint8Array, ...infer More] ? More : never
  ): Promise<ReturnType<ReaderTasks[Name]>>
  close(): void
}

export interface ReaderThreadsOptions {
  /** The process's own zone rules, so that the threads use the same. */
  zoneFiles?: ZoneFiles | null
  threads?: number
  /** How long one file may take. */
  deadlineMs?: number
}

const defaultThreads = 2
const defaultDeadlineMs = 5_000
const memoryMb = 256

type Outcome = ReaderReply | Error

interface Job {
  companyId: number
  call: ReaderCall
  signal: AbortSignal
  settle(outcome: Outcome): void
}

interface Thread {
  worker: Worker
  /** Ends the job that it works at; null while it waits. */
  end: ((outcome: Outcome) => void) | null
}

const unreadable: ReaderReply = { unreadable: true }

const startWorker = (workerData: ReaderThreadData): Worker =>
  threadOf(new URL("reader-thread.ts", import.meta.url), "calendar-reader", memoryMb, workerData)

export function createReaderThreads(options: ReaderThreadsOptions = {}): ReaderThreads {
  const { zoneFiles = null, threads: most = defaultThreads, deadlineMs = defaultDeadlineMs } = options
  const mostPerCompany = Math.max(1, most - 1)
  const threads = new Set<Thread>()
  const running = new Set<Job>()
  const line = new FileLine<Job>()

  function startThread(): Thread {
    const worker = startWorker({ zoneFiles })
    const thread: Thread = { worker, end: null }
    worker.on("message", (reply: ReaderReply) => thread.end?.(reply))
    worker.on("error", (error: NodeJS.ErrnoException) =>
      thread.end?.(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? unreadable : error),
    )
    worker.on("exit", () => {
      threads.delete(thread)
      thread.end?.(unreadable)
    })
    threads.add(thread)
    return thread
  }

  /** Ends a thread and what it works at, so that another takes its place. */
  function drop(thread: Thread, outcome: Outcome): void {
    threads.delete(thread)
    void thread.worker.terminate()
    thread.end?.(outcome)
  }

  const ofCompany = (companyId: number) => [...running].filter((job) => job.companyId === companyId).length

  function runNext(): void {
    if (running.size >= most) return
    const job = line.next((companyId) => ofCompany(companyId) < mostPerCompany)
    if (job === null) return
    run(job)
    runNext()
  }

  function run(job: Job): void {
    const thread = threads.values().find(({ end }) => end === null) ?? startThread()
    const timer = setTimeout(() => drop(thread, unreadable), deadlineMs)
    const onAbort = () => drop(thread, new CalendarUnavailable("timeout"))
    job.signal.addEventListener("abort", onAbort)
    running.add(job)
    thread.end = (outcome) => {
      clearTimeout(timer)
      job.signal.removeEventListener("abort", onAbort)
      running.delete(job)
      thread.end = null
      thread.worker.unref()
      job.settle(outcome)
      runNext()
    }
    // A thread that works keeps the process; one that waits does not.
    thread.worker.ref()
    thread.worker.postMessage(job.call, [job.call.file.buffer])
  }

  return {
    async read({ companyId, signal }, name, file, ...more) {
      if (signal.aborted) throw new CalendarUnavailable("timeout")
      // A copy of its own, which the thread takes over: a small buffer shares its memory with others.
      const call: ReaderCall = { name, file: new Uint8Array(file), more }
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const job: Job = {
        companyId,
        call,
        signal,
        settle(outcome) {
          signal.removeEventListener("abort", leave)
          if (outcome instanceof Error) reject(outcome)
          else if ("unreadable" in outcome) reject(new CalendarUnavailable("unreadable"))
          else resolve(outcome.result)
        },
      }
      function leave(): void {
        if (line.leave(job)) job.settle(new CalendarUnavailable("timeout"))
      }
      line.join(job)
      signal.addEventListener("abort", leave)
      runNext()
      return promise as Promise<never>
    },
    close() {
      for (const job of line.empty()) job.settle(new CalendarUnavailable("timeout"))
      for (const thread of threads) drop(thread, new CalendarUnavailable("timeout"))
    },
  }
}
