/** Busy minutes as `calendar_busy` keeps them: a row for every 31 days, as searches read them. */
import type { Intervals } from "../model/availability.ts"

/** So many in every row; `schedules.ts` counts by it. */
export const minutesPerRow = 44_640

/** Plain pairs, cut where a row ends, as big-endian int4s by the number of the row. */
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

function packed(minutes: readonly number[]): Buffer {
  const bytes = Buffer.alloc(minutes.length * 4)
  for (const [i, minute] of minutes.entries()) bytes.writeInt32BE(minute, i * 4)
  return bytes
}
