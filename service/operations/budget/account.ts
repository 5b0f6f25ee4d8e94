/** What a family of callers has left to take, and its calls in hand. */
import { Refusal } from "../../../domain/model/errors.ts"
import type { Spent } from "../../spending.ts"

export const familyKinds = ["company", "long", "visitors", "network"] as const
export type FamilyKind = (typeof familyKinds)[number]

/** Milliseconds are those of the serving thread and of the database together; a megabyte counts as ten. */
interface Allowance {
  /** What a family that has rested may take at once. */
  mostMs: number
  /** What is added in a second. */
  perSecondMs: number
  /** Calls in hand at a time, from the head of a request to the last byte of its answer. */
  mostInside: number
}

const allowances: Record<FamilyKind, Allowance> = {
  company: { mostMs: 3_000, perSecondMs: 300, mostInside: 8 },
  // What such a call takes is charged to its company; here only its place counts.
  long: { mostMs: Number.POSITIVE_INFINITY, perSecondMs: 0, mostInside: 2 },
  visitors: { mostMs: 3_000, perSecondMs: 300, mostInside: 8 },
  network: { mostMs: 1_000, perSecondMs: 100, mostInside: 8 },
}

/** A family owes no more, so that one that has stopped is free again within two minutes. */
const mostOwedMs = 10_000

/** What the calls of one kind of family took and how they fared, since the process began. */
export interface BudgetUse extends Spent {
  inside: number
  waiting: number
  begun: number
  waited: number
  refused: number
}

export const unused = (): BudgetUse => ({
  cpuMs: 0,
  databaseMs: 0,
  bytes: 0,
  inside: 0,
  waiting: 0,
  begun: 0,
  waited: 0,
  refused: 0,
})

/** What one family has left, and its calls. */
export class Account {
  readonly use: BudgetUse
  readonly queue: (() => void)[] = []
  /** Calls in hand, but for those that wait for another host. */
  inside = 0
  readonly #allowance: Allowance
  readonly #now: () => number
  /** What was left at `#at`; what is owed is below zero. */
  #leftMs: number
  #at: number

  /** `now` in milliseconds of a clock that never goes back. */
  constructor(kind: FamilyKind, use: BudgetUse, now: () => number) {
    const allowance = allowances[kind]
    this.use = use
    this.#allowance = allowance
    this.#now = now
    this.#leftMs = allowance.mostMs
    this.#at = now()
  }

  get hasCallLeft(): boolean {
    return this.inside < this.#allowance.mostInside
  }

  leftMs(): number {
    const { mostMs, perSecondMs } = this.#allowance
    const at = this.#now()
    this.#leftMs = Math.min(mostMs, this.#leftMs + ((at - this.#at) / 1_000) * perSecondMs)
    this.#at = at
    return this.#leftMs
  }

  charge(costMs: number): void {
    this.#leftMs = Math.max(-mostOwedMs, this.leftMs() - costMs)
  }

  hasRested(): boolean {
    return this.inside === 0 && this.queue.length === 0 && this.leftMs() === this.#allowance.mostMs
  }

  refusal(): Refusal {
    this.use.refused += 1
    const owedSeconds = -this.leftMs() / this.#allowance.perSecondMs
    return new Refusal("rate_limited", { retryAfterSeconds: Math.max(1, Math.ceil(owedSeconds)) })
  }
}
