/** The wall-clock time that an appointment was booked for, which it keeps when the rules of its zone change. */
import type { Appointment } from "../../model/appointment.ts"
import type { ClassSession } from "../../model/class-session.ts"
import type { Occupied, Proposal, ProposedPlan } from "../../model/pending-appointment.ts"
import { type MinuteBlock, showSlotTimes } from "../../model/slot-search.ts"
import { iso } from "../../model/views.ts"
import { minuteToWall, wallToMinute } from "../../time/local-time.ts"
import { msPerMinute } from "../../time/units.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { minuteBlocksOf } from "./judge-move.ts"

/** The minutes that the zone's clock is ahead of UTC then. */
export const clockOffsetAt = (zone: string, minute: number): number =>
  minuteToWall(zoneTable(zone), minute) - minute

/** For each block, the minutes that the zone's clock is ahead of UTC at its start. */
export function clockOffsets(zone: string, blocks: readonly MinuteBlock[]): number[] {
  return blocks.map(({ start }) => clockOffsetAt(zone, start))
}

type Timed = Pick<Appointment, "blocks" | "timezone" | "clock_offsets">

/**
 * The working days at the wall-clock times that they were booked for, with their lengths; null when the zone's rules still
 * show these times.
 */
export function blocksByWallClock(appointment: Timed): MinuteBlock[] | null {
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

/** The time that these days occupied, at the days as they are now. Buffers, rooms and the times of steps go with their day. */
export function occupiedByWallClock(
  times: readonly Occupied[],
  before: readonly MinuteBlock[],
  after: readonly MinuteBlock[],
): Occupied[] {
  return times.map((time) => {
    const day = Math.max(
      0,
      before.findLastIndex(({ start }) => start <= time.jobStart),
    )
    const minutes = after[day]!.start - before[day]!.start
    const { start, end, jobStart, jobEnd } = time
    return {
      ...time,
      ...{ start: start + minutes, end: end + minutes },
      ...{ jobStart: jobStart + minutes, jobEnd: jobEnd + minutes },
    }
  })
}

/** A proposed time at the wall-clock time that it was proposed for; the same one where the zone's rules still show it. */
export function proposalByWallClock(proposal: Proposal): Proposal {
  const blocks = blocksByWallClock(proposal)
  if (blocks === null) return proposal
  const shiftMs = (blocks[0]!.start - minuteBlocksOf(proposal)[0]!.start) * msPerMinute
  return {
    ...proposal,
    ...(proposal.planned ? { planned: planByWallClock(proposal.planned, shiftMs) } : {}),
    ...showSlotTimes(blocks),
    clock_offsets: clockOffsets(proposal.timezone, blocks),
    occupied: occupiedByWallClock(proposal.occupied, minuteBlocksOf(proposal), blocks),
  }
}

function planByWallClock(
  { work_minutes, planned_start, narrowed }: ProposedPlan,
  shiftMs: number,
): ProposedPlan {
  const shifted = (time: string) => iso(new Date(Date.parse(time) + shiftMs))
  return {
    work_minutes,
    planned_start: shifted(planned_start),
    narrowed: narrowed && { start_time: shifted(narrowed.start_time), end_time: shifted(narrowed.end_time) },
  }
}

/**
 * The appointment with all its instants at the wall-clock times that they were booked for: its days, its planned and its narrowed
 * time, and the times that are proposed for it. Null when the zones' rules still show all of them. `blocks` is null where only
 * proposed times change.
 */
export function appointmentByWallClock(
  appointment: Appointment,
): { kept: Appointment; blocks: MinuteBlock[] | null } | null {
  const blocks = blocksByWallClock(appointment)
  const proposals = appointment.proposals.map(proposalByWallClock)
  if (blocks === null && proposals.every((one, i) => one === appointment.proposals[i])) return null
  return { kept: { ...(blocks ? appointmentAt(appointment, blocks) : appointment), proposals }, blocks }
}

/** The appointment with its days there, and all that is planned of them. A seat goes with its session so. */
export function appointmentAt(appointment: Appointment, blocks: readonly MinuteBlock[]): Appointment {
  const before = minuteBlocksOf(appointment)
  const shown = showSlotTimes(blocks)
  const shiftMs = (blocks[0]!.start - before[0]!.start) * msPerMinute
  const shifted = (at: Date | null) => at && new Date(at.getTime() + shiftMs)
  const start_at = new Date(shown.start_time)
  const answerBy = appointment.answer_by
  return {
    ...appointment,
    start_at,
    end_at: new Date(shown.end_time),
    blocks: shown.blocks,
    clock_offsets: clockOffsets(appointment.timezone, blocks),
    planned_start_at: shifted(appointment.planned_start_at),
    narrowed_start_at: shifted(appointment.narrowed_start_at),
    narrowed_end_at: shifted(appointment.narrowed_end_at),
    proposed_start_at: shifted(appointment.proposed_start_at),
    proposed_end_at: shifted(appointment.proposed_end_at),
    // It is answered before it begins.
    answer_by: answerBy && new Date(Math.min(answerBy.getTime(), start_at.getTime())),
    asked_time: appointment.asked_time && occupiedByWallClock(appointment.asked_time, before, blocks),
  }
}

type ToldStart = Pick<ClassSession, "start_at" | "timezone" | "clock_offset">

/** The minute of a start by the wall clock; null when the zone's rules still show it, or those of then are not known. */
export function minuteByWallClock({ start_at, timezone, clock_offset: offset }: ToldStart): number | null {
  const start = start_at.getTime() / msPerMinute
  if (offset === null || clockOffsetAt(timezone, start) === offset) return null
  return wallToMinute(zoneTable(timezone), start + offset)
}

/** A session by the wall clock; null as above. */
export function sessionByWallClock(session: ToldStart & Pick<ClassSession, "end_at">): MinuteBlock | null {
  const kept = minuteByWallClock(session)
  if (kept === null) return null
  return { start: kept, end: kept + (session.end_at.getTime() - session.start_at.getTime()) / msPerMinute }
}
