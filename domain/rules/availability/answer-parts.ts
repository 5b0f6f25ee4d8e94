/**
 * The cuts in an answer that is too long to be sent at once. A part holds whole local dates, as many as fit.
 * A date that alone is too long is cut between providers. The next part begins where this one ends.
 */

import type {
  Day,
  Minute,
  PartBegin,
  ProviderLocation,
  ProviderLocationStarts,
  Slot,
} from "../../model/availability.ts"
import { localDay, sameDateUntil } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"

export interface AnswerPart<Offered extends ProviderLocationStarts> {
  /** Only what begins in this part; a provider at a location without any is left out. */
  offered: readonly Offered[]
  /** Null when this part is the last. */
  next: PartBegin | null
}

/** The sizes of an answer's parts. */
export interface AnswerSizes<Offered> {
  mostBytes: number
  bytesPerSlot: number
  /** The bytes of an entry without its slots. */
  bytesOfEntry(entry: Offered): number
}

/**
 * The part of `offered` that begins at `begin`, or at its first date; in steps, since it may look at each of 100,000 times.
 * `offered` is in the order of provider and location ids.
 */
export function* answerPart<Offered extends ProviderLocationStarts>(
  offered: readonly Offered[],
  begin: PartBegin | null,
  sizes: AnswerSizes<Offered>,
): Generator<void, AnswerPart<Offered>> {
  const rest =
    begin === null ? offered : yield* startsOf(offered, (day, entry) => isWithin(begin, day, entry))
  if (bytesOf(rest, sizes) <= sizes.mostBytes) return { offered: rest, next: null }
  const endDay = yield* firstDayTooMany(rest, sizes)
  if (endDay !== null) {
    return { offered: yield* startsOf(rest, (day) => day < endDay), next: { day: endDay, after: null } }
  }
  return yield* cutWithinDay(rest, sizes)
}

const isWithin = ({ day: first, after }: PartBegin, day: Day, { provider, location }: ProviderLocation) =>
  day > first ||
  (day === first &&
    (after === null ||
      provider.id > after.providerId ||
      (provider.id === after.providerId && location.id > after.locationId)))

/** The same entries with the starts whose local date is wanted. */
function* startsOf<Offered extends ProviderLocationStarts>(
  offered: readonly Offered[],
  isWanted: (day: Day, entry: Offered) => boolean,
): Generator<void, Offered[]> {
  const wanted: Offered[] = []
  for (const entry of offered) {
    const starts: Minute[] = []
    for (const { day, from, until } of datesOf(entry)) {
      if (!isWanted(day, entry)) continue
      for (let i = from; i < until; i++) starts.push(entry.starts[i]!)
    }
    if (starts.length > 0) wanted.push({ ...entry, starts })
    yield
  }
  return wanted
}

/** The starts in runs of one local date each, by their indexes: a date is looked up once, and not for each time. */
export function* datesOf({ location, starts }: ProviderLocationStarts): Iterable<{
  day: Day
  from: number
  until: number
}> {
  const zone = zoneTable(location.zone)
  for (let from = 0; from < starts.length; ) {
    const day = localDay(zone, starts[from]!)
    const end = sameDateUntil(zone, starts[from]!)
    let until = from + 1
    while (until < starts.length && starts[until]! < end) until += 1
    yield { day, from, until }
    from = until
  }
}

function bytesOf<Offered extends ProviderLocationStarts>(
  offered: readonly Offered[],
  { bytesPerSlot, bytesOfEntry }: AnswerSizes<Offered>,
): number {
  return offered.reduce((sum, entry) => sum + bytesOfEntry(entry) + entry.starts.length * bytesPerSlot, 0)
}

/** The first date that no longer fits; null when it is the very first. Every entry counts, also before its first start. */
function* firstDayTooMany<Offered extends ProviderLocationStarts>(
  offered: readonly Offered[],
  sizes: AnswerSizes<Offered>,
): Generator<void, Day | null> {
  const slotsOn = new Map<Day, number>()
  for (const entry of offered) {
    for (const { day, from, until } of datesOf(entry))
      slotsOn.set(day, (slotsOn.get(day) ?? 0) + until - from)
    yield
  }
  const days = [...slotsOn.keys()].sort((a, b) => a - b)
  let bytes = offered.reduce((sum, entry) => sum + sizes.bytesOfEntry(entry), 0)
  for (const [index, day] of days.entries()) {
    bytes += slotsOn.get(day)! * sizes.bytesPerSlot
    if (bytes > sizes.mostBytes) return index === 0 ? null : day
  }
  return null
}

/** The first date's entries, as many as fit, and at least one. */
function* cutWithinDay<Offered extends ProviderLocationStarts>(
  offered: readonly Offered[],
  sizes: AnswerSizes<Offered>,
): Generator<void, AnswerPart<Offered>> {
  const day = Math.min(
    ...offered.map(({ location, starts }) => localDay(zoneTable(location.zone), starts[0]!)),
  )
  const entries = yield* startsOf(offered, (each) => each === day)
  const taken: Offered[] = []
  let bytes = 0
  for (const entry of entries) {
    bytes += bytesOf([entry], sizes)
    if (bytes > sizes.mostBytes && taken.length > 0) break
    taken.push(entry)
  }
  const last = taken.at(-1)!
  const isWholeDay = taken.length === entries.length
  const after = isWholeDay ? null : { providerId: last.provider.id, locationId: last.location.id }
  return { offered: taken, next: { day: isWholeDay ? day + 1 : day, after } }
}

/** True where a slot comes in a later part than the one that is followed by `next`. */
export function isLater(next: PartBegin | null, { provider, location, start }: Slot): boolean {
  return next !== null && isWithin(next, localDay(zoneTable(location.zone), start), { provider, location })
}
