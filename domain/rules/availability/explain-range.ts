/**
 * Explains why starts of many days are not offered: neighbours with the same reasons make one run. The reasons of a job
 * of one day without drives change only at the edges of hours and records, so one start between two edges is judged for all.
 * Every other start is judged by itself.
 */

import type { Day, Minute, PartBegin } from "../../model/availability.ts"
import type { Reason, StartRun } from "../../model/slot-explanation.ts"
import type { ReasonCause, ReasonCode } from "../../model/slot-reasons.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { disjoint, firstFrom, type Intervals, overlapping, overlaps } from "../../time/intervals.ts"
import { localDay, minutesOfDays } from "../../time/local-time.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"
import type { ProviderTime } from "./blocks.ts"
import { explainDay, reasonsFor, shownStarts, startsFromMidnight } from "./explain-starts.ts"
import { startsOfDay } from "./find-slots.ts"
import {
  type Explained,
  type LiftedTime,
  liftedTime,
  type Obstacle,
  pairsOf,
  recordOf,
} from "./lifted-time.ts"
import { liftedHours } from "./obstacles.ts"
import { PACKED_STEP_MINUTES, wholeStepFrom, wholeStepUntil } from "./packed-starts.ts"
import { noticeEdges } from "./start-windows.ts"

/** A provider at a location, whose days are asked for one after the other. */
export interface ExplainedRange {
  explained: Explained
  zone: ZoneTable
  offeredByDay: ReadonlyMap<Day, readonly Minute[]>
  /** The provider's time of all days. */
  unlifted: LiftedTime
  /** Sorted minutes between which all starts have the same reasons; null where each start is judged by itself. */
  edges: Int32Array | null
}

/** The grid of starts may be counted from an opening so long ago: its days are read for every day of the range. */
const DAYS_OF_OPENING = 7

export function explainedRange(explained: Explained, firstDay: Day, endDay: Day): ExplainedRange {
  const { input, provider, location } = explained
  const zone = zoneTable(location.zone)
  const offered = startsOfDay(input, provider.id, location.id, firstDay, endDay)
  const unlifted = liftedTime(explained, firstDay - DAYS_OF_OPENING, [], endDay)
  const isPlain = (input.type.crew ?? 1) === 1 && input.type.parts === undefined
  const isAlike = isPlain && input.type.blockMinutes.length === 1 && unlifted.time.trips === null
  return {
    explained,
    zone,
    offeredByDay: Map.groupBy(offered, (start) => localDay(zone, start)),
    unlifted,
    edges: isAlike ? edgesOf(explained, unlifted) : null,
  }
}

/** The minutes at which the reasons of a start may change; at some of them nothing does. */
function edgesOf({ input }: Explained, unlifted: LiftedTime): Int32Array {
  const { type } = input
  const minutes = type.blockMinutes[0]!
  const edges = new Set<Minute>(noticeEdges(input))
  const meetsUntil = (start: Minute, end: Minute) => edges.add(start - minutes + 1).add(end)
  for (const { start, end } of [...unlifted.timeOff, ...unlifted.ofCustomer]) meetsUntil(start, end)
  for (const row of unlifted.occupying) {
    meetsUntil(row.start - type.bufferAfterMinutes, row.end + type.bufferBeforeMinutes)
    meetsUntil(row.jobStart, row.jobEnd)
  }
  for (const taken of unlifted.time.resources?.takenByNeed(minutes) ?? [])
    for (const edge of taken) edges.add(edge)
  const hours = [...unlifted.hours, ...pairsOf(unlifted.timeOff)]
  // Hours that end where the job begins are longer with it, and then it stands on their grid.
  for (const edge of hours) for (const start of [edge, edge - minutes]) edges.add(start).add(start + 1)
  if (type.starts !== "grid") {
    const before = minutes + type.bufferAfterMinutes
    const packed = [
      ...unlifted.occupying.flatMap(({ start, end }) => [start - before, end + type.bufferBeforeMinutes]),
      ...hours.flatMap((edge) => [edge - minutes, edge]),
    ]
    for (const edge of packed)
      for (const start of [wholeStepUntil(edge), wholeStepFrom(edge)]) edges.add(start).add(start + 1)
  }
  return Int32Array.from(edges).sort()
}

