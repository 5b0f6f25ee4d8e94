/** Work that may be taken, which fills up again by itself. */

/** Milliseconds are those of the serving thread and of the database together; a megabyte counts as ten. */
export interface AllowanceLimits {
  /** The most that may be taken at once after a rest. */
  mostMs: number
  /** The amount that is added in a second. */
  perSecondMs: number
}

/** How much is left at the moment. */
export interface AllowanceState extends AllowanceLimits {
  leftMs: number
}

/** No more is owed, so that one who has stopped is free again within two minutes. */
const mostOwedMs = 10_000

export class Allowance {
  readonly #limits: AllowanceLimits
  readonly #now: () => number
  /** The amount left at `#at`; below zero it is a debt. */
  #leftMs: number
  #at: number

  /** `now` in milliseconds of a clock that never goes back. */
  constructor(limits: AllowanceLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
    this.#leftMs = limits.mostMs
    this.#at = now()
  }

  leftMs(): number {
    const { mostMs, perSecondMs } = this.#limits
    const at = this.#now()
    this.#leftMs = Math.min(mostMs, this.#leftMs + ((at - this.#at) / 1_000) * perSecondMs)
    this.#at = at
    return this.#leftMs
  }

  charge(costMs: number): void {
    this.#leftMs = Math.max(-mostOwedMs, this.leftMs() - costMs)
  }

  state(): AllowanceState {
    return { ...this.#limits, leftMs: this.leftMs() }
  }

  isFull(): boolean {
    return this.leftMs() === this.#limits.mostMs
  }

  /** How long until nothing is owed any more. */
  backAfterMs(): number {
    return Math.max(0, (-this.leftMs() / this.#limits.perSecondMs) * 1_000)
  }
}
