/** Callers without a credential as a crowd: those of one IPv6 /48, which one customer of a provider may have whole, and all together. */
import { Allowance } from "./allowance.ts"

/** More than one address may take and less than all, so that no /48 uses up what the others share. */
const limitsOfSite = { mostMs: 2_000, perSecondMs: 250 }
const mostAtWorkOfSite = 16
const mostWaitingOfSite = 500
const limitsOfAll = { mostMs: 3_000, perSecondMs: 500 }
/** Kept for addresses that have used next to nothing, once the others have used up what all share. */
const limitsOfFresh = { mostMs: 1_000, perSecondMs: 200 }

/** The addresses of one /48. */
export class Site {
  readonly allowance: Allowance
  /** Calls that are at work. Those whose answer is on its way are none: a slow reader holds nothing of its neighbours. */
  working = 0
  waiting = 0

  constructor(now: () => number) {
    this.allowance = new Allowance(limitsOfSite, now)
  }

  get hasRoom(): boolean {
    return this.working < mostAtWorkOfSite
  }

  get isFull(): boolean {
    return this.waiting >= mostWaitingOfSite
  }

  hasRested(): boolean {
    return this.working === 0 && this.waiting === 0 && this.allowance.isFull()
  }
}

/** All addresses together. Many of them, each within its own allowance, are still one crowd. */
export class Crowd {
  readonly #all: Allowance
  readonly #fresh: Allowance

  constructor(now: () => number) {
    this.#all = new Allowance(limitsOfAll, now)
    this.#fresh = new Allowance(limitsOfFresh, now)
  }

  isBeyond(isFresh: boolean): boolean {
    return this.#all.leftMs() <= 0 && !(isFresh && this.#fresh.leftMs() > 0)
  }

  charge(costMs: number, isFresh: boolean): void {
    const isShared = !isFresh || this.#all.leftMs() > 0
    ;(isShared ? this.#all : this.#fresh).charge(costMs)
  }

  backAfterMs(isFresh: boolean): number {
    return (isFresh ? this.#fresh : this.#all).backAfterMs()
  }
}