/** The runs of a local day, by their first start. It yields after each start that it judges. */
export function* runsOn(range: ExplainedRange, day: Day): Generator<void, StartRun[]> {
  const { explained, zone, unlifted } = range
  const { classes, windowMinutes, slotIntervalMinutes: step } = explained.input.type
  if (classes || windowMinutes) return yield* eachOn(explained, day)
  const offered = range.offeredByDay.get(day) ?? []
  const runs: StartRun[] = []
  let open: StartRun | undefined
  for (const start of offered) {
    if (open && start === open.last + step) {
      open.last = start
      open.count += 1
    } else {
      open = { first: start, last: start, count: 1, isOffered: true, reasons: [] }
      runs.push(open)
    }
  }
  const isOffered = new Set(offered)
  const near =
    range.edges === null ? unlifted : nearDay(explained, unlifted, minutesOfDays(zone, day, day + 1))
  for (const grid of startsFromMidnight(explained, zone, day)) {
    const closed = grid.filter((start) => !isOffered.has(start))
    let latest: StartRun | undefined
    for (const next of yield* judgedRuns(range, near, day, closed)) {
      const reasons =
        latest?.last === next.first - step ? joined(latest.reasons, next.reasons, near.hours) : null
      if (latest === undefined || reasons === null) {
        latest = next
        runs.push(latest)
      } else {
        latest.last = next.last
        latest.count += next.count
        latest.reasons = reasons
      }
    }
  }
  return runs.sort((a, b) => a.first - b.first)
}

/** Each session of a class and each promised window stands alone: the type's interval says nothing of them. */
function* eachOn(explained: Explained, day: Day): Generator<void, StartRun[]> {
  const runs: StartRun[] = []
  for (const { start, isOffered, reasons } of explainDay(explained, day, shownStarts(explained, day))) {
    runs.push({ first: start, last: start, count: 1, isOffered, reasons })
    yield
  }
  return runs
}

/**
 * The part of the range that can meet a job of one day that begins within the minutes, and the minutes at which its grid may
 * begin: with the hours that reach into them, all that lies in these hours.
 */
function nearDay({ input }: Explained, unlifted: LiftedTime, minutes: Intervals): LiftedTime {
  const { blockMinutes, bufferBeforeMinutes, bufferAfterMinutes } = input.type
  const reach = blockMinutes[0]! + bufferBeforeMinutes + bufferAfterMinutes + 2 * PACKED_STEP_MINUTES
  const reached = overlapping(unlifted.hours, minutes[0]! - reach, minutes.at(-1)! + reach)
  const from = Math.min(minutes[0]! - reach, reached[0] ?? Number.POSITIVE_INFINITY)
  const to = Math.max(minutes.at(-1)! + reach, reached.at(-1) ?? 0)
  const meets = ({ start, end }: MinuteBlock) => start < to && from < end
  const { time } = unlifted
  return {
    ...unlifted,
    time: { ...time, open: overlapping(time.open, from, to), busy: overlapping(time.busy, from, to) },
    hours: reached,
    timeOff: unlifted.timeOff.filter(meets),
    occupying: unlifted.occupying.filter((row) => meets(row) || (row.jobStart < to && from < row.jobEnd)),
    ofCustomer: unlifted.ofCustomer.filter(meets),
  }
}

/** Short runs that neighbours may join. */
function* judgedRuns(
  range: ExplainedRange,
  near: LiftedTime,
  day: Day,
  closed: readonly Minute[],
): Generator<void, StartRun[]> {
  const { explained, edges } = range
  const { type } = explained.input
  const { slotIntervalMinutes: step } = type
  if (edges === null || (type.starts !== "grid" && step % PACKED_STEP_MINUTES !== 0)) {
    const alone: StartRun[] = []
    for (const { start, reasons } of explainDay(explained, day, closed)) {
      alone.push({ first: start, last: start, count: 1, isOffered: false, reasons })
      yield
    }
    return alone
  }
  const minutes = type.blockMinutes[0]!
  const liftedFor = liftedOf(near)
  const judged: StartRun[] = []
  for (let i = 0; i < closed.length; ) {
    const first = closed[i]!
    const until = edges[firstFrom(edges, first + 1)] ?? Number.POSITIVE_INFINITY
    let count = 1
    while (closed[i + count] === first + count * step && first + count * step < until) count += 1
    const last = first + (count - 1) * step
    const reasons = reasonsFor(explained, near, first, liftedFor)
    const joint =
      count === 1 ? reasons : reasons.map((reason) => untilLast(reason, first + minutes, last + minutes))
    judged.push({ first, last, count, isOffered: false, reasons: joint })
    i += count
    yield
  }
  return judged
}

