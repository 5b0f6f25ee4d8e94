/**
 * The request's use of the machine: time of the serving thread, time of the database, and bytes. It goes along with the
 * calls that the request makes, so that the store counts a statement for it without a word from each operation.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import { performance as machine } from "node:perf_hooks"
import { tooLarge } from "../../domain/rules/cost/effort.ts"
import { mostMsOfQuestion } from "../../domain/rules/cost/estimates.ts"

/** The caller has gone: the answer has no reader, and no more is done for it. */
export class CallerGone extends Error {
  constructor() {
    super("The caller has gone")
    this.name = "CallerGone"
  }
}

/** Milliseconds of work, and bytes taken in and sent. */
export interface Spent {
  cpuMs: number
  databaseMs: number
  bytes: number
}

/**
 * The time that statements take the database, as far as this process can tell it: while its thread is busy answers lie unread, so only
 * what it waits counts; and of those who ask at once each takes a share. So a statement costs its caller what it would cost alone,
 * and not what others do beside it.
 */
class DatabaseTime {
  #ms = 0
  #idleAtMs = 0
  #asking = 0

  /** The time at which one more asks. */
  begin(): number {
    this.#pass()
    this.#asking += 1
    return this.#ms
  }

  /** The time that has passed for a caller who asked at that time, and asks no more. */
  end(begunAt: number): number {
    this.#pass()
    this.#asking -= 1
    return this.#ms - begunAt
  }

  #pass(): void {
    const { idle } = machine.eventLoopUtilization()
    this.#ms += (idle - this.#idleAtMs) / Math.max(1, this.#asking)
    this.#idleAtMs = idle
  }
}

const databaseTime = new DatabaseTime()

/** An estimate holds for a process that has worked before, so the first question of its kind gets as much again. */
const timesEstimate = 2
/** Beside the estimate: for loading, and for the answer. */
const leastGrantedMs = 1_000

/**
 * A request works from the answer that it waited for to its next question, since an answer's continuations run at once, one
 * request's at a time. So the stretches between waits are its time of the thread, and no hook has to watch every step.
 */
export class Spending implements Spent {
  cpuMs = 0
  databaseMs = 0
  bytes = 0
  /** The company that the request is about, once that is known. */
  companyId: number | null = null
  #statements = 0
  #worksSince: number | null = null
  #askedAt = 0
  readonly #listeners: ((isAway: boolean) => void)[] = []
  #isWanted = true
  #grant: (costMs: number) => Promise<void> = async () => {}
  #leavesTime: () => boolean = () => false
  #isGranted = false
  /** The thread's time for work in slices; more is refused. Without a grant it is as much as any question may take. */
  #leftMs = mostMsOfQuestion

  /** The time of the thread and of the database together, the present piece of work included. */
  get ms(): number {
    const atWork = this.#worksSince === null ? 0 : performance.now() - this.#worksSince
    return this.cpuMs + this.databaseMs + atWork
  }

  /** Calls `listener` when the request begins to wait for another host, and when that is over. */
  onAway(listener: (isAway: boolean) => void): void {
    this.#listeners.push(listener)
  }

  /** The request's work begins, or goes on after a wait. A second of several waits at once begins the stretch anew. */
  work(): void {
    this.#worksSince = performance.now()
  }

