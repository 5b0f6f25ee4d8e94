/** Packed minutes: start and end of each interval as big-endian 4-byte integers, which the engine reads as they are. */
import type { Intervals } from "../../domain/time/intervals.ts"
import { minuteOf, msPerMinute } from "../../domain/time/units.ts"

/** A row of `calendar_busy` holds 31 days. */
export const minutesPerRow = 44_640

/** Packs disjoint intervals for `calendar_busy`, cut at the ends of rows; keys are `calendar_busy.month`. */
export function packedByMonth(busy: Intervals): Map<number, Buffer> {
  const rows = new Map<number, number[]>()
  for (let i = 0; i < busy.length; i += 2) {
    const end = busy[i + 1]!
    for (let start = busy[i]!; start < end; ) {
      const month = Math.floor(start / minutesPerRow)
      const until = Math.min(end, (month + 1) * minutesPerRow)
      const row = rows.get(month)
      if (row) row.push(start, until)
      else rows.set(month, [start, until])
      start = until
    }
  }
  return new Map(Array.from(rows, ([month, minutes]) => [month, packed(minutes)]))
}

/** Minutes that became busy, and when that was read, in epoch milliseconds. */
export interface FreshBusy {
  start: number
  end: number
  writtenAt: number
}

/** Unpacks `calendar_busy.fresh`. */
export function freshOf(packedThrees: Buffer): FreshBusy[] {
  const numbers = minutesOf(packedThrees)
  return Array.from({ length: numbers.length / 3 }, (_, i) => ({
    start: numbers[3 * i]!,
    end: numbers[3 * i + 1]!,
    writtenAt: numbers[3 * i + 2]! * msPerMinute,
  }))
}

/** Packs for `calendar_busy.fresh`. */
export const packedFresh = (fresh: readonly FreshBusy[]): Buffer =>
  packed(fresh.flatMap(({ start, end, writtenAt }) => [start, end, minuteOf(writtenAt)]))

function packed(minutes: readonly number[]): Buffer {
  const bytes = Buffer.alloc(minutes.length * 4)
  for (const [i, minute] of minutes.entries()) bytes.writeInt32BE(minute, i * 4)
  return bytes
}

const none = new Int32Array(0)

/** Unpacks in place: `int4send` and `int8send` write big-endian integers, typed arrays hold little-endian ones. */
export function minutesOf(packed: Buffer | null): Int32Array {
  if (packed === null) return none
  const aligned = packed.byteOffset % 4 === 0 ? packed : Buffer.from(packed)
  aligned.swap32()
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
}
