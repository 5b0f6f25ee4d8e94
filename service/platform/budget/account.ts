/** A family's allowance, and its calls in hand. */
import { Refusal } from "../../../domain/model/errors.ts"
import type { Spent } from "../spending.ts"
import { Allowance, type AllowanceLimits, type AllowanceState } from "./allowance.ts"
import type { Crowd, Site } from "./crowd.ts"
import { Grants } from "./grants.ts"

export const familyKinds = ["company", "long", "visitors", "network"] as const
export type FamilyKind = (typeof familyKinds)[number]

interface Limits extends AllowanceLimits {
  /** Calls in hand at a time, from the head of a request to the last byte of its answer. */
  mostInside: number
  /** Calls whose bodies have yet to come, beside those. Left out: such a call has its place from the first. */
  mostArriving?: number
}

const limitsOfFamily: Record<FamilyKind, Limits> = {
  company: { mostMs: 3_000, perSecondMs: 300, mostInside: 8 },
  // The cost of such a call is charged to its company; here only its slot counts.
  long: { mostMs: Number.POSITIVE_INFINITY, perSecondMs: 0, mostInside: 2 },
  visitors: { mostMs: 3_000, perSecondMs: 300, mostInside: 8 },
  // Visitors of one address share it with who begins to send and never ends.
  network: { mostMs: 1_000, perSecondMs: 100, mostInside: 8, mostArriving: 64 },
}

/** One that has used no more of its allowance has used next to nothing: a page or two at a time. */
const freshMs = 25

/** The cost of all calls of one kind of family, and how they fared, since the process began. */
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

/** The grants that a call still needs before it may begin or go on. */
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

/** A network address is one of a crowd, and an IPv6 one of a site. Every other family stands for itself. */
export interface Above {
  crowd: Crowd | null
  site: Site | null
  /** The company that is charged for its calls that may take long. */
  payer: (() => Account) | null
}

/** One family's allowance, and its calls. */
export class Account {
  readonly kind: FamilyKind
  readonly use: BudgetUse
  readonly queue: WaitingCall[] = []
  readonly site: Site | null
  /** Calls in hand, but for those that wait for another host. */
  inside = 0
  /** Calls whose bodies have yet to come, where those have places of their own. */
  arriving = 0
  readonly grants: Grants
  readonly #limits: Limits
  readonly #own: Allowance
  readonly #crowd: Crowd | null
  readonly #payer: (() => Account) | null

  constructor(
    kind: FamilyKind,
    use: BudgetUse,
    { now, longestWaitMs }: BudgetOptions,
    { crowd, site, payer }: Above,
  ) {
    this.kind = kind
    this.use = use
    this.site = site
    this.#limits = limitsOfFamily[kind]
    this.#own = new Allowance(this.#limits, now)
    this.#crowd = crowd
    this.#payer = payer
    this.grants = new Grants(
      longestWaitMs,
      () => this.refusal(),
      () => this.isBeyond(),
    )
  }

  /** True where bodies that have yet to come have slots of their own. */
  get takesArrivals(): boolean {
    return this.#limits.mostArriving !== undefined
  }

  get hasArrivalLeft(): boolean {
    return this.arriving < (this.#limits.mostArriving ?? 0)
  }

  has(needs: Needs): boolean {
    if (needs.place && this.inside >= this.#mostInside()) return false
    return !needs.room || this.site === null || this.site.hasRoom
  }

  leftMs(): number {
    return Math.min(this.#own.leftMs(), this.site?.allowance.leftMs() ?? Number.POSITIVE_INFINITY)
  }

  allowance(): AllowanceState {
    return this.#own.state()
  }

  isBeyond(): boolean {
    return this.leftMs() <= 0 || (this.#crowd?.isBeyond(this.#isFresh()) ?? false)
  }

  /** The wider purse pays only for those within the narrower one: one address, or one site, never uses up what all share. */
  charge(costMs: number): void {
    const isFresh = this.#isFresh()
    const mayGoOn = pay(this.#own, costMs) && (this.site === null || pay(this.site.allowance, costMs))
    if (mayGoOn) this.#crowd?.charge(costMs, isFresh)
  }

  hasRested(): boolean {
    return this.inside === 0 && this.arriving === 0 && this.queue.length === 0 && this.#own.isFull()
  }

  refusal(): Refusal {
    this.use.refused += 1
    const backMs = Math.max(
      this.#own.backAfterMs(),
      this.site?.allowance.backAfterMs() ?? 0,
      this.#crowd?.backAfterMs(this.#isFresh()) ?? 0,
    )
    return new Refusal("rate_limited", { retryAfterSeconds: Math.max(1, Math.ceil(backMs / 1_000)) })
  }

  /** Beyond its allowance a company has one place for what takes long, as it has one grant (`grants.ts`). */
  #mostInside = () => (this.#payer?.().isBeyond() ? 1 : this.#limits.mostInside)
  #isFresh = () => this.#own.leftMs() >= this.#limits.mostMs - freshMs
}

/** Returns whether it was within its allowance; where something is given back, whether it is again. */
function pay(purse: Allowance, costMs: number): boolean {
  const was = purse.leftMs() > 0
  purse.charge(costMs)
  return costMs < 0 ? purse.leftMs() > 0 : was
}
