/**
 * The options for a day that breaks: at most one for each appointment, none that meets another. Wanted are, in this
 * order, as few without a time as possible, as few customers who hear of it, and as few minutes between old and new. Small days
 * are searched whole; large ones by chains in which one gives way to another. The search ends by counted steps, so that the same
 * day gives the same answer.
 */
import type { Minute, TravelPlan } from "../../model/availability.ts"
import type { GeoPoint } from "../../model/geo.ts"
import { legMinutes } from "../availability/travel.ts"

/** The time that an option occupies: of a provider, a room, or the customer's own. */
export interface Taking {
  /** Names whose time it is. */
  key: string
  /** With buffers, and the work in between. */
  start: Minute
  end: Minute
  jobStart: Minute
  jobEnd: Minute
  /** The data by which legs are judged: the point of the work, and how its provider travels. */
  leg: { point: GeoPoint; travel: TravelPlan } | null
}

export interface Option {
  takes: readonly Taking[]
  /** The customer hears of it. */
  isTold: boolean
  /** Between the old start and the new one. */
  shiftMinutes: number
  /** How many options with the same key can be chosen: what the daily limit leaves. */
  limits: readonly { key: string; left: number }[]
}

export interface Hit<O extends Option = Option> {
  id: number
  options: readonly O[]
}

const costOf = { unplaced: 1e12, told: 1e7 }
const costOfOption = ({ isTold, shiftMinutes }: Option) =>
  (isTold ? costOf.told : 0) + Math.min(shiftMinutes, costOf.told - 1)

/** The chosen option of each; those without a time are missing. */
export function assign<O extends Option>(hits: readonly Hit<O>[], steps = 500_000): Map<number, O> {
  const chosen = new Map<number, O>()
  for (const part of partsOf(new Choices(hits))) {
    const search = new Search(part)
    search.insertAll()
    search.improve()
    search.searchWhole(Math.ceil((steps * part.hits.length) / hits.length))
    for (const [hit, option] of search.best.entries())
      if (option !== null) chosen.set(part.hits[hit]!.id, part.options[option]!.option as O)
  }
  return chosen
}

/** True where the two cannot both be chosen, regardless of the limits. */
export const optionsMeet = (a: Option, b: Option): boolean =>
  a.takes.some((one) =>
    b.takes.some(
      (other) => one.key === other.key && (one.start <= other.start ? meets(one, other) : meets(other, one)),
    ),
  )

/** The choices left beside options that stand. */
export function beside<O extends Option>(hits: readonly Hit<O>[], standing: readonly Option[]): Hit<O>[] {
  const used = new Map<string, number>()
  for (const { limits } of standing) for (const { key } of limits) used.set(key, (used.get(key) ?? 0) + 1)
  const isLeft = ({ key, left }: Option["limits"][number]) => left > (used.get(key) ?? 0)
  return hits.map(({ id, options }) => ({
    id,
    options: options.flatMap((option) => {
      if (!option.limits.every(isLeft) || standing.some((one) => optionsMeet(one, option))) return []
      const limits = option.limits.map(({ key, left }) => ({ key, left: left - (used.get(key) ?? 0) }))
      return { ...option, limits }
    }),
  }))
}

interface Numbered {
  hit: number
  option: Option
  cost: number
  /** Numbers of the options of other appointments that it meets. */
  meets: number[]
}

/** All options by number, with what they meet. */
class Choices {
  readonly hits: readonly Hit[]
  readonly options: Numbered[] = []
  /** The numbers of each appointment's options, the cheapest first. */
  readonly of: number[][]

  constructor(hits: readonly Hit[]) {
    this.hits = hits
    this.of = hits.map(({ options }, hit) =>
      options
        .map((option) => this.options.push({ hit, option, cost: costOfOption(option), meets: [] }) - 1)
        .sort((a, b) => this.options[a]!.cost - this.options[b]!.cost || a - b),
    )
    this.findMeetings()
  }

  private findMeetings(): void {
    const byKey = new Map<string, { number: number; taking: Taking }[]>()
    for (const [number, { option }] of this.options.entries()) {
      for (const taking of option.takes) {
        const known = byKey.get(taking.key)
        if (known) known.push({ number, taking })
        else byKey.set(taking.key, [{ number, taking }])
      }
    }
    for (const same of byKey.values()) {
      same.sort((a, b) => a.taking.start - b.taking.start)
      for (const [i, one] of same.entries()) {
        for (let j = i + 1; j < same.length; j++) {
          const other = same[j]!
          if (other.taking.start - one.taking.end >= farAway) break
          if (this.options[other.number]!.hit === this.options[one.number]!.hit) continue
          if (!meets(one.taking, other.taking)) continue
          this.options[one.number]!.meets.push(other.number)
          this.options[other.number]!.meets.push(one.number)
        }
      }
    }
  }
}

/** No leg is longer. */
const farAway = 12 * 60

/** The second begins no sooner than the first. */
function meets(first: Taking, second: Taking): boolean {
  if (second.start < first.end) return true
  if (first.leg === null || second.leg === null) return false
  return second.jobStart - first.jobEnd < legMinutes(second.leg.travel, first.leg.point, second.leg.point)
}