  /** The work has ended, or waits. */
  rest(): void {
    if (this.#worksSince === null) return
    this.cpuMs += performance.now() - this.#worksSince
    this.#worksSince = null
  }

  /** Counts the time that a statement, or several at once, takes the database. */
  async asking<T>(ask: () => Promise<T>): Promise<T> {
    this.rest()
    if (this.#statements++ === 0) this.#askedAt = databaseTime.begin()
    try {
      return await ask()
    } finally {
      if (--this.#statements === 0) this.databaseMs += databaseTime.end(this.#askedAt)
      this.work()
    }
  }

  /** Counts work that another thread of this process does for the request. */
  async onThread<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await this.waiting(work)
    } finally {
      this.cpuMs += performance.now() - startedAt
    }
  }

  /** Waits at no expense: for a connection or a turn. */
  async waiting<T>(wait: () => Promise<T>): Promise<T> {
    this.rest()
    try {
      return await wait()
    } finally {
      this.work()
    }
  }

  /** Waits for what is not of this process, or for a turn that is not the family's: others may work meanwhile. */
  async away<T>(ask: () => Promise<T>): Promise<T> {
    this.#tell(true)
    try {
      return await this.waiting(ask)
    } finally {
      this.#tell(false)
    }
  }

  /** The caller has gone, and work in slices ends. */
  end(): void {
    this.#isWanted = false
  }

  /** Throws `CallerGone` where the caller no longer waits for the answer. */
  refuseUnwanted(): void {
    if (!this.#isWanted) throw new CallerGone()
  }

  /** True where its slices leave time to others: its family is beyond its allowance, and others have calls in hand. */
  leavesTime(): boolean {
    return this.#leavesTime()
  }

  /** Among the families that answer for the request, the last one decides. */
  onLeavingTime(leavesTime: () => boolean): void {
    this.#leavesTime = leavesTime
  }

  /** Among the families that answer for the request, the last one grants. */
  onGrant(grant: (costMs: number) => Promise<void>): void {
    this.#grant = grant
  }

  /** Waits until the family has room for work that is expected to take the thread so long. It then may take that, and some more. */
  async beGranted(costMs: number): Promise<void> {
    await this.waiting(() => this.#grant(costMs))
    this.refuseUnwanted()
    const known = this.#isGranted ? this.#leftMs : leastGrantedMs
    this.#isGranted = true
    this.#leftMs = known + costMs * timesEstimate
  }

  /** A slice has taken the thread so long. Throws `question_too_large` where that is more than was granted. */
  takeOfGrant(ms: number): void {
    this.#leftMs -= ms
    if (this.#leftMs < 0) throw tooLarge()
  }

  #tell(isAway: boolean): void {
    for (const listener of this.#listeners) listener(isAway)
  }
}

const current = new AsyncLocalStorage<Spending>()

/** The request in hand; undefined where work is done for none. */
export const spendingInHand = (): Spending | undefined => current.getStore()

/**
 * Waits until the family of the request in hand has room for work that is expected to take so long, as `domain/rules/cost` says it of
 * the inputs. Throws `rate_limited` when there is none in time, and `question_too_large` where it is more than one question may take.
 */
export async function granted(costMs: number): Promise<void> {
  const spending = current.getStore()
  if (spending === undefined) return
  if (costMs > mostMsOfQuestion) throw tooLarge()
  await spending.beGranted(costMs)
}

/** The company that the request in hand is about; null without one. */
export const companyInHand = (): number | null => current.getStore()?.companyId ?? null

/** Runs `work` at the request's expense. */
export const spendingBy = <T>(spending: Spending, work: () => T): T => current.run(spending, work)

/** Counts a statement for the request in hand, if there is one. */
export function spendingDatabase<T>(ask: () => Promise<T>): Promise<T> {
  const spending = current.getStore()
  return spending === undefined ? ask() : spending.asking(ask)
}

/** Counts work on another thread for the request in hand, if there is one. */
export function spendingThread<T>(work: () => Promise<T>): Promise<T> {
  const spending = current.getStore()
  return spending === undefined ? work() : spending.onThread(work)
}

/** Lets the request in hand, if there is one, wait at no expense. */
export function spendingNothing<T>(wait: () => Promise<T>): Promise<T> {
  const spending = current.getStore()
  return spending === undefined ? wait() : spending.waiting(wait)
}

/** Lets the request in hand, if there is one, wait without holding a place of its family: for another host, or in a line. */
export function holdingNothing<T>(wait: () => Promise<T>): Promise<T> {
  const spending = current.getStore()
  return spending === undefined ? wait() : spending.away(wait)
}
