/**
 * The benchmark's job in the usual way: Luxon 3.7 with an object per time. It knows what the job needs (weekly hours,
 * busy time, notice, booking window, recommended times), and no more.
 */
import { DateTime, Interval } from "luxon"
import type { SearchInput } from "../../domain/model/availability.ts"

export interface LuxonAnswer {
  starts: number[]
  recommended: number[]
}

interface Candidate {
  start: DateTime
  date: string
  isMorning: boolean
  points: number
}

/** The starts of the first provider at the first location, and the recommended ones, as epoch minutes. */
export function luxonSlots(input: SearchInput): LuxonAnswer {
  const zone = input.locations[0]!.zone
  const busy = toIntervals(input.providers[0]!.busy, zone)
  const firstDay = DateTime.fromMillis(input.firstDay * 86_400_000, { zone: "utc" }).setZone(zone, {
    keepLocalTime: true,
  })
  const starts: DateTime[] = []
  const candidates: Candidate[] = []
  for (
    let day = firstDay;
    day < firstDay.plus({ days: input.endDay - input.firstDay });
    day = day.plus({ days: 1 })
  ) {
    const today = Interval.fromDateTimes(day, day.plus({ days: 1 }))
    const load = minutesOf(busy.flatMap((stretch) => stretch.intersection(today) ?? []))
    for (const open of openOn(input, day)) {
      const found = startsIn(input, open, busy)
      starts.push(...found)
      const free = open.difference(...busy)
      for (const start of found)
        candidates.push(judge(input, start, day.diff(firstDay, "days").days, load, free))
    }
  }
  return { starts: starts.map(toMinute), recommended: pick(candidates).map(({ start }) => toMinute(start)) }
}

function openOn(input: SearchInput, day: DateTime): Interval[] {
  return input.providers[0]!.hours.filter(({ weekday }) => weekday === day.weekday).map(
    ({ startMinute, endMinute }) => Interval.fromDateTimes(at(day, startMinute), at(day, endMinute)),
  )
}

function at(day: DateTime, minuteOfDay: number): DateTime {
  return day.set({ hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60 })
}

function startsIn({ type, now }: SearchInput, open: Interval, busy: readonly Interval[]): DateTime[] {
  const starts: DateTime[] = []
  const earliest = DateTime.fromMillis(now).plus({ minutes: type.minNoticeMinutes })
  const windowEnd = DateTime.fromMillis(now, { zone: open.start!.zone })
    .plus({ days: type.bookingWindowDays })
    .endOf("day")
  for (
    let start = open.start!;
    start < open.end!;
    start = start.plus({ minutes: type.slotIntervalMinutes })
  ) {
    const job = Interval.after(start, { minutes: type.blockMinutes[0]! })
    if (!open.engulfs(job) || start < earliest || start > windowEnd) continue
    if (!busy.some((stretch) => stretch.overlaps(job))) starts.push(start)
  }
  return starts
}

function judge(
  input: SearchInput,
  start: DateTime,
  daysWaited: number,
  load: number,
  free: Interval[],
): Candidate {
  const minutes = input.type.blockMinutes[0]!
  const job = Interval.after(start, { minutes })
  const stretch = free.find((candidate) => candidate.engulfs(job))!
  const gaps = [
    job.start!.diff(stretch.start!, "minutes").minutes,
    stretch.end!.diff(job.end!, "minutes").minutes,
  ]
  const fragments = gaps.filter((gap) => gap > 0 && gap < minutes).length
  const points = daysWaited * 100 + (load * 5) / 60 + fragments * 30
  return { start, date: start.toISODate()!, isMorning: start.hour < 12, points }
}

function pick(candidates: readonly Candidate[]): Candidate[] {
  const sorted = candidates.toSorted(compare)
  const picked: Candidate[] = []
  for (const candidate of sorted) if (picked.length < 5 && fits(picked, candidate)) picked.push(candidate)
  if (picked.length < 2 || picked.some(({ isMorning }) => isMorning !== picked[0]!.isMorning)) return picked
  for (let i = picked.length - 1; i >= 0; i--) {
    const rest = picked.toSpliced(i, 1)
    const other = sorted.find((c) => c.isMorning !== picked[0]!.isMorning && fits(rest, c))
    if (other !== undefined) return [...rest, other].sort(compare)
  }
  return picked
}

function fits(picked: readonly Candidate[], candidate: Candidate): boolean {
  return picked.filter(({ date }) => date === candidate.date).length < 2 && !picked.includes(candidate)
}

function compare(a: Candidate, b: Candidate): number {
  return a.points - b.points || a.start.toMillis() - b.start.toMillis()
}

function toIntervals(pairs: Int32Array, zone: string): Interval[] {
  const moment = (minute: number) => DateTime.fromMillis(minute * 60_000, { zone })
  return Array.from({ length: pairs.length / 2 }, (_, i) =>
    Interval.fromDateTimes(moment(pairs[i * 2]!), moment(pairs[i * 2 + 1]!)),
  )
}

function minutesOf(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, interval) => sum + interval.length("minutes"), 0)
}

function toMinute(moment: DateTime): number {
  return moment.toMillis() / 60_000
}
