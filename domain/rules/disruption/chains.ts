/**
 * Appointments that follow one another in one visit, on a day that breaks: they go on following one another, so all of them get a
 * time or none does, each as far from its own as the others are.
 */
import type { Appointment } from "../../model/appointment.ts"
import { mostLinkedGap } from "../../model/company-settings.ts"
import { minuteOf } from "../../time/units.ts"
import type { MoveOption } from "./move-options.ts"
import { type Option, optionsMeet } from "./options.ts"

type Timed = Pick<Appointment, "id" | "group_id" | "location_id" | "start_at" | "end_at">

/**
 * The appointments of one group at one location that still follow one another; one that was moved away is alone. In the
 * order of their starts.
 */
export function chainsOf<One>(all: readonly One[], appointmentOf: (one: One) => Timed): One[][] {
  const chains: One[][] = []
  const lastOf = new Map<number, One[]>()
  const sorted = all.toSorted(
    (a, b) => appointmentOf(a).start_at.getTime() - appointmentOf(b).start_at.getTime(),
  )
  for (const one of sorted) {
    const { group_id: group } = appointmentOf(one)
    const chain = group === null ? undefined : lastOf.get(group)
    if (chain && follows(appointmentOf(chain.at(-1)!), appointmentOf(one))) chain.push(one)
    else {
      const begun = [one]
      chains.push(begun)
      if (group !== null) lastOf.set(group, begun)
    }
  }
  return chains
}

function follows(before: Timed, next: Timed): boolean {
  const gap = minuteOf(next.start_at.getTime()) - minuteOf(before.end_at.getTime())
  return gap >= 0 && gap <= mostLinkedGap && before.location_id === next.location_id
}

export interface ChainOption extends Option {
  /** The option of each appointment, in their order. */
  parts: readonly MoveOption[]
}

/** One of the appointments: where it stands, and where it could go by itself. */
export interface ChainPart {
  start: number
  providerId: number
  options: readonly MoveOption[]
}

/** The ways to share one distance from the old times among people: as many as this are tried. */
const mostWays = 24

/** The nearest first, and of equally near ones those of which fewest hear and that keep most people. */
export function chainOptions(parts: readonly ChainPart[]): ChainOption[] {
  const [first, ...rest] = parts
  if (first === undefined) return []
  if (rest.length === 0) return first.options.map((option) => ({ ...option, parts: [option] }))
  const byShift = parts.map((part) => Map.groupBy(part.options, ({ start }) => start - part.start))
  const found: ChainOption[] = []
  for (const shift of byShift[0]!.keys()) {
    if (!byShift.every((of) => of.has(shift))) continue
    const perPart = parts.map((part, i) => inOrder(byShift[i]!.get(shift)!, part))
    for (const ways of waysOf(perPart)) found.push(together(ways, Math.abs(shift)))
  }
  return found.sort(
    (a, b) => a.shiftMinutes - b.shiftMinutes || toldOf(a) - toldOf(b) || countTold(a) - countTold(b),
  )
}

const toldOf = ({ isTold }: Option) => (isTold ? 1 : 0)
const countTold = ({ parts }: ChainOption) => parts.filter(({ isTold }) => isTold).length

const inOrder = (options: readonly MoveOption[], { providerId }: ChainPart): MoveOption[] =>
  options.toSorted(
    (a, b) =>
      toldOf(a) - toldOf(b) ||
      Number(a.providerId !== providerId) - Number(b.providerId !== providerId) ||
      a.providerId - b.providerId,
  )

/** One option of each, none of which meets another. */
function waysOf(perPart: readonly (readonly MoveOption[])[]): MoveOption[][] {
  const found: MoveOption[][] = []
  const choose = (chosen: readonly MoveOption[]): void => {
    const next = perPart[chosen.length]
    if (next === undefined) {
      found.push([...chosen])
      return
    }
    for (const option of next) {
      if (found.length >= mostWays) return
      if (isBeside(option, chosen)) choose([...chosen, option])
    }
  }
  choose([])
  return found
}

function isBeside(option: MoveOption, chosen: readonly MoveOption[]): boolean {
  const used = (key: string) =>
    chosen.flatMap(({ limits }) => limits).filter((limit) => limit.key === key).length
  return (
    !chosen.some((other) => optionsMeet(other, option)) &&
    option.limits.every(({ key, left }) => used(key) < left)
  )
}

/** An option that uses a limit twice needs both units left. */
function together(parts: readonly MoveOption[], shiftMinutes: number): ChainOption {
  const used = new Map<string, number>()
  const limits = parts
    .flatMap((part) => part.limits)
    .map(({ key, left }) => {
      const before = used.get(key) ?? 0
      used.set(key, before + 1)
      return { key, left: left - before }
    })
  return {
    ...{ parts, shiftMinutes, limits },
    takes: parts.flatMap(({ takes }) => takes),
    isTold: parts.some(({ isTold }) => isTold),
  }
}