/** Appointments that meet, or share a limit, are decided together; all others apart. */
function partsOf(choices: Choices): Choices[] {
  const parent = choices.hits.map((_, i) => i)
  const rootOf = (i: number): number => {
    let root = i
    while (parent[root] !== root) root = parent[root]!
    parent[i] = root
    return root
  }
  const firstOfLimit = new Map<string, number>()
  for (const { hit, option, meets: met } of choices.options) {
    for (const other of met) parent[rootOf(choices.options[other]!.hit)] = rootOf(hit)
    for (const { key } of option.limits) {
      const first = firstOfLimit.get(key)
      if (first === undefined) firstOfLimit.set(key, hit)
      else parent[rootOf(first)] = rootOf(hit)
    }
  }
  const parts = new Map<number, Hit[]>()
  for (const [i, hit] of choices.hits.entries()) {
    const root = rootOf(i)
    parts.set(root, [...(parts.get(root) ?? []), hit])
  }
  if (parts.size === 1) return [choices]
  return [...parts.values()].map((hits) => new Choices(hits))
}

class Search {
  private readonly options: readonly Numbered[]
  private readonly of: readonly number[][]
  private readonly chosen: (number | null)[]
  /** How many chosen options meet each. */
  private readonly blocked: Int32Array
  private readonly used = new Map<string, number>()
  private cost: number
  private stepsLeft = 0
  /** By appointment, the option of the best answer so far; null for none. */
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
  improve(): void {
    const most = 4
    for (let found = true, rounds = 0; found && rounds < 20; rounds++) {
      found = false
      for (const hit of this.order()) {
        for (let depth = 1; depth <= most && !found; depth++) found = this.displace(hit, depth)
      }
    }
    this.keep()
  }

  /** Branch and bound over what `improve` found, as long as there are steps. */
  searchWhole(steps: number): void {
    for (const [hit, option] of this.chosen.entries()) if (option !== null) this.leave(hit)
    this.stepsLeft = steps
    this.branch(this.order(), 0)
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
    return this.blocked[number] === 0 && this.isWithin(number)
  }

  private isWithin(number: number): boolean {
    return this.options[number]!.option.limits.every(({ key, left }) => (this.used.get(key) ?? 0) < left)
  }

  private choose(number: number): void {
    const { hit, option, cost, meets: met } = this.options[number]!
    this.chosen[hit] = number
    this.cost += cost - costOf.unplaced
    for (const other of met) this.blocked[other]! += 1
    for (const { key } of option.limits) this.used.set(key, (this.used.get(key) ?? 0) + 1)
  }

  private leave(hit: number): void {
    const { option, cost, meets: met } = this.options[this.chosen[hit]!]!
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
      if (this.options[number]!.cost >= presentCost) break
      const saved = [...this.chosen]
      if (this.take(hit, number, depth, new Set([hit])) && this.cost < before) return true
      this.restore(saved)
    }
    return false
  }

  /** Takes the option; who stands there finds another one. False leaves the choices in disorder. */
  private take(hit: number, number: number, depth: number, moving: Set<number>): boolean {
    const inTheWay = [
      ...new Set(
        this.options[number]!.meets.flatMap((other) => {
          const owner = this.options[other]!.hit
          return this.chosen[owner] === other ? owner : []
        }),
      ),
    ]
    if (inTheWay.length > 2 || inTheWay.some((owner) => moving.has(owner))) return false
    if (inTheWay.length > 0 && depth === 0) return false
    if (this.chosen[hit] !== null) this.leave(hit)
    for (const owner of inTheWay) this.leave(owner)
    if (!this.isFree(number)) return false
    this.choose(number)
    return inTheWay.every((owner) => this.settle(owner, depth - 1, new Set([...moving, ...inTheWay])))
  }

  /** Finds a place for one that gave way: a free option, else one that another gives way for. */
  private settle(hit: number, depth: number, moving: Set<number>): boolean {
    const free = this.of[hit]!.find((option) => this.isFree(option))
    if (free !== undefined) {
      this.choose(free)
      return true
    }
    for (const number of depth > 0 ? this.of[hit]!.slice(0, mostTried) : []) {
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

  private branch(order: readonly number[], at: number): void {
    if (this.cost - this.hoped(order, at) >= this.bestCost) return
    const hit = order[at]
    if (hit === undefined) {
      this.keep()
      return
    }
    for (const number of this.of[hit]!) {
      if (this.stepsLeft <= 0) return
      this.stepsLeft -= 1
      if (!this.isFree(number)) continue
      this.choose(number)
      this.branch(order, at + 1)
      this.leave(hit)
    }
    this.branch(order, at + 1)
  }

  /** The most that the rest could save, if none met another. */
  private hoped(order: readonly number[], at: number): number {
    let saved = 0
    for (let i = at; i < order.length; i++) {
      this.stepsLeft -= 1
      const free = this.of[order[i]!]!.find((option) => this.blocked[option] === 0)
      if (free !== undefined) saved += costOf.unplaced - this.options[free]!.cost
    }
    return saved
  }
}

/** The most options that are tried for one that gave way. */
const mostTried = 12
