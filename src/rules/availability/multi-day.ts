/**
 * Jobs of several days: block by block on the provider's next working days, each at the local time of the first.
 *
 * A working day is a local date with any open minute after overrides and time off. A working day that is busy, full or
 * too short rules the start out; it is not passed over.
 */

import type { Day, Intervals, Minute, TypePlan } from "../../model/availability.ts"
import { covers, overlaps } from "../../time/intervals.ts"
import { localDay, minutesOfDays, minuteToWall, wallToMinute } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import type { ZoneTable } from "../../time/zone-table.ts"
import { type DailyRoom, hasRoomOn } from "./daily-limit.ts"

/** How far ahead of one block the next working day is looked for. */
const LOOK_AHEAD_DAYS = 14

/** What one provider's blocks at one location are judged by; `open` is plain, `busy` disjoint. */
export interface JobGround {
  type: TypePlan
  zone: ZoneTable
  open: Intervals
  busy: Intervals
  room: DailyRoom | null
}

export interface Block {
  start: Minute
  end: Minute
}

/** How many local days after the last day a job may begin its blocks can begin or end on, hours over midnight included. */
export function reachDays(type: TypePlan): number {
  const longestBlock = Math.max(...type.blockMinutes)
  return (type.blockMinutes.length - 1) * LOOK_AHEAD_DAYS + Math.ceil(longestBlock / minutesPerDay) + 1
}

/** The blocks of the job that begins at `start`, or null when one of them cannot take place. */
export function blocksFrom(ground: JobGround, start: Minute): Block[] | null {
  const { type, zone } = ground
  const wall = minuteToWall(zone, start)
  let day = Math.floor(wall / minutesPerDay)
  const minuteOfDay = wall - day * minutesPerDay
  const blocks: Block[] = []
  let occupiedUntil = Number.NEGATIVE_INFINITY
  for (const [index, minutes] of type.blockMinutes.entries()) {
    const next = index === 0 ? day : nextWorkingDay(ground, day)
    if (next === null) return null
    day = next
    const blockStart = index === 0 ? start : wallToMinute(zone, day * minutesPerDay + minuteOfDay)
    const block = { start: blockStart, end: blockStart + minutes }
    if (blockStart - type.bufferBeforeMinutes < occupiedUntil || !canTakePlace(ground, block)) return null
    occupiedUntil = block.end + type.bufferAfterMinutes
    blocks.push(block)
  }
  return blocks
}

function canTakePlace({ type, zone, open, busy, room }: JobGround, { start, end }: Block): boolean {
  return (
    covers(open, start, end) &&
    !overlaps(busy, start - type.bufferBeforeMinutes, end + type.bufferAfterMinutes) &&
    hasRoomOn(room, localDay(zone, start))
  )
}

function nextWorkingDay({ zone, open }: JobGround, day: Day): Day | null {
  for (let next = day + 1; next <= day + LOOK_AHEAD_DAYS; next++) {
    if (isWorkingDay(zone, open, next)) return next
  }
  return null
}

function isWorkingDay(zone: ZoneTable, open: Intervals, day: Day): boolean {
  const minutes = minutesOfDays(zone, day, day + 1)
  for (let i = 0; i < minutes.length; i += 2) if (overlaps(open, minutes[i]!, minutes[i + 1]!)) return true
  return false
}
