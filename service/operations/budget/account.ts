/** What a family of callers has left to take, and its calls in hand. */
import { Refusal } from "../../../domain/model/errors.ts"
import type { Spent } from "../../spending.ts"
import { Allowance, type AllowanceLimits } from "./allowance.ts"
import { Grants } from "./grants.ts"

export const familyKinds = ["company", "long", "visitors", "network"] as const
export type FamilyKind = (typeof familyKinds)[number]

interface Limits extends AllowanceLimits {
  /** Calls in hand at a time, from the head of a request to the last byte of its answer. */
  mostInside: number
}

const limitsOfFamily: Record<FamilyKind, Limits> = {
  company: { mostMs: 3_000, perSecondMs: 300, mostInside: 8 },
  // What such a call takes is charged to its company; here only its place counts.
  long: { mostMs: Number.POSITIVE_INFINITY, perSecondMs: 0, mostInside: 2 },
  visitors: { mostMs: 3_000, perSecondMs: 300, mostInside: 8 },
  network: { mostMs: 1_000, perSecondMs: 100, mostInside: 8 },
}

/**
 * What all families of a kind may take together. Addresses are cheap to come by: many of them, each within its own allowance,
 * are still one crowd.
 */
const limitsTogether: Partial<Record<FamilyKind, AllowanceLimits>> = {
  network: { mostMs: 3_000, perSecondMs: 500 },
}

/** The allowance of all families of the kind; null where each stands for itself. */
export function allowanceTogether(kind: FamilyKind, now: () => number): Allowance | null {
  const limits = limitsTogether[kind]
  return limits ? new Allowance(limits, now) : null
}

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

/** What a call still needs before it may begin or go on. */
export interface Needs {
  /** One of its family's places. */
  place: boolean
  /** Room among those at work. */
  room: boolean
}

export interface WaitingCall extends Needs {
  begin: () => void
}

export interface BudgetOptions {
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  /** A call for which there is no room is refused after so long. */
  longestWaitMs: number
}

/** What one family has left, and its calls. */
export class Account {
  readonly kind: FamilyKind
  readonly use: BudgetUse
  readonly queue: WaitingCall[] = []
  /** Calls in hand, but for those that wait for another host. */
  inside = 0
  readonly grants: Grants
  readonly #mostInside: number
  readonly #own: Allowance
  readonly #together: Allowance | null

  /** `together` is charged for all families of the kind. */
  constructor(
    kind: FamilyKind,
    use: BudgetUse,
    { now, longestWaitMs }: BudgetOptions,
    together: Allowance | null,
  ) {
    this.kind = kind
    this.use = use
    this.#mostInside = limitsOfFamily[kind].mostInside
    this.#own = new Allowance(limitsOfFamily[kind], now)
    this.#together = together
    this.grants = new Grants(longestWaitMs, () => this.refusal())
  }

  get hasCallLeft(): boolean {
    return this.inside < this.#mostInside
  }

  leftMs(): number {
    return this.#own.leftMs()
  }

  isBeyond(): boolean {
    return this.#own.leftMs() <= 0 || (this.#together !== null && this.#together.leftMs() <= 0)
  }

  charge(costMs: number): void {
    this.#own.charge(costMs)
    this.#together?.charge(costMs)
  }

  hasRested(): boolean {
    return this.inside === 0 && this.queue.length === 0 && this.#own.isFull()
  }

  refusal(): Refusal {
    this.use.refused += 1
    const backMs = Math.max(this.#own.backAfterMs(), this.#together?.backAfterMs() ?? 0)
    return new Refusal("rate_limited", { retryAfterSeconds: Math.max(1, Math.ceil(backMs / 1_000)) })
  }
}
