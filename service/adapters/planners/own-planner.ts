/**
 * Plans days on a thread of its own, one after the other, so that a long search stops no other answer of the process. A thread
 * that dies or takes too long is replaced, and the day that it had is planned anew: the planner is pure, so nothing is lost.
 */
import { Worker } from "node:worker_threads"
import { Refusal } from "../../../domain/model/errors.ts"
import type { DayPlan } from "../../../domain/model/plan.ts"
import type { OwnPlanner, PlanJob } from "../../ports.ts"

interface Waiting {
  job: PlanJob
  tries: number
  settled: PromiseWithResolvers<DayPlan>
}

const mostWaiting = 50
const mostTries = 3
const memoryMb = 256

const startPlannerThread = (): Worker =>
  new Worker(new URL("own-planner-thread.ts", import.meta.url), {
    name: "planner",
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: memoryMb / 4 },
  })

interface OwnPlannerOptions {
  /** For one day, from when the thread runs. */
  deadlineMs?: number
  startThread?: () => Worker
}

export function createOwnPlanner({
  deadlineMs = 10_000,
  startThread = startPlannerThread,
}: OwnPlannerOptions = {}): OwnPlanner {
  const waiting: Waiting[] = []
  let thread: Worker | null = null
  let current: Waiting | null = null
  let timer: NodeJS.Timeout | undefined

  function open(): Worker {
    const opened = startThread()
    opened.once("online", () => watch(opened))
    opened.on("message", (plan: DayPlan) => {
      if (thread === opened) finish((one) => one.settled.resolve(plan))
    })
    opened.on("error", () => lose(opened))
    opened.on("exit", () => lose(opened))
    return opened
  }

  function watch(own: Worker): void {
    clearTimeout(timer)
    if (thread === own && current !== null) timer = setTimeout(() => lose(own), deadlineMs)
  }

  /** The thread is gone; another one plans the day that it had. */
  function lose(lost: Worker): void {
    if (thread !== lost) return
    thread = null
    void lost.terminate()
    finish((one) => {
      if (one.tries < mostTries) waiting.unshift(one)
      else one.settled.reject(new Refusal("busy", { retryAfterSeconds: 1 }))
    })
  }

  function finish(settle: (one: Waiting) => void): void {
    clearTimeout(timer)
    const had = current
    current = null
    thread?.unref()
    if (had !== null) settle(had)
    next()
  }

  function next(): void {
    const following = current === null ? waiting.shift() : undefined
    if (following === undefined) return
    current = following
    following.tries += 1
    const isNew = thread === null
    thread ??= open()
    // A thread that works keeps the process; one that waits does not.
    thread.ref()
    if (!isNew) watch(thread)
    thread.postMessage(following.job)
  }

  return {
    plan(job) {
      if (waiting.length >= mostWaiting) return Promise.reject(new Refusal("busy", { retryAfterSeconds: 1 }))
      const settled = Promise.withResolvers<DayPlan>()
      waiting.push({ job, tries: 0, settled })
      next()
      return settled.promise
    },
  }
}
