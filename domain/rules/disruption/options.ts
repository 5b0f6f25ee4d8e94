/** The options of an appointment that a broken day hits, and which of them can stand beside one another. */
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

/** True where the two cannot both be chosen, regardless of the limits. */
export const optionsMeet = (a: Option, b: Option): boolean =>
  a.takes.some((one) => b.takes.some((other) => one.key === other.key && takingsMeet(one, other)))

/** The choices left beside options that stand. */
export function beside<O extends Option>(hits: readonly Hit<O>[], standing: readonly Option[]): Hit<O>[] {
  const leave = leftBeside(standing)
  return hits.map(({ id, options }) => ({ id, options: options.flatMap((option) => leave(option) ?? []) }))
}

/** For one option: what is left of it beside those that stand, or null where it meets one or uses up a limit. */
export function leftBeside(standing: readonly Option[]): <O extends Option>(option: O) => O | null {
  const used = new Map<string, number>()
  for (const { limits } of standing) for (const { key } of limits) used.set(key, (used.get(key) ?? 0) + 1)
  const taken = Map.groupBy(
    standing.flatMap(({ takes }) => takes),
    ({ key }) => key,
  )
  return (option) => {
    const limits = option.limits.map(({ key, left }) => ({ key, left: left - (used.get(key) ?? 0) }))
    if (limits.some(({ left }) => left <= 0)) return null
    const isMet = option.takes.some((one) => taken.get(one.key)?.some((other) => takingsMeet(one, other)))
    return isMet ? null : { ...option, limits }
  }
}

const takingsMeet = (one: Taking, other: Taking) =>
  one.start <= other.start ? meets(one, other) : meets(other, one)

/** The second begins no sooner than the first. */
export function meets(first: Taking, second: Taking): boolean {
  if (second.start < first.end) return true
  if (first.leg === null || second.leg === null) return false
  return second.jobStart - first.jobEnd < legMinutes(second.leg.travel, first.leg.point, second.leg.point)
}
