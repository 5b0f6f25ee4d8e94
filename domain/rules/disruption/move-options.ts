/**
 * The possible times of an appointment that a broken day hits: the starts that a search offers, and its own with another
 * provider.
 */
import type {
  Day,
  Minute,
  ProviderLocation,
  ProviderLocationStarts,
  SearchInput,
} from "../../model/availability.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { localDay } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"
import { blocksOf } from "../availability/blocks.ts"
import { eligibleLocations } from "../availability/eligible-locations.ts"
import { searchSteps, startsAt, startsOfDay } from "../availability/find-slots.ts"
import { dailyLimitOf } from "../availability/start-windows.ts"
import { chooseCrew } from "../booking/choose-crew.ts"
import { occupiedBlocks } from "../booking/occupied.ts"
import { assignResources } from "../resources/resources-at.ts"
import type { Option, Taking } from "./options.ts"

/** The appointment as it stands. */
export interface Standing {
  id: number
  customerId: number
  providerId: number
  locationId: number
  start: Minute
  /** The crew beside the provider. */
  crewIds: readonly number[]
  /** The customer knows who comes. */
  isNamed: boolean
  /** The customer may be elsewhere at the same time. */
  mayOverlap: boolean
}

export interface MoveOption extends Option {
  providerId: number
  locationId: number
  start: Minute
}

/**
 * An appointment that is moved by the company keeps its start where somebody else is free then, on no grid, and the notice that
 * customers are held to does not bind.
 */
export const movedByCompany = (input: SearchInput): SearchInput => ({
  ...input,
  type: { ...input.type, minNoticeMinutes: 0 },
})

export const atItsStart = (input: SearchInput): SearchInput => ({
  ...input,
  type: { ...input.type, minNoticeMinutes: 0, slotIntervalMinutes: 1, starts: "grid" },
})

/** True for a start on an earlier date, or sooner than the type's notice: customers have made other plans until then. */
export function isTooSoon(search: SearchInput, zone: ZoneTable, wasAt: Minute, start: Minute): boolean {
  if (start >= wasAt) return false
  const soonest = minuteOf(search.now) + search.type.minNoticeMinutes
  return start < soonest || localDay(zone, start) < localDay(zone, wasAt)
}

/** How many are tried. */
export interface OptionLimits {
  /** The nearest on the local date of the appointment. */
  sameDay: number
  otherDay: number
  /** Each at the same start is with somebody else. */
  perStart: number
  /** The nearest dates are tried first. */
  inAll: number
}

const unlimited = Number.POSITIVE_INFINITY
export const usualLimits: OptionLimits = { sameDay: 24, otherDay: 8, perStart: unlimited, inAll: unlimited }

/** Options made without a pause. */
const madeAtOnce = 8

/** The nearest first. `search` is made by `movedByCompany`; left out are those that `isOpen` denies. */
export function* moveOptions(
  search: SearchInput,
  standing: Standing,
  { sameDay, otherDay, perStart, inAll }: OptionLimits = usualLimits,
  isOpen: (option: MoveOption) => boolean = () => true,
): Generator<void, MoveOption[]> {
  const input = movedByCompany(search)
  const offered = yield* allStarts(input)
  const near = [...withSomebodyElse(input, standing)].filter(isOpen)
  yield
  const home = input.locations.find(({ id }) => id === standing.locationId)
  const zone = zoneTable((home ?? input.locations[0])?.zone ?? "UTC")
  const today = localDay(zone, standing.start)
  const byDay = nearestByDay(search, offered, standing)
  const days = [...byDay.keys()].sort((a, b) => Math.abs(a - today) - Math.abs(b - today) || a - b)
  let made = 0
  for (const day of days) {
    const most = day === today ? sameDay : otherDay
    const triedOf = new Map<Minute, number>()
    let taken = 0
    for (const { at, start } of byDay.get(day)!) {
      if (taken >= most || near.length >= inAll) break
      const ofStart = triedOf.get(start) ?? 0
      if (ofStart >= perStart) continue
      triedOf.set(start, ofStart + 1)
      if (++made % madeAtOnce === 0) yield
      const option = optionOf(input, at, start, standing)
      if (option === null || !isOpen(option)) continue
      near.push(option)
      taken += 1
    }
    yield
  }
  const turns = turnsOf(input, standing)
  return near.sort(
    (a, b) => a.shiftMinutes - b.shiftMinutes || turns.get(a.providerId)! - turns.get(b.providerId)!,
  )
}

/** All starts of the dates. What a type takes besides its provider is worked out once for all providers by a search. */
function* allStarts(input: SearchInput): Generator<void, readonly ProviderLocationStarts[]> {
  if (input.type.needs?.length) return (yield* searchSteps(input)).offered
  const all: ProviderLocationStarts[] = []
  for (const { provider, location } of eligibleLocations(input).providerLocations) {
    all.push({ provider, location, starts: startsAt(input, { provider, location }) })
    yield
  }
  return all
}

interface At {
  at: ProviderLocation
  start: Minute
}

/** A customer goes to no other location; who comes to the customer may come from any. */
const mayBeAt = ({ type }: SearchInput, { locationId }: Standing, id: number) =>
  type.place === "at_customer" || id === locationId