/**
 * The time of jobs of one day without drives, as it would be without the obstacles of a start: what its grid is judged by.
 * Most starts of a day lack no hours, and share theirs.
 */
function liftedOf(near: LiftedTime): (obstacles: readonly Obstacle[]) => ProviderTime {
  const isGridOnly = near.time.type.starts === "grid"
  const sameHours = { ...near.time, busy: none }
  return (obstacles) => {
    const keepsHours = obstacles.every(({ code }) => meetingCodes.has(code))
    if (isGridOnly && keepsHours) return sameHours
    const { time } = liftedHours(near, obstacles)
    if (isGridOnly) return { ...time, busy: none }
    const lifted = new Set(obstacles.flatMap(({ row }) => (row ? recordOf(row) : [])))
    const left = near.occupying.filter((row) => !lifted.has(recordOf(row)))
    return { ...time, busy: disjoint(pairsOf(left)) }
  }
}

const none = new Int32Array(0)
/** The codes of records that take no hours away. */
const meetingCodes: ReadonlySet<ReasonCode> = new Set([
  "appointment",
  "pending",
  "hold",
  "session",
  "calendar_busy",
  "buffer",
  "customer_busy",
  "resource_taken",
])

/** Reasons of starts from `first` on as those until `last`, too: what hours lack reaches to the end of the last job. */
function untilLast({ code, causes }: Reason, firstEnd: Minute, lastEnd: Minute): Reason {
  const reaches = (cause: ReasonCause) => isLackOfHours(cause) && cause.to === firstEnd
  return { code, causes: causes.map((cause) => (reaches(cause) ? { ...cause, to: lastEnd } : cause)) }
}

const isLackOfHours = ({ kind }: ReasonCause) => kind === "weekly_hours" || kind === "date_override"

/** The reasons of both of two neighbours, where they are the same but for the minutes that hours lack; else null. */
function joined(a: readonly Reason[], b: readonly Reason[], hours: Intervals): readonly Reason[] | null {
  if (a.length !== b.length) return null
  const both: Reason[] = []
  for (const [i, { code, causes }] of a.entries()) {
    const other = b[i]!
    if (other.code !== code || other.causes.length !== causes.length) return null
    const common: ReasonCause[] = []
    for (const [k, cause] of causes.entries()) {
      const joint = joinedCause(cause, other.causes[k]!, hours)
      if (joint === null) return null
      common.push(joint)
    }
    both.push({ code, causes: common })
  }
  return both
}

function joinedCause(a: ReasonCause, b: ReasonCause, hours: Intervals): ReasonCause | null {
  const isSameRecord = a.kind === b.kind && a.id === b.id && a.value === b.value && a.leg === b.leg
  if (!isSameRecord || a.packed !== b.packed || a.also?.join() !== b.also?.join()) return null
  if (a.from === b.from && a.to === b.to) return a
  if (!isLackOfHours(a) || overlaps(hours, a.to!, b.from!)) return null
  return { ...a, from: Math.min(a.from!, b.from!), to: Math.max(a.to!, b.to!) }
}

/** A part of the answer about one provider at one location. */
export interface WrittenRange<Entry> {
  entry: Entry
  runs: string[]
}

export interface RangePart<Entry> {
  written: readonly WrittenRange<Entry>[]
  /** Null when this part is the last. */
  next: PartBegin | null
}

