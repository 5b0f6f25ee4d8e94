/**
 * The obstacles to a job: the records behind the marks that the engine's rules leave on its blocks. An obstacle
 * that is lifted is as if its record were not there: the time off removed, the appointment moved elsewhere, the hours
 * extended by what they lack. Lifting one may bring others up, because a job of several days goes on at the next working
 * day, and that may then be another one.
 */

import type { Minute } from "../../model/availability.ts"
import type { OccupyingRow, ScheduleRow } from "../../model/schedules.ts"
import type { ReasonCause } from "../../model/slot-reasons.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { dateOfDay, weekdayOfDay } from "../../time/dates.ts"
import { mergedByStart, normalized, subtract } from "../../time/intervals.ts"
import { localDay, minutesOfDays } from "../../time/local-time.ts"
import { zoneTable } from "../../time/zone-table.ts"
import { blocksFrom, type Mark } from "./blocks.ts"
import {
  type Explained,
  HOME_MARK,
  isRowOf,
  isStartOf,
  type LiftedTime,
  liftedTime,
  type Obstacle,
  pairsOf,
  recordOf,
} from "./lifted-time.ts"
import { bufferedParts, partsOf } from "./parts.ts"
import { LOOK_AHEAD_DAYS } from "./start-windows.ts"

/**
 * All obstacles of the job that begins at `start`. Each record of them is needed: with all lifted the job has its blocks, with
 * all but one it does not. One record may be an obstacle in several ways: an appointment in the way of the job can be too far
 * from it as well. `unlifted` is the time of the start's local day with nothing lifted.
 *
 * First what decides on which days the blocks fall, then all else that meets them there. Only of the first kind, and of
 * drives, can one turn out not to be needed once the others are lifted. A full day comes last: an appointment that is lifted
 * anyway may have been one too many of it.
 */
export function obstaclesOf(explained: Explained, unlifted: LiftedTime, start: Minute): Obstacle[] {
  const isOneBlock = explained.input.type.blockMinutes.length === 1
  const placing = isOneBlock ? [] : placingObstacles(explained, unlifted, start)
  const fullDays: Obstacle[] = []
  let lifted = placing
  let time = placing.length === 0 ? unlifted : timeOf(explained, start, placing)
  for (let more = obstaclesIn(explained, time, start); more.length > 0; ) {
    const others = more.filter(({ code }) => code !== "daily_limit")
    if (others.length < more.length) fullDays.push(...more.filter(({ code }) => code === "daily_limit"))
    lifted = [...lifted, ...(others.length > 0 ? others : more)]
    // Without an appointment in the way, the visits around it may turn out to be too far away.
    if (time.time.trips === null && others.length === more.length) return lifted
    time = timeOf(explained, start, lifted)
    more = obstaclesIn(explained, time, start)
  }
  const isFree = (rest: readonly Obstacle[]) =>
    obstaclesIn(explained, timeOf(explained, start, rest), start).length === 0
  const needed = neededOf(lifted, ({ code }) => code === "unreachable", isFree)
  return [...needed, ...fullByAppointments(explained, needed, fullDays)]
}

/** Days that are full only by appointments that are lifted anyway: these are obstacles in that way, too. */
function fullByAppointments(
  { provider, location }: Explained,
  lifted: readonly Obstacle[],
  fullDays: readonly Obstacle[],
): Obstacle[] {
  const zone = zoneTable(location.zone)
  const marks = new Set(lifted.map(({ mark }) => mark))
  const byMark = new Map(fullDays.map((obstacle) => [obstacle.mark, obstacle]))
  const rows = new Map(lifted.flatMap(({ row, cause }) => (row ? [[recordOf(row), { row, cause }]] : [])))
  return [...byMark.values()].flatMap(({ code, cause: limit, mark }) => {
    if (marks.has(mark)) return []
    return [...rows.values()].flatMap(({ row, cause }): Obstacle[] => {
      const counts = provider.typeStarts.some(
        (start) =>
          "jobStart" in row &&
          isStartOf(row as OccupyingRow, start) &&
          fullDayMark(localDay(zone, start)) === mark,
      )
      return counts ? [{ code, cause: { ...cause, value: limit.value! }, row }] : []
    })
  })
}

