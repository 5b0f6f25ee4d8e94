/**
 * One-day slots as equally long rows of bytes. Where the dates stay, a row is a copy of the one before with other times
 * of day written over, four digits each: joining hundreds of texts and turning them into bytes takes twice as long.
 */
import { isoOfMinute } from "../../time/instants.ts"
import { minutesPerDay } from "../../time/units.ts"

/** How an audience spells a slot's times. */
export interface SlotWords {
  start: string
  end: string
}

export interface SlotRows {
  /** Each row with a comma after it. */
  bytes: Buffer
  /** Bytes from one row to the next. */
  stride: number
}

/** A row for each start, each slot `minutes` long. */
export function slotRows(starts: Int32Array, minutes: number, words: SlotWords): SlotRows {
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

/** How long a row is, and where in it the hours and minutes of its start and its end stand. */
function rowOf(minutes: number, words: SlotWords) {
  const row = slotText(0, minutes, words)
  const clocksOf = (minute: number) => {
    const instant = isoOfMinute(minute)
    return [row.indexOf(instant), row.lastIndexOf(instant)].map((at) => at + "YYYY-MM-DDT".length)
  }
  return { length: row.length, startClocks: clocksOf(0), endClocks: clocksOf(minutes) }
}

/** Not so for a day that is not known, which is NaN. */
const isTimeOfDay = (minute: number) => minute >= 0 && minute < minutesPerDay

const ZERO = "0".charCodeAt(0)

/** Writes `HH:MM` but for the colon, which stands there. */
function writeClock(bytes: Buffer, at: number, minuteOfDay: number): void {
  const hour = Math.floor(minuteOfDay / 60)
  const minute = minuteOfDay - hour * 60
  bytes[at] = ZERO + Math.floor(hour / 10)
  bytes[at + 1] = ZERO + (hour % 10)
  bytes[at + 3] = ZERO + Math.floor(minute / 10)
  bytes[at + 4] = ZERO + (minute % 10)
}
