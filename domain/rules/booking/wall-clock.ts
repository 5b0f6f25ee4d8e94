/** The wall-clock time that an appointment was booked for, which it keeps when the rules of its zone change. */
import type { Appointment } from "../../model/appointment.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { minuteToWall, wallToMinute } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { minuteBlocksOf } from "./judge-move.ts"

/** For each block, the minutes that the zone's clock is ahead of UTC at its start. */
export function clockOffsets(zone: string, blocks: readonly MinuteBlock[]): number[] {
  const table = zoneTable(zone)
  return blocks.map(({ start }) => minuteToWall(table, start) - start)
}

/**
 * The working days at the wall-clock times that they were booked for, with their lengths; null when the zone's rules still
 * show these times.
 */
export function blocksByWallClock(
  appointment: Pick<Appointment, "blocks" | "timezone" | "clock_offsets">,
): MinuteBlock[] | null {
  const { timezone, clock_offsets: booked } = appointment
  const blocks = minuteBlocksOf(appointment)
  const present = clockOffsets(timezone, blocks)
  if (present.every((offset, day) => offset === booked[day])) return null
  const table = zoneTable(timezone)
  return blocks.map((block, day) => {
    // Only a day whose offset has changed: of an hour that comes twice, a day may have been booked for the second.
    if (present[day] === booked[day]) return block
    const start = wallToMinute(table, block.start + booked[day]!)
    return { start, end: start + block.end - block.start }
  })
}

/** The first day that the clock shows otherwise than it was booked for: twice on the wall clock, and twice in UTC minutes. */
export interface ShiftedDay {
  bookedWall: number
  shownWall: number
  start: number
  startByWallClock: number
}

/** `blocks` are those that `blocksByWallClock` gave for the appointment. */
export function firstShiftedDay(
  appointment: Pick<Appointment, "blocks" | "timezone" | "clock_offsets">,
  blocks: readonly MinuteBlock[],
): ShiftedDay {
  const present = minuteBlocksOf(appointment)
  const offsets = clockOffsets(appointment.timezone, present)
  const day = offsets.findIndex((offset, index) => offset !== appointment.clock_offsets[index])
  const { start } = present[day]!
  return {
    bookedWall: start + appointment.clock_offsets[day]!,
    shownWall: start + offsets[day]!,
    start,
    startByWallClock: blocks[day]!.start,
  }
}
