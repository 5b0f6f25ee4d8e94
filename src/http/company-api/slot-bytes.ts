/**
 * The bytes of one-day slots. The providers of one answer mostly share their times, and each slot is written equally long,
 * so every start that occurs is written once, and each provider copies its own from there, run by run. Within a date a
 * slot is a copy of the one before with other times of day written over, four digits each: joining hundreds of texts and
 * turning them into bytes takes twice as long.
 */
import type { ProviderLocationStarts } from "../../model/availability.ts"
import { isoOfMinute } from "../../time/instants.ts"
import { minutesPerDay } from "../../time/units.ts"

export interface SharedSlots {
  /** Every start that occurs, sorted. */
  starts: readonly number[]
  /** Their slots, each with a comma after it. */
  bytes: Buffer
  /** Bytes from one slot to the next. */
  stride: number
}

/** The slots of all providers and locations, each `minutes` long. */
export function sharedSlots(
  minutes: number,
  offered: readonly ProviderLocationStarts[],
  words: SlotWords,
): SharedSlots {
  const starts = unionOfStarts(offered.map((entry) => entry.starts))
  return { starts, ...slotBytes(starts, minutes, words) }
}

/** The length in bytes of one entry's slots, with commas between them. */
export function slotsLength(shared: SharedSlots, starts: readonly number[]): number {
  return Math.max(0, starts.length * shared.stride - 1)
}

/** Copies the slots of one entry into `answer` from `at` on; returns where they end. */
export function copySlots(
  shared: SharedSlots,
  starts: readonly number[],
  answer: Buffer,
  at: number,
): number {
  const { stride, bytes, starts: rows } = shared
  let end = at
  let row = 0
  for (let i = 0; i < starts.length; ) {
    while (rows[row] !== starts[i]) row += 1
    const first = row
    while (i < starts.length && rows[row] === starts[i]) {
      row += 1
      i += 1
    }
    end += bytes.copy(answer, end, first * stride, row * stride)
  }
  // What follows is written over the last comma.
  return at + slotsLength(shared, starts)
}

/** Every minute of the sorted lists, sorted, each once. */
export function unionOfStarts(lists: readonly (readonly number[])[]): number[] {
  const filled = lists.filter(({ length }) => length > 0)
  const first = Math.min(...filled.map((list) => list[0]!))
  const last = Math.max(...filled.map((list) => list.at(-1)!))
  const isPresent = new Uint8Array(filled.length === 0 ? 0 : last - first + 1)
  for (const list of filled) for (const minute of list) isPresent[minute - first] = 1
  const minutes: number[] = []
  for (let i = 0; i < isPresent.length; i++) if (isPresent[i] === 1) minutes.push(first + i)
  return minutes
}

/** The names of a slot's two times in one interface. */
export interface SlotWords {
  start: string
  end: string
}

export interface SlotBytes {
  /** Each slot with a comma after it. */
  bytes: Buffer
  /** Bytes from one slot to the next. */
  stride: number
}

/** The slots of these starts, each `minutes` long. */
export function slotBytes(starts: readonly number[], minutes: number, words: SlotWords): SlotBytes {
  const { length: stride, startClocks, endClocks } = rowOf(minutes, words)
  const bytes = Buffer.allocUnsafe(starts.length * stride)
  let startDay = Number.NaN
  let endDay = Number.NaN
  for (let i = 0, row = 0; i < starts.length; i++, row += stride) {
    const start = starts[i]!
    const end = start + minutes
    const startMinute = start - startDay * minutesPerDay
    const endMinute = end - endDay * minutesPerDay
    if (isTimeOfDay(startMinute) && isTimeOfDay(endMinute)) {
      bytes.copy(bytes, row, row - stride, row)
      for (const at of startClocks) writeClock(bytes, row + at, startMinute)
      for (const at of endClocks) writeClock(bytes, row + at, endMinute)
    } else {
      bytes.write(slotText(start, minutes, words), row, "latin1")
      startDay = Math.floor(start / minutesPerDay)
      endDay = Math.floor(end / minutesPerDay)
    }
  }
  return { bytes, stride }
}

/** With the comma that follows it. */
function slotText(start: number, minutes: number, words: SlotWords): string {
  const times = `"${words.start}":"${isoOfMinute(start)}","${words.end}":"${isoOfMinute(start + minutes)}"`
  return `{${times},"blocks":[{${times}}]},`
}

/** The length of a slot, and where in it the hours and minutes of its start and its end stand. */
function rowOf(minutes: number, words: SlotWords) {
  const row = slotText(0, minutes, words)
  const clocksOf = (minute: number) => {
    const instant = isoOfMinute(minute)
    return [row.indexOf(instant), row.lastIndexOf(instant)].map((at) => at + "YYYY-MM-DDT".length)
  }
  return { length: row.length, startClocks: clocksOf(0), endClocks: clocksOf(minutes) }
}

/** False while the day is NaN, before the first slot. */
const isTimeOfDay = (minute: number) => minute >= 0 && minute < minutesPerDay

const ZERO = "0".charCodeAt(0)

/** Writes the digits of `HH:MM` around the colon that is already there. */
function writeClock(bytes: Buffer, at: number, minuteOfDay: number): void {
  const hour = Math.floor(minuteOfDay / 60)
  const minute = minuteOfDay - hour * 60
  bytes[at] = ZERO + Math.floor(hour / 10)
  bytes[at + 1] = ZERO + (hour % 10)
  bytes[at + 3] = ZERO + Math.floor(minute / 10)
  bytes[at + 4] = ZERO + (minute % 10)
}
