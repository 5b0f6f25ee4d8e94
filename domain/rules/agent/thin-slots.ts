/**
 * Cuts a long answer down to a length that a model can use. Each start is named once before any is named with a second
 * provider, the recommended ones before all others. Of more starts than there is room for, evenly spread ones are named,
 * or those nearest to the time that the caller asked for.
 */
import type { Minute, ProviderLocationStarts, Slot } from "../../model/availability.ts"
import { minutesFromWished } from "./wished-times.ts"

export interface Room {
  /** How many slots may be named. */
  most: number
  /** The time of day that the caller asked for, in minutes; null without one. */
  aroundMinute: number | null
}

export interface ThinnedSlots {
  /** In the order of `offered`; without providers' locations that have no start left. */
  named: ProviderLocationStarts[]
  /** The part that is not named: nothing, further choices of provider or location for the named starts, or starts too. */
  left: "nothing" | "choices" | "starts"
}

/** One start at one entry of `offered`. */
interface Choice {
  start: Minute
  entry: number
}

export function thinSlots(
  offered: readonly ProviderLocationStarts[],
  recommended: readonly Slot[],
  { most, aroundMinute }: Room,
): ThinnedSlots {
  const distance = ({ start, entry }: Choice) =>
    aroundMinute === null ? 0 : minutesFromWished(offered[entry]!, start, aroundMinute)
  const share = (choices: readonly Choice[], room: number) =>
    aroundMinute === null ? evenShare(choices, room) : nearestShare(choices, room, distance)
  const picks = new Picks(offered)
  for (const slot of recommended.slice(0, most)) picks.add(choiceOf(offered, slot))

  const starts = picks.unnamedStarts()
  const namedStarts = share(starts, most - picks.count)
  for (const { start } of namedStarts) picks.add(picks.leastNamedAt(start))
  if (namedStarts.length < starts.length) return { named: picks.named(), left: "starts" }

  const elsewhere = picks.choicesLeft((choice) => picks.isNewLocation(choice))
  for (const choice of share(elsewhere, most - picks.count)) picks.add(choice)
  const others = picks.choicesLeft(() => true)
  const namedOthers = share(others, most - picks.count)
  for (const choice of namedOthers) picks.add(choice)

  return { named: picks.named(), left: namedOthers.length < others.length ? "choices" : "nothing" }
}

const choiceOf = (
  offered: readonly ProviderLocationStarts[],
  { provider, location, start }: Slot,
): Choice => ({
  start,
  entry: offered.findIndex((each) => each.provider.id === provider.id && each.location.id === location.id),
})

/** So many of the choices, evenly spread over their order. */
function evenShare(choices: readonly Choice[], room: number): Choice[] {
  if (choices.length <= room) return [...choices]
  const countBefore = (index: number) => Math.floor((index * Math.max(room, 0)) / choices.length)
  return choices.filter((_choice, index) => countBefore(index + 1) > countBefore(index))
}

/** The nearest of the choices; of equally near ones the earlier. */
function nearestShare(
  choices: readonly Choice[],
  room: number,
  distance: (choice: Choice) => number,
): Choice[] {
  const byDistance = choices.toSorted((a, b) => distance(a) - distance(b) || a.start - b.start)
  return byDistance.slice(0, Math.max(room, 0))
}

/** The choices named so far. A month of ten providers has thousands, so that no more are looked at than need be. */
class Picks {
  count = 0
  private readonly offered: readonly ProviderLocationStarts[]
  private readonly picked: Set<Minute>[]
  private readonly pickedStarts = new Set<Minute>()
  /** The first entry at which each start is free, in the order of time. */
  private readonly firstEntries: readonly (readonly [Minute, number])[]

  constructor(offered: readonly ProviderLocationStarts[]) {
    this.offered = offered
    this.picked = offered.map(() => new Set())
    const firstEntries = new Map<Minute, number>()
    for (const [entry, { starts }] of offered.entries()) {
      for (const start of starts) if (!firstEntries.has(start)) firstEntries.set(start, entry)
    }
    this.firstEntries = [...firstEntries].sort(([a], [b]) => a - b)
  }

  add({ start, entry }: Choice): void {
    this.picked[entry]!.add(start)
    this.pickedStarts.add(start)
    this.count += 1
  }

  /** Each start that is not named yet, once, in the order of time. */
  unnamedStarts(): Choice[] {
    return this.firstEntries
      .filter(([start]) => !this.pickedStarts.has(start))
      .map(([start, entry]) => ({ start, entry }))
  }

  /** So that no provider is named for all starts that several have. */
  leastNamedAt(start: Minute): Choice {
    return this.choicesAt(start).reduce((a, b) =>
      this.picked[b.entry]!.size < this.picked[a.entry]!.size ? b : a,
    )
  }

  choicesLeft(isWanted: (choice: Choice) => boolean): Choice[] {
    return this.firstEntries
      .flatMap(([start]) => this.choicesAt(start))
      .filter((choice) => !this.isPicked(choice) && isWanted(choice))
  }

  /** True where the start is not named at this choice's location yet. */
  isNewLocation({ start, entry }: Choice): boolean {
    const { location } = this.offered[entry]!
    return !this.offered.some(
      (other, i) => other.location.id === location.id && this.isPicked({ start, entry: i }),
    )
  }

  named(): ProviderLocationStarts[] {
    return this.offered
      .map((each, entry) => ({ ...each, starts: [...this.picked[entry]!].sort((a, b) => a - b) }))
      .filter(({ starts }) => starts.length > 0)
  }

  private choicesAt(start: Minute): Choice[] {
    return this.offered.flatMap(({ starts }, entry) => (starts.includes(start) ? [{ start, entry }] : []))
  }

  private isPicked({ start, entry }: Choice): boolean {
    return this.picked[entry]!.has(start)
  }
}
