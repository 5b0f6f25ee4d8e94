/**
 * The bytes of one-day slots. The providers of one answer mostly share their times, and each slot is written equally long,
 * so every start that occurs is written once, and each provider copies its own from there, run by run.
 */
import type { ProviderLocationStarts } from "../../../domain/model/availability.ts"
import { isoOfMinute } from "../../../domain/time/dates.ts"
import { minutesPerDay } from "../../../domain/time/units.ts"

/** The names of a slot's two times in one interface. */
export interface SlotWords {
  start: string
  end: string
}

export interface SharedSlots {
  /** Every start that occurs, sorted. */
  starts: Int32Array
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
  const model = slotText(0, minutes, words)
  const stride = model.length
  const bytes = Buffer.allocUnsafe(starts.length * stride)
  const [startsAt, endsAt] = [clocksIn(model, 0), clocksIn(model, minutes)]
  for (let i = 0; i < starts.length; ) {
    // The slots that begin and end on the same days differ in their times of day only.
    const midnight = Math.min(midnightAfter(starts[i]!), midnightAfter(starts[i]! + minutes) - minutes)
    const first = i
    while (i < starts.length && starts[i]! < midnight) i += 1
    bytes.fill(slotText(starts[first]!, minutes, words), first * stride, i * stride, "latin1")
    for (let row = first; row < i; row += 1) {
      writeClock(bytes, row * stride, startsAt, starts[row]!)
      writeClock(bytes, row * stride, endsAt, starts[row]! + minutes)
    }
  }
  return { starts, bytes, stride }
}

/** The length in bytes of any slot of a job over so many days, with the comma that follows it. */
export function slotBytes({ start, end }: SlotWords, days: number): number {
  const times = `"${start}":"${isoOfMinute(0)}","${end}":"${isoOfMinute(0)}"`.length
  return times + ',"blocks":[]'.length + days * (times + "{},".length) - 1 + "{},".length
}

/** A slot with the comma that follows it. All slots of one answer are equally long. */
function slotText(start: number, minutes: number, words: SlotWords): string {
  const times = `"${words.start}":"${isoOfMinute(start)}","${words.end}":"${isoOfMinute(start + minutes)}"`
  return `{${times},"blocks":[{${times}}]},`
}

const midnightAfter = (minute: number) => (Math.floor(minute / minutesPerDay) + 1) * minutesPerDay

/** The positions of the time of day of this minute, in the slot and in its block. */
function clocksIn(model: string, minute: number): number[] {
  const iso = isoOfMinute(minute)
  return [model.indexOf(iso), model.lastIndexOf(iso)].map((at) => at + "YYYY-MM-DDT".length)
}

/** Writes the digits of `HH:MM`, of UTC, at each of the offsets behind `from`. */
function writeClock(bytes: Uint8Array, from: number, offsets: readonly number[], minute: number): void {
  const minuteOfDay = minute % minutesPerDay
  const hour = Math.floor(minuteOfDay / 60)
  const minuteOfHour = minuteOfDay - 60 * hour
  const hourTens = Math.floor(hour / 10)
  const minuteTens = Math.floor(minuteOfHour / 10)
  for (const offset of offsets) {
    const at = from + offset
    bytes[at] = zero + hourTens
    bytes[at + 1] = zero + hour - 10 * hourTens
    bytes[at + 3] = zero + minuteTens
    bytes[at + 4] = zero + minuteOfHour - 10 * minuteTens
  }
}

const zero = "0".charCodeAt(0)

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
  // The next bytes overwrite the last comma.
  return at + slotsLength(shared, starts)
}

/** Every minute of the sorted lists, sorted, each once. */
export function unionOfStarts(lists: readonly (readonly number[])[]): Int32Array {
  const filled = lists.filter(({ length }) => length > 0)
  if (filled.length === 1) return Int32Array.from(filled[0]!)
  const first = Math.min(...filled.map((list) => list[0]!))
  const last = Math.max(...filled.map((list) => list.at(-1)!))
  const isPresent = new Uint8Array(filled.length === 0 ? 0 : last - first + 1)
  const minutes: number[] = []
  for (const list of filled) {
    for (const minute of list) {
      if (isPresent[minute - first] === 1) continue
      isPresent[minute - first] = 1
      minutes.push(minute)
    }
  }
  return Int32Array.from(minutes).sort()
}
