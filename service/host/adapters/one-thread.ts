/**
 * Does jobs away from the thread that serves requests, one after the other, in the turns of a fair line. A job that takes too long, or
 * too much memory, costs the thread, and another takes its place.
 */
import { Worker } from "node:worker_threads"
import type { Refusal } from "../../../domain/model/errors.ts"
import { FairLine, type Share } from "../../platform/fair-line.ts"

interface OneThreadOptions {
  /** Runs the thread, which answers each message by one. */
  start(): Worker
  /** For one job, from when the thread runs, or where it `saysReady` from then. */
  deadlineMs: number
  /** Its first message is `threadIsReady`: it has loaded what it needs, which may take longer than a job. */
  saysReady?: boolean
  /** More are refused as busy. */
  mostWaiting: number
  /** The limit of one share; that of all when it is left out. */
  mostOfShare?: number
  /** How often a job is begun whose thread is lost: only a job that changes nothing may be begun again. */
  tries: number
}

export const threadIsReady = "ready"

interface Waiting<Job, Answer> {
  share: Share
  job: Job
  transfer: readonly ArrayBuffer[]
  begun: number
  settle(answer: Answer | null): void
  refuse(refusal: Refusal): void
}

/** The other options of a question. */
interface Asking {
  /** The share that the question counts for: shares take turns. */
  share?: Share
  /** Gone from here then, so a job that has some can be begun once. */
  transfer?: readonly ArrayBuffer[]
}

/** A process keeps this much for each of its threads once they have worked. */
const mostYoungMb = 16

/** A thread of this program, with nothing of the process's environment. */
export const threadOf = (module: URL, name: string, memoryMb: number, workerData?: unknown): Worker =>
  new Worker(module, {
    ...{ name, env: {}, execArgv: [], workerData },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: mostYoungMb },
  })

/** Answers null for a job that has lost its thread as often as it may. */
export function oneThread<Job, Answer>(options: OneThreadOptions) {
  const { start, deadlineMs, mostWaiting, mostOfShare = mostWaiting, tries } = options
  const line = new FairLine<Waiting<Job, Answer>>({
    most: mostWaiting,
    mostOfShare,
    turnAway: (one, refusal) => one.refuse(refusal),
  })
  let thread: Worker | null = null
  let current: Waiting<Job, Answer> | null = null
  let timer: NodeJS.Timeout | undefined

  function open(): Worker {
    const opened = start()
    if (!options.saysReady) opened.once("online", () => watch(opened))
    opened.on("message", (answer: Answer | typeof threadIsReady) => {
      if (thread !== opened) return
      if (answer === threadIsReady) watch(opened)
      else finish((one) => one.settle(answer))
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
      if (one.begun < tries) line.comeBack({ share: one.share, job: one })
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
    const following = current === null ? line.next()?.job : undefined
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
    /** Throws `busy` when too many wait. */
    ask(job: Job, { share = "", transfer = [] }: Asking = {}): Promise<Answer | null> {
      const { promise, resolve, reject } = Promise.withResolvers<Answer | null>()
      const one = { share, job, transfer, begun: 0, settle: resolve, refuse: reject }
      try {
        line.join(share, one)
      } catch (refusal) {
        return Promise.reject(refusal)
      }
      next()
      return promise
    },
  }
}
