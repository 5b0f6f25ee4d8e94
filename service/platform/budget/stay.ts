/** One call in hand: the places that it takes, and what it is charged. */
import type { Spending, Spent } from "../spending.ts"
import type { Account } from "./account.ts"

const msPerByte = 10 / 1_048_576
/** The charge of every call for the steps that are not counted: its head, its route, its caller. */
const msPerCall = 0.2

/** A call that has begun. */
export interface Stay {
  readonly spending: Spending
  /** The body is there: goes on once there is room among those at work. Throws `rate_limited` when there is none in time. */
  work(): Promise<void>
  /** The work is done and the answer is on its way: others may work, while the family's place stays taken. */
  rest(): void
  /** The last byte is sent, or will never be. */
  leave(): void
  /** Charges the call to no account. */
  forgive(): void
}

/** A call with a smaller expected cost needs no grant. */
const leastCharged = 15

const costOf = ({ cpuMs, databaseMs, bytes }: Spent) => cpuMs + databaseMs + bytes * msPerByte

/** How a stay takes and gives back its places. */
export interface Counts {
  /** The family's own for bodies that have yet to come. */
  arrive(calls: 1 | -1): void
  /** The family's own. */
  take(calls: 1 | -1): void
  /** Among those at work. */
  work(workers: 1 | -1): void
  /** Calls `goOn` once there is room among those at work, and a place for one that has arrived. */
  room(goOn: () => void): Promise<void> | void
  /** Some were given back. */
  changed(): void
  /** True while other companies, or their visitors, have calls in hand. */
  hasOthers(): boolean
}

/** `arrives`: its body has yet to come, at a place for that alone; `reads`: at a place of its family. */
type State = "arrives" | "reads" | "works" | "away" | "rests" | "left"

export class StayInRoom implements Stay {
  readonly spending: Spending
  readonly #account: Account
  readonly #counts: Counts
  #state: State
  #charged: Spent = { cpuMs: 0, databaseMs: 0, bytes: 0 }
  #isForgiven = false
  #isGranted = false
  /** Charged beforehand. */
  #grantedMs = 0

  constructor(account: Account, spending: Spending, state: "arrives" | "reads" | "works", counts: Counts) {
    this.#state = state
    this.spending = spending
    this.#account = account
    this.#counts = counts
    if (state === "arrives") counts.arrive(1)
    else counts.take(1)
    if (state === "works") counts.work(1)
    spending.onAway((isAway) => this.#goAway(isAway))
    spending.onGrant((costMs) => this.#grant(costMs))
    spending.onLeavingTime(() => account.isBeyond() && counts.hasOthers())
  }

  async work(): Promise<void> {
    if (this.#state !== "reads" && this.#state !== "arrives") return
    await this.#counts.room(() => {
      // It may have left while it waited.
      if (this.#state !== "reads" && this.#state !== "arrives") return
      if (this.#state === "arrives") this.#arrive()
      this.#state = "works"
      this.#counts.work(1)
    })
  }

  rest(): void {
    if (this.#state !== "works") return
    this.#state = "rests"
    this.#charge()
    this.#counts.work(-1)
    this.#counts.changed()
  }

  leave(): void {
    if (this.#state === "left") return
    this.#charge()
    if (!this.#isForgiven) this.#account.charge(msPerCall)
    if (this.#state === "works") this.#counts.work(-1)
    if (this.#state === "arrives") this.#counts.arrive(-1)
    else if (this.#state !== "away") this.#counts.take(-1)
    this.#state = "left"
    this.#counts.changed()
  }

  forgive(): void {
    this.#isForgiven = true
  }

  #arrive(): void {
    this.#counts.arrive(-1)
    this.#counts.take(1)
  }

  #goAway(isAway: boolean): void {
    if (this.#state !== (isAway ? "works" : "away")) return
    this.#state = isAway ? "away" : "works"
    this.#counts.take(isAway ? -1 : 1)
    this.#counts.work(isAway ? -1 : 1)
    if (isAway) this.#counts.changed()
  }

  /** It is charged at once, so that those who come next meet what is left. */
  async #grant(costMs: number): Promise<void> {
    if (!this.#isGranted && costMs < leastCharged) return
    if (!this.#isGranted) await this.#takeGrant()
    if (this.#isForgiven) return
    this.#grantedMs += costMs
    this.#account.charge(costMs)
  }

  async #takeGrant(): Promise<void> {
    const { grants } = this.#account
    await grants.take()
    // It may have left while it waited.
    if (this.#isOver()) grants.giveBack()
    else this.#isGranted = true
  }

  #isOver = () => this.#state === "left" || this.#state === "rests"

  #giveBack(): void {
    if (!this.#isGranted) return
    this.#isGranted = false
    this.#account.charge(-this.#grantedMs)
    this.#grantedMs = 0
    // With what it has back the family may have room for two.
    this.#account.grants.giveBack()
  }

  #charge(): void {
    this.#giveBack()
    const { spending } = this
    spending.rest()
    const { cpuMs, databaseMs, bytes } = spending
    const { use } = this.#account
    use.cpuMs += cpuMs - this.#charged.cpuMs
    use.databaseMs += databaseMs - this.#charged.databaseMs
    use.bytes += bytes - this.#charged.bytes
    const costMs = costOf(spending) - costOf(this.#charged)
    this.#charged = { cpuMs, databaseMs, bytes }
    if (!this.#isForgiven) this.#account.charge(costMs)
  }
}
