/** All options of a day that breaks by number, with what they meet, and the parts that are decided apart. */
import { type Hit, meets, type Option, type Taking } from "./options.ts"

export const costOf = { unplaced: 1e12, told: 1e7 }
const costOfOption = ({ isTold, shiftMinutes }: Option) =>
  (isTold ? costOf.told : 0) + Math.min(shiftMinutes, costOf.told - 1)

export interface Numbered {
  hit: number
  option: Option
  cost: number
  /** Numbers of the options of other appointments that it meets. */
  meets: number[]
}

/** All options by number, with what they meet. */
export class Choices {
  readonly hits: readonly Hit[]
  readonly options: Numbered[] = []
  /** The numbers of each appointment's options, the cheapest first. */
  readonly of: number[][]

  /** Keeps the cheapest options of each, `most` at most. */
  constructor(all: readonly Hit[], most: number) {
    const hits = all.map(({ id, options }) => ({ id, options: cheapest(options, most) }))
    this.hits = hits
    this.of = hits.map(({ options }, hit) =>
      options
        .map((option) => this.options.push({ hit, option, cost: costOfOption(option), meets: [] }) - 1)
        .sort((a, b) => this.options[a]!.cost - this.options[b]!.cost || a - b),
    )
  }

  /** Fills `meets` of all options. False where more of them meet than are kept. */
  *findMeetings(): Generator<void, boolean> {
    let pairs = 0
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
      yield
      const reach = same.some(({ taking }) => taking.leg !== null) ? longestLeg : 0
      for (const [i, one] of same.entries()) {
        if (i % pairedAtOnce === 0) yield
        for (let j = i + 1; j < same.length; j++) {
          const other = same[j]!
          if (other.taking.start - one.taking.end >= reach) break
          if (this.options[other.number]!.hit === this.options[one.number]!.hit) continue
          if (!meets(one.taking, other.taking)) continue
          this.options[one.number]!.meets.push(other.number)
          this.options[other.number]!.meets.push(one.number)
          pairs += 1
        }
        if (pairs > mostPairs) return false
      }
    }
    return true
  }
}

const longestLeg = 12 * 60

/** Each is compared with all that begin within its time and the longest leg. */
const pairedAtOnce = 32

/** So many take some 40 MB. */
const mostPairs = 2_000_000

/** On a day on which too many options meet, each appointment keeps the cheapest half of them, and half of these again. */
export function* choicesOf(hits: readonly Hit[]): Generator<void, Choices> {
  for (let most = Math.max(1, ...hits.map(({ options }) => options.length)); ; most = Math.ceil(most / 2)) {
    const choices = new Choices(hits, most)
    if ((yield* choices.findMeetings()) || most === 1) return choices
  }
}

const cheapest = <O extends Option>(options: readonly O[], most: number): readonly O[] =>
  options.length <= most
    ? options
    : options.toSorted((a, b) => costOfOption(a) - costOfOption(b)).slice(0, most)

/** Appointments that meet, or share a limit, are decided together; all others apart. */
export function* partsOf(choices: Choices): Generator<void, Choices[]> {
  const parent = choices.hits.map((_, i) => i)
  const rootOf = (i: number): number => {
    let root = i
    while (parent[root] !== root) root = parent[root]!
    parent[i] = root
    return root
  }
  const firstOfLimit = new Map<string, number>()
  for (const [number, { hit, option, meets: met }] of choices.options.entries()) {
    if (number % pairedAtOnce === 0) yield
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
  const found: Choices[] = []
  for (const hits of parts.values()) found.push(yield* choicesOf(hits))
  return found
}