const fullDayMark = (day: number) => `daily_limit ${day}`

const timeOf = (explained: Explained, start: Minute, lifted: readonly Obstacle[]): LiftedTime =>
  liftedTime(explained, localDay(zoneTable(explained.location.zone), start), lifted)

/** The obstacles that keep the blocks of a job of several days from the open hours of working days. */
function placingObstacles(explained: Explained, unlifted: LiftedTime, start: Minute): Obstacle[] {
  const obstaclesWith = (lifted: readonly Obstacle[]) =>
    firstPlacingObstacles(explained, liftedHours(unlifted, lifted), start)
  const lifted: Obstacle[] = []
  for (let more = obstaclesWith(lifted); more.length > 0; more = obstaclesWith(lifted)) lifted.push(...more)
  return neededOf(
    lifted,
    () => true,
    (rest) => obstaclesWith(rest).length === 0,
  )
}

/** The unlifted time with other hours; the rest of it stays as it is. */
export function liftedHours(unlifted: LiftedTime, lifted: readonly Obstacle[]): LiftedTime {
  const rows = new Set(lifted.flatMap(({ row }) => row ?? []))
  const timeOff = rows.size === 0 ? unlifted.timeOff : unlifted.timeOff.filter((row) => !rows.has(row))
  const added = lifted.flatMap(({ lacking }) => lacking ?? [])
  if (added.length > 1) added.sort((a, b) => a.start - b.start)
  const liftedMarks = new Set(lifted.flatMap(({ mark }) => mark ?? []))
  if (added.length === 0 && timeOff.length === unlifted.timeOff.length) return { ...unlifted, liftedMarks }
  const hours = normalized(mergedByStart(unlifted.hours, pairsOf(added)))
  const open = subtract(hours, normalized(pairsOf(timeOff)))
  return { ...unlifted, time: { ...unlifted.time, open }, hours, timeOff, liftedMarks }
}

/**
 * The obstacles of the first block that has any, since its further blocks may then fall on other days; and of that block the
 * time off first, since it decides which day is a working day.
 */
function firstPlacingObstacles(explained: Explained, lifted: LiftedTime, start: Minute): Obstacle[] {
  const marks: Mark[] = []
  blocksFrom(lifted.time, start, marks)
  for (const mark of marks) {
    if (mark.rule !== "hours" && mark.rule !== "no_next_day") continue
    const found = obstaclesBehind(explained, lifted, mark)
    if (found.length === 0) continue
    const timeOff =
      mark.index === 0 ? [] : found.filter(({ code }) => code === "time_off" || code === "holiday")
    return timeOff.length > 0 ? timeOff : found
  }
  return []
}

/** Lets go of those records, one by one and code by code, without which the rest is enough. */
function neededOf(
  lifted: readonly Obstacle[],
  isInDoubt: (obstacle: Obstacle) => boolean,
  isEnough: (rest: readonly Obstacle[]) => boolean,
): Obstacle[] {
  const certain = new Set(lifted.filter((one) => !isInDoubt(one)).map(keyOf))
  const inDoubt = lifted.filter((one) => !certain.has(keyOf(one)))
  const rests = [
    ...Array.from(new Set(inDoubt.map(keyOf)), (key) => lifted.filter((other) => keyOf(other) !== key)),
    ...Array.from(new Set(inDoubt.map(({ code }) => code)), (code) =>
      lifted.filter((other) => other.code !== code || certain.has(keyOf(other))),
    ),
  ]
  const rest = rests.find((one) => one.length < lifted.length && isEnough(one))
  return rest === undefined ? [...lifted] : neededOf(rest, isInDoubt, isEnough)
}