function* withSomebodyElse(input: SearchInput, standing: Standing): Generator<MoveOption> {
  const free = atItsStart(input)
  for (const at of eligibleLocations(free).providerLocations) {
    const { location } = at
    if (!mayBeAt(input, standing, location.id)) continue
    const day = localDay(zoneTable(location.zone), standing.start)
    if (!startsAt({ ...free, firstDay: day, endDay: day + 1 }, at).includes(standing.start)) continue
    const option = optionOf(free, at, standing.start, standing)
    if (option !== null) yield option
  }
}

function nearestByDay(
  input: SearchInput,
  offered: readonly ProviderLocationStarts[],
  standing: Standing,
): Map<Day, At[]> {
  const byDay = new Map<Day, At[]>()
  for (const at of offered) {
    if (!mayBeAt(input, standing, at.location.id)) continue
    const zone = zoneTable(at.location.zone)
    for (const start of at.starts) {
      if (start === standing.start || isTooSoon(input, zone, standing.start, start)) continue
      const day = localDay(zone, start)
      const known = byDay.get(day)
      if (known) known.push({ at, start })
      else byDay.set(day, [{ at, start }])
    }
  }
  const away = ({ start }: At) => Math.abs(start - standing.start)
  const turns = turnsOf(input, standing)
  for (const slots of byDay.values())
    slots.sort((a, b) => away(a) - away(b) || turns.get(a.at.provider.id)! - turns.get(b.at.provider.id)!)
  return byDay
}

/** Neighbouring numbers, and those that a fixed number lies between, come far apart. */
const scattered = (id: number) => Math.imul(id, 0x9e37_79b1) >>> 16

/**
 * The order in which those who are free at one start are tried: the appointment's own provider first, then the team from another
 * member on for each appointment. Otherwise all appointments of a day would ask for the same few people.
 */
function turnsOf({ providers }: SearchInput, { id, providerId }: Standing): Map<number, number> {
  const ids = providers.map((provider) => provider.id).sort((a, b) => a - b)
  const first = scattered(id) % ids.length
  const turnOf = (at: number) => (ids[at] === providerId ? -1 : (at - first + ids.length) % ids.length)
  return new Map(ids.map((each, at) => [each, turnOf(at)]))
}

/** The one option at a wished time; null where it is not free. */
export function optionAt(
  search: SearchInput,
  standing: Standing,
  wished: { providerId: number; locationId: number; start: Minute },
): MoveOption | null {
  const input = atItsStart(search)
  const at = eligibleLocations(input).providerLocations.find(
    ({ provider, location }) => provider.id === wished.providerId && location.id === wished.locationId,
  )
  if (at === undefined) return null
  const day = localDay(zoneTable(at.location.zone), wished.start)
  if (!startsOfDay(input, wished.providerId, wished.locationId, day).includes(wished.start)) return null
  return optionOf(input, at, wished.start, standing)
}

/** Null where rooms or a crew are missing after all. */
function optionOf(
  input: SearchInput,
  at: ProviderLocation,
  start: Minute,
  standing: Standing,
): MoveOption | null {
  const { provider, location } = at
  const blocks = blocksOf(input, provider, location, start)
  const assigned = blocks && assignResources(input, location, blocks)
  if (blocks === null || assigned === null) return null
  const preferred = [...standing.crewIds, standing.providerId].filter((id) => id !== provider.id)
  const crew = chooseCrew(input, at, blocks, { preferred, fixed: null })
  if (!Array.isArray(crew)) return null
  const providerIds = [provider.id, ...crew.map(({ id }) => id)]
  return {
    ...{ providerId: provider.id, locationId: location.id, start },
    takes: [
      ...providerIds.flatMap((id) => triedOfProvider(input, id, blocks)),
      ...assigned.taken.map(({ resourceId, start: from, until }) =>
        taking(`resource ${resourceId}`, { start: from, end: until }),
      ),
      ...(standing.mayOverlap ? [] : blocks.map((block) => taking(`customer ${standing.customerId}`, block))),
    ],
    isTold: start !== standing.start || (standing.isNamed && provider.id !== standing.providerId),
    shiftMinutes: Math.abs(start - standing.start),
    limits: limitsOf(input, at, blocks),
  }
}

const taking = (key: string, { start, end }: { start: Minute; end: Minute }): Taking => ({
  ...{ key, start, end, jobStart: start, jobEnd: end },
  leg: null,
})

function triedOfProvider(
  { type, providers, serviceAddress }: SearchInput,
  id: number,
  blocks: readonly MinuteBlock[],
) {
  const travel = providers.find((one) => one.id === id)?.travel ?? null
  const point = serviceAddress?.point ?? null
  const leg = travel && point ? { travel, point } : null
  return occupiedBlocks(type, blocks).map(({ start, end, jobStart, jobEnd }) => ({
    ...{ key: `provider ${id}`, start, end, jobStart, jobEnd, leg },
  }))
}

function limitsOf(
  { type }: SearchInput,
  { provider, location }: ProviderLocation,
  blocks: readonly MinuteBlock[],
): Option["limits"] {
  const zone = zoneTable(location.zone)
  const limit = dailyLimitOf(type, provider, zone)
  if (limit === null) return []
  return blocks.map(({ start }) => {
    const day = localDay(zone, start)
    const left = limit.most - (limit.startsByDay.get(day) ?? 0)
    return { key: `${type.id} of ${provider.id} on ${day}`, left }
  })
}
