/** Searches one part of a broken day. What it does is counted in looks at options, and it stops when none are left. */
import { type Choices, costOf, type Numbered } from "./choices.ts"

export class AssignSearch {
  private readonly options: readonly Numbered[]
  private readonly of: readonly number[][]
  private readonly chosen: (number | null)[]
  /** How many chosen options meet each. */
  private readonly blocked: Int32Array
  private readonly used = new Map<string, number>()
  private cost: number
  private looksLeft = 0
  private nodesUntilYield = nodesAtOnce
  /** The best answer so far names an option for each appointment, or null for none. */
  best: (number | null)[]
  private bestCost: number

  constructor({ hits, options, of }: Choices) {
    this.options = options
    this.of = of
    this.chosen = hits.map(() => null)
    this.blocked = new Int32Array(options.length)
    this.cost = hits.length * costOf.unplaced
    this.best = [...this.chosen]
    this.bestCost = this.cost
  }

  /** Inserts the hits with the fewest options first. */
  insertAll(): void {
    for (const hit of this.order()) {
      const free = this.of[hit]!.find((option) => this.isFree(option))
      if (free !== undefined) this.choose(free)
    }
    this.keep()
  }

  /** Lets each that is dear take a cheaper option from others, who find another one themselves. */
  *improve(looks: number): Generator<void, void> {
    let left = looks
    for (let found = true, rounds = 0; found && rounds < 20; rounds++) {
      found = false
      for (const hit of this.order()) {
        for (let depth = 1; depth <= longestChain && !found; depth++) {
          const granted = Math.min(left, looksOfChain)
          this.looksLeft = granted
          found = this.displace(hit, depth)
          left -= granted - this.looksLeft
        }
        yield
      }
    }
    this.keep()
  }

  /** Branch and bound over what `improve` found, as long as looks are left. */
  *searchWhole(looks: number): Generator<void, void> {
    for (const [hit, option] of this.chosen.entries()) if (option !== null) this.leave(hit)
    this.looksLeft = looks
    yield* this.branch(this.order(), 0)
  }

  private order(): number[] {
    return this.of.map((_, hit) => hit).sort((a, b) => this.of[a]!.length - this.of[b]!.length || a - b)
  }

  private keep(): void {
    if (this.cost >= this.bestCost) return
    this.bestCost = this.cost
    this.best = [...this.chosen]
  }

  private isFree(number: number): boolean {
    this.looksLeft -= 1
    return this.blocked[number] === 0 && this.isWithin(number)
  }

  private isWithin(number: number): boolean {
    return this.options[number]!.option.limits.every(({ key, left }) => (this.used.get(key) ?? 0) < left)
  }

  private choose(number: number): void {
    const { hit, option, cost, meets: met } = this.options[number]!
    this.looksLeft -= met.length
    this.chosen[hit] = number
    this.cost += cost - costOf.unplaced
    for (const other of met) this.blocked[other]! += 1
    for (const { key } of option.limits) this.used.set(key, (this.used.get(key) ?? 0) + 1)
  }

  private leave(hit: number): void {
    const { option, cost, meets: met } = this.options[this.chosen[hit]!]!
    this.looksLeft -= met.length
    this.chosen[hit] = null
    this.cost += costOf.unplaced - cost
    for (const other of met) this.blocked[other]! -= 1
    for (const { key } of option.limits) this.used.set(key, this.used.get(key)! - 1)
  }

  /** True where the appointment got a cheaper option, at the end of a chain no longer than `depth`. */
  private displace(hit: number, depth: number): boolean {
    const before = this.cost
    const present = this.chosen[hit]!
    const presentCost = this.chosen[hit] === null ? costOf.unplaced : this.options[present]!.cost
    for (const number of this.of[hit]!) {
      if (this.looksLeft <= 0 || this.options[number]!.cost >= presentCost) break
      const saved = [...this.chosen]
      if (this.take(hit, number, depth, new Set([hit])) && this.cost < before) return true
      this.restore(saved)
    }
    return false
  }

  /** Takes the option; who stands there finds another one. False leaves the choices in disorder. */
  private take(hit: number, number: number, depth: number, moving: Set<number>): boolean {
    const inTheWay = this.inTheWayOf(number)
    if (inTheWay.length > 2 || inTheWay.some((owner) => moving.has(owner))) return false
    if (inTheWay.length > 0 && depth === 0) return false
    if (this.chosen[hit] !== null) this.leave(hit)
    for (const owner of inTheWay) this.leave(owner)
    if (!this.isFree(number)) return false
    this.choose(number)
    return inTheWay.every((owner) => this.settle(owner, depth - 1, new Set([...moving, ...inTheWay])))
  }

  private inTheWayOf(number: number): number[] {
    const { meets: met } = this.options[number]!
    this.looksLeft -= met.length
    const owners = new Set<number>()
    for (const other of met) {
      const owner = this.options[other]!.hit
      if (this.chosen[owner] === other) owners.add(owner)
    }
    return [...owners]
  }

  /** Finds a place for one that gave way: a free option, else one that another gives way for. */
  private settle(hit: number, depth: number, moving: Set<number>): boolean {
    const free = this.of[hit]!.find((option) => this.isFree(option))
    if (free !== undefined) {
      this.choose(free)
      return true
    }
    for (const number of depth > 0 ? this.of[hit]!.slice(0, mostTried) : []) {
      if (this.looksLeft <= 0) return false
      const saved = [...this.chosen]
      if (this.take(hit, number, depth, moving)) return true
      this.restore(saved)
    }
    return false
  }

  private restore(saved: readonly (number | null)[]): void {
    for (const [hit, option] of this.chosen.entries())
      if (option !== null && option !== saved[hit]) this.leave(hit)
    for (const [hit, option] of saved.entries())
      if (option !== null && this.chosen[hit] !== option) this.choose(option)
  }

  private *branch(order: readonly number[], at: number): Generator<void, void> {
    if (this.cost - this.hoped(order, at) >= this.bestCost) return
    const hit = order[at]
    if (hit === undefined) {
      this.keep()
      return
    }
    this.nodesUntilYield -= 1
    if (this.nodesUntilYield <= 0) {
      this.nodesUntilYield = nodesAtOnce
      yield
    }
    for (const number of this.of[hit]!) {
      if (this.looksLeft <= 0) return
      if (!this.isFree(number)) continue
      this.choose(number)
      yield* this.branch(order, at + 1)
      this.leave(hit)
    }
    yield* this.branch(order, at + 1)
  }

  /** The most that the rest could save, if none met another. */
  private hoped(order: readonly number[], at: number): number {
    let saved = 0
    for (let i = at; i < order.length; i++) {
      const free = this.of[order[i]!]!.find((option) => {
        this.looksLeft -= 1
        return this.blocked[option] === 0
      })
      if (free !== undefined) saved += costOf.unplaced - this.options[free]!.cost
    }
    return saved
  }
}

/** The most options that are tried for one that gave way. */
const mostTried = 12
const longestChain = 4
/** One chain is tried without a pause. */
const looksOfChain = 100_000
/** Branches between two pauses. */
const nodesAtOnce = 64
