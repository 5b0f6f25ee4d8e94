/**
 * Does jobs away from the thread that serves requests, one after the other. A job that takes too long, or too much memory, costs
 * the thread, and another takes its place.
 */
import { Worker } from "node:worker_threads"
import { Refusal } from "../../domain/model/errors.ts"

interface OneThreadOptions {
  /** Runs the thread, which answers each message by one. */
  start(): Worker
  /** For one job, from when the thread runs. */
  deadlineMs: number
  /** More are refused as busy. */
  mostWaiting: number
  /** How often a job is begun whose thread is lost: only a job that changes nothing may be begun again. */
  tries: number
}

interface Waiting<Job, Answer> {
  job: Job
  transfer: readonly ArrayBuffer[]
  begun: number
  settle(answer: Answer | null): void
}

/** A thread of this program, with nothing of the process's environment. */
export const threadOf = (module: URL, name: string, memoryMb: number): Worker =>
  new Worker(module, {
    ...{ name, env: {}, execArgv: [] },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: memoryMb / 4 },
  })

/** Answers null for a job that has lost its thread as often as it may. */
export function oneThread<Job, Answer>({ start, deadlineMs, mostWaiting, tries }: OneThreadOptions) {
  const waiting: Waiting<Job, Answer>[] = []
  let thread: Worker | null = null
  let current: Waiting<Job, Answer> | null = null
  let timer: NodeJS.Timeout | undefined

  function open(): Worker {
    const opened = start()
    opened.once("online", () => watch(opened))
    opened.on("message", (answer: Answer) => {
      if (thread === opened) finish((one) => one.settle(answer))
    })
    opened.on("error", () => lose(opened))
    opened.on("exit", () => lose(opened))
    return opened
  }

  function watch(own: Worker): void {
    clearTimeout(timer)
    if (thread === own && current !== null) timer = setTimeout(() => lose(own), deadlineMs)
  }

  function lose(lost: Worker): void {
    if (thread !== lost) return
    thread = null
    void lost.terminate()
    finish((one) => {
      if (one.begun < tries) waiting.unshift(one)
      else one.settle(null)
    })
  }

  function finish(end: (one: Waiting<Job, Answer>) => void): void {
    clearTimeout(timer)
    const had = current
    current = null
    thread?.unref()
    if (had !== null) end(had)
    next()
  }

  function next(): void {
    const following = current === null ? waiting.shift() : undefined
    if (following === undefined) return
    current = following
    following.begun += 1
    const isNew = thread === null
    thread ??= open()
    // A thread that works keeps the process; one that waits does not.
    thread.ref()
    if (!isNew) watch(thread)
    thread.postMessage(following.job, following.transfer)
  }

  return {
    /** `transfer` is gone from here then, so a job that has some can be begun once. */
    ask(job: Job, transfer: readonly ArrayBuffer[] = []): Promise<Answer | null> {
      if (waiting.length >= mostWaiting) return Promise.reject(new Refusal("busy", { retryAfterSeconds: 1 }))
      const { promise, resolve } = Promise.withResolvers<Answer | null>()
      waiting.push({ job, transfer, begun: 0, settle: resolve })
      next()
      return promise
    },
  }
}