/** How the parts of an answer are written. */
export interface RangeWriting<Entry> {
  mostBytes: number
  bytesOfEntry(entry: Entry): number
  write(entry: Entry, run: StartRun): string
}

/** A provider at a location. */
export interface ExplainedEntry {
  explained: Explained
  /** Judges the runs of a day with the rest, where this is the first of several types. */
  withRest?: (runs: readonly StartRun[]) => Generator<void, StartRun[]>
}

/** The dates that are explained, and the limit of one part. */
export interface RangeDates<Entry> {
  firstDay: Day
  endDay: Day
  begin: PartBegin | null
  mostLooks: number
  /** The work of judging a date of the entry. */
  looksOf(entry: Entry, day: Day): number
}

/**
 * The part of the explanation that begins at `begin`, or at its first date: whole local dates, as many as fit and do
 * not take too much; of a date that is too long alone, as many entries. `entries` are in the order of provider and location ids. Only what the part holds is
 * judged.
 */
export function* explainPart<Entry extends ExplainedEntry>(
  entries: readonly Entry[],
  { firstDay, endDay, begin, mostLooks, looksOf }: RangeDates<Entry>,
  writing: RangeWriting<Entry>,
): Generator<void, RangePart<Entry>> {
  const fromDay = begin?.day ?? firstDay
  const written = entries.map((entry): WrittenRange<Entry> => ({ entry, runs: [] }))
  const untilDay = lastNeeded(entries, { endDay, mostLooks, looksOf }, fromDay)
  const ranges: ExplainedRange[] = []
  let bytes = entries.reduce((sum, entry) => sum + writing.bytesOfEntry(entry), 0)
  let looks = 0
  let latest: PartBegin["after"] = null
  /** The entries before are kept of the first date only: another date stands whole in the next part. */
  const endedAt = (day: Day, ofDay: readonly string[][]): RangePart<Entry> => {
    if (day === fromDay) keep(written, ofDay)
    return { written: filled(written), next: { day, after: day > fromDay ? null : latest } }
  }
  for (let day = fromDay; day < endDay; day++) {
    const ofDay: string[][] = []
    for (const [i, entry] of entries.entries()) {
      const { provider, location } = entry.explained
      const key = { providerId: provider.id, locationId: location.id }
      if (day === fromDay && begin?.after && !isBehind(key, begin.after)) continue
      const isFirst = day === fromDay && latest === null
      looks += looksOf(entry, day)
      if (looks > mostLooks && !isFirst) return endedAt(day, ofDay)
      const texts: string[] = []
      ranges[i] ??= explainedRange(entry.explained, fromDay, untilDay)
      yield
      const alone = yield* runsOn(ranges[i], day)
      const runs = entry.withRest ? yield* entry.withRest(alone) : alone
      for (const run of runs) texts.push(writing.write(entry, run))
      const more = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0)
      if (bytes + more > writing.mostBytes && !isFirst) return endedAt(day, ofDay)
      bytes += more
      latest = key
      ofDay[i] = texts
    }
    keep(written, ofDay)
  }
  return { written: filled(written), next: null }
}

/** The end of the dates of which a part holds any (exclusive). Those beyond are not read. */
function lastNeeded<Entry>(
  entries: readonly Entry[],
  { endDay, mostLooks, looksOf }: Pick<RangeDates<Entry>, "endDay" | "mostLooks" | "looksOf">,
  fromDay: Day,
): Day {
  let looks = 0
  for (let day = fromDay; day < endDay; day += 1) {
    for (const entry of entries) looks += looksOf(entry, day)
    if (looks > mostLooks) return day + 1
  }
  return endDay
}

type EntryKey = NonNullable<PartBegin["after"]>

const isBehind = (one: EntryKey, other: EntryKey) =>
  one.providerId > other.providerId ||
  (one.providerId === other.providerId && one.locationId > other.locationId)

function keep<Entry>(written: readonly WrittenRange<Entry>[], ofDay: readonly string[][]): void {
  for (const [i, texts] of ofDay.entries()) if (texts) written[i]!.runs.push(...texts)
}

const filled = <Entry>(written: WrittenRange<Entry>[]) => written.filter(({ runs }) => runs.length > 0)