/** The key of the obstacles that are lifted at once. */
const keyOf = (obstacle: Obstacle): unknown =>
  obstacle.row ? recordOf(obstacle.row) : (obstacle.mark ?? obstacle)

/** A record that meets the buffers of one block and the job of another is named once, as what meets the job. */
function obstaclesIn(explained: Explained, lifted: LiftedTime, start: Minute): Obstacle[] {
  const marks: Mark[] = []
  blocksFrom(lifted.time, start, marks)
  const met = marks.flatMap((mark) => obstaclesBehind(explained, lifted, mark))
  if (met.length < 2) return met
  const known = new Map<unknown, Obstacle[]>()
  for (const obstacle of met) {
    const ofRecord = known.get(keyOf(obstacle)) ?? []
    const isMeeting = ({ code }: Obstacle) => code !== "unreachable"
    const same = isMeeting(obstacle)
      ? ofRecord.findIndex(isMeeting)
      : ofRecord.findIndex(({ cause }) => cause.leg !== undefined && cause.leg === obstacle.cause.leg)
    if (same < 0) ofRecord.push(obstacle)
    else if (obstacle.code !== "buffer") ofRecord[same] = obstacle
    known.set(keyOf(obstacle), ofRecord)
  }
  return [...known.values()].flat()
}

function obstaclesBehind(explained: Explained, lifted: LiftedTime, { rule, block, index }: Mark): Obstacle[] {
  const { type } = explained.input
  switch (rule) {
    case "hours":
      return [...timeOffIn(lifted, block), ...lackingHours(explained, lifted, block, index)]
    case "busy":
      return occupyingRows(explained, lifted, block)
    case "customer_busy":
      return customersRows(lifted, block)
    case "unreachable":
      return longLegs(explained, lifted, block)
    case "resource_taken":
      return lackingResources(explained, lifted, block, index)
    case "daily_limit": {
      const { zone } = lifted.time
      const day = localDay(zone, block.start)
      const minutes = minutesOfDays(zone, day, day + 1)
      const cause = {
        kind: "limit",
        from: minutes[0]!,
        to: minutes.at(-1)!,
        value: type.dailyLimit!,
      } as const
      return unlessLifted(lifted, { code: "daily_limit", cause, mark: fullDayMark(day) })
    }
    case "own_buffer": {
      const cause = { kind: "appointment_type", id: type.id } as const
      return unlessLifted(lifted, { code: "buffer", cause, mark: `own_buffer ${index}` })
    }
    case "no_next_day": {
      const cause = {
        kind: "provider",
        id: explained.provider.id,
        from: block.end,
        value: LOOK_AHEAD_DAYS,
      } as const
      return unlessLifted(lifted, { code: "no_next_working_day", cause, mark: `no_next_day ${index}` })
    }
  }
}

/** A group of one is named by its resource. */
export function resourceCause(
  { resources }: Explained["input"],
  location: Explained["location"],
  group: string,
): ReasonCause {
  const ofGroup = (resources?.resources ?? []).filter(
    (resource) => resource.group === group && resource.locationId === location.id,
  )
  const [only] = ofGroup.length === 1 ? ofGroup : []
  return only ? { kind: "resource", id: only.id, value: only.name } : { kind: "resource", value: group }
}

/** Lifted: so many of the group are free that the block can have what it needs. */
function lackingResources(
  { input, location }: Explained,
  lifted: LiftedTime,
  { start, end }: MinuteBlock,
  index: number,
): Obstacle[] {
  return lifted.time.resources!.lacking(start, end - start).flatMap(({ group }) => {
    const cause = resourceCause(input, location, group)
    return unlessLifted(lifted, { code: "resource_taken", cause, mark: `resource_taken ${index} ${group}` })
  })
}

/** Lifted: the visit is moved elsewhere, or the provider sets out nearer, and then all ways from and to there are short. */
function longLegs({ input, provider }: Explained, lifted: LiftedTime, block: MinuteBlock): Obstacle[] {
  const legs = partsOf(input.type, block).flatMap(({ start, end }) =>
    lifted.time.trips!.legsTooLong(start, end),
  )
  return legs.flatMap(({ leg, visit, minutes: value }): Obstacle[] => {
    const row = visit && lifted.occupying.find((one) => isRowOf(one, visit))
    if (row) {
      const cause = {
        kind: row.kind,
        id: row.id,
        from: row.jobStart,
        to: row.jobEnd,
        value,
        leg,
      } as const
      return [{ code: "unreachable", cause, row }]
    }
    return [
      { code: "unreachable", cause: { kind: "provider", id: provider.id, value, leg }, mark: HOME_MARK },
    ]
  })
}

function unlessLifted({ liftedMarks }: LiftedTime, obstacle: Obstacle & { mark: string }): Obstacle[] {
  return liftedMarks.has(obstacle.mark) ? [] : [obstacle]
}

function timeOffIn({ timeOff }: LiftedTime, block: MinuteBlock): Obstacle[] {
  return timeOff
    .filter((row) => row.start < block.end && block.start < row.end)
    .map(
      (row): Obstacle =>
        row.isOfCompany
          ? { code: "holiday", cause: { kind: "company_time_off", ...spanOf(row) }, row }
          : { code: "time_off", cause: { kind: "time_off", ...spanOf(row) }, row },
    )
}

function customersRows({ ofCustomer }: LiftedTime, block: MinuteBlock): Obstacle[] {
  return ofCustomer
    .filter((row) => row.start < block.end && block.start < row.end)
    .map((row) => ({ code: "customer_busy", cause: { kind: "appointment", ...spanOf(row) }, row }))
}

const spanOf = ({ id, start, end }: ScheduleRow) => ({ id, from: start, to: end })

/** Dates with hours of their own are named by their date, all others by their weekday. */
function lackingHours(
  { provider, location }: Explained,
  { hours, time: { zone } }: LiftedTime,
  { start, end }: MinuteBlock,
  index: number,
): Obstacle[] {
  const lacking = subtract(Int32Array.of(start, end), hours)
  const obstacles: Obstacle[] = []
  for (let i = 0; i < lacking.length; i += 2) {
    const [from, to] = [lacking[i]!, lacking[i + 1]!]
    const day = localDay(zone, from)
    const hasOwnHours = provider.overrides.some((one) => one.locationId === location.id && one.day === day)
    const cause: ReasonCause = hasOwnHours
      ? { kind: "date_override", from, to, value: dateOfDay(day) }
      : { kind: "weekly_hours", from, to, value: weekdayOfDay(day) }
    const code = index > 0 ? "short_day" : hasOwnHours ? "closed_that_day" : "closed"
    obstacles.push({ code, cause, lacking: { start: from, end: to } })
  }
  return obstacles
}

const codeOfKind = {
  calendar: "calendar_busy",
  hold: "hold",
  class_session: "session",
  // The service before it in the same visit is over by then: only the minutes around it can be in the way.
  appointment_type: "buffer",
} as const

const codeOf = ({ kind, isPending }: OccupyingRow) =>
  kind === "appointment" ? (isPending ? "pending" : "appointment") : codeOfKind[kind]

/** The rows that meet the job itself, and those that meet only its buffers or are met by them. */
function occupyingRows({ input }: Explained, { occupying }: LiftedTime, block: MinuteBlock): Obstacle[] {
  const buffered = bufferedParts(input.type, block.end - block.start)
  const parts = partsOf(input.type, block)
  return occupying
    .filter((row) =>
      buffered.some(({ from, to }) => row.start < block.start + to && block.start + from < row.end),
    )
    .map((row) => {
      const meetsJob = parts.some(({ start, end }) => row.jobStart < end && start < row.jobEnd)
      const code = meetsJob ? codeOf(row) : "buffer"
      return { code, cause: { kind: row.kind, id: row.id, from: row.jobStart, to: row.jobEnd }, row }
    })
}
