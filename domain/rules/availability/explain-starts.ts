/**
 * Why starts are not offered. The engine that offers is the one that explains: what is offered is what its search of the
 * day finds, and the reasons of the other starts come from the marks that its rules leave. The reasons of a start are all
 * of them, and each by itself is enough: with every one lifted the engine offers the start, with all but one it does not.
 */

import type { CustomerJob, Day, Minute } from "../../model/availability.ts"
import type { ScheduleRow } from "../../model/schedules.ts"
import type { ExplainedStart, Reason } from "../../model/slot-explanation.ts"
import { type ReasonCause, type ReasonCode, reasonCodes } from "../../model/slot-reasons.ts"
import { localDay, minutesOfDays } from "../../time/local-time.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"
import { windowFrom, windowsOfDay } from "../planning/day-windows.ts"
import { whatIsInTheWay } from "../planning/full-windows.ts"
import type { ProviderTime } from "./blocks.ts"
import { crewReason } from "./explain-crew.ts"
import { hasSeats } from "./find-sessions.ts"
import { startsOfDay } from "./find-slots.ts"
import {
  type Explained,
  type LiftedTime,
  leftWithout,
  liftedTime,
  type Obstacle,
  recordOf,
} from "./lifted-time.ts"
import { obstaclesOf, resourceCause } from "./obstacles.ts"
import { isBesideBusy } from "./packed-starts.ts"
import { type BrokenBound, brokenBounds } from "./start-windows.ts"
import { sweep } from "./sweep.ts"

/** The starts of a local day on the type's interval, counted from midnight, and all that are offered; sorted. */
export function shownStarts(explained: Explained, day: Day): Minute[] {
  if (explained.input.type.windowMinutes) return windowStarts(explained, day)
  const zone = zoneTable(explained.location.zone)
  if (explained.input.type.classes)
    return sessionsOf(explained)
      .map(({ start }) => start)
      .filter((start) => localDay(zone, start) === day)
  const shown = new Set(offeredOn(explained, day))
  for (const run of startsFromMidnight(explained, zone, day)) for (const start of run) shown.add(start)
  return [...shown].sort((a, b) => a - b)
}

/** The starts of a local day on the type's interval, counted from midnight; in two runs where a date comes twice. */
export function startsFromMidnight({ input }: Explained, zone: ZoneTable, day: Day): Minute[][] {
  const minutes = minutesOfDays(zone, day, day + 1)
  const step = input.type.slotIntervalMinutes
  const runs: Minute[][] = []
  for (let i = 0; i < minutes.length; i += 2) {
    const starts: Minute[] = []
    for (let start = minutes[i]!; start < minutes[i + 1]!; start += step) starts.push(start)
    runs.push(starts)
  }
  return runs
}

/** Explains starts that begin on one local day of the location, one after the other. */
export function* explainDay(
  explained: Explained,
  day: Day,
  starts: readonly Minute[],
): Generator<ExplainedStart, void> {
  const offered = new Set(offeredOn(explained, day))
  const { windowMinutes, classes } = explained.input.type
  if (windowMinutes || classes) {
    const reasonsOf = classes ? reasonsOfSession : reasonsOfWindow
    for (const start of starts) {
      const isOffered = offered.has(start)
      yield { start, isOffered, reasons: isOffered ? [] : reasonsOf(explained, start) }
    }
    return
  }
  const unlifted = liftedTime(explained, day, [])
  for (const start of starts) {
    const isOffered = offered.has(start)
    yield { start, isOffered, reasons: isOffered ? [] : reasonsFor(explained, unlifted, start) }
  }
}

/** The engine's offer of the provider at the location on a local day. */
export function offeredOn({ input, provider, location }: Explained, day: Day): readonly Minute[] {
  return startsOfDay(input, provider.id, location.id, day)
}

/**
 * All reasons of a start that is not offered. `liftedFor` is the time without the obstacles. Throws where a rule of the engine
 * took the start and left no mark, which is a bug.
 */
export function reasonsFor(
  explained: Explained,
  unlifted: LiftedTime,
  start: Minute,
  liftedFor: LiftedFor = liftedAnew(explained, start),
): Reason[] {
  const obstacles = obstaclesOf(explained, unlifted, start)
  const reasons = [
    ...explained.eligibility,
    ...brokenBounds(explained.input, explained.location, start).map(boundReason(explained)),
    ...obstacleReasons(obstacles),
    ...(explained.crew === undefined
      ? []
      : crewReason(explained, ...liftedBy(explained, start, obstacles), start)),
    ...gridReason(explained, obstacles.length === 0 ? unlifted.time : liftedFor(obstacles), start),
  ]
  if (reasons.length === 0) throw new Error(`No rule says why ${start} is not offered`)
  return reasons.length === 1 ? reasons : reasons.sort((a, b) => rankOf[a.code] - rankOf[b.code])
}

/** The sessions that the provider leads at the location, in their order. */
const sessionsOf = ({ input, provider, location }: Explained) =>
  input.type.classes!.sessions.filter(
    (one) => one.providerId === provider.id && one.locationId === location.id,
  )

/** The reasons of a class: that there is no session, or the obstacles to booking it. Hours and grid are not among them. */
function reasonsOfSession(explained: Explained, start: Minute): Reason[] {
  const { input, location } = explained
  const session = sessionsOf(explained).find((one) => one.start === start)
  const end = session?.end ?? start + input.type.blockMinutes[0]!
  const ofCustomer = input.customerJobs.filter((job) => job.start < end && start < job.end)
  const ofSession: Reason[] =
    session === undefined
      ? [{ code: "no_session", causes: [{ kind: "appointment_type", id: input.type.id }] }]
      : hasSeats(input.type, session)
        ? []
        : [
            {
              code: "session_full",
              causes: [
                { kind: "class_session", id: session.id, from: start, to: end, value: session.seatsLeft },
              ],
            },
          ]
  const reasons: Reason[] = [
    ...explained.eligibility,
    ...brokenBounds(input, location, start).map(boundReason(explained)),
    ...ofSession,
    ...busyReason(ofCustomer),
  ]
  return reasons.sort((a, b) => rankOf[a.code] - rankOf[b.code])
}

function busyReason(ofCustomer: readonly CustomerJob[]): Reason[] {
  if (ofCustomer.length === 0) return []
  const causes = ofCustomer.map((job) => ({
    ...{ kind: "appointment" as const, id: job.id, from: job.start, to: job.end },
  }))
  return [{ code: "customer_busy", causes }]
}

/** When the windows of a local date begin, offered or not. */
const windowStarts = ({ input, location }: Explained, day: Day): Minute[] =>
  windowsOfDay(input, location, day).map(({ start }) => start)

/** The reasons of a promised window: the obstacles to asking for it, or else that no plan has room for it. */
function reasonsOfWindow(explained: Explained, start: Minute): Reason[] {
  const { input, location } = explained
  const type = { kind: "appointment_type", id: input.type.id, value: input.type.windowMinutes! } as const
  const day = localDay(zoneTable(location.zone), start)
  const { end } = windowFrom(input, location, start)
  const ofCustomer = input.customerJobs.filter((job) => job.start < end && start < job.end)
  const isTiled = windowStarts(explained, day).includes(start)
  const reasons: Reason[] = [
    ...explained.eligibility,
    ...brokenBounds(input, location, start).map(boundReason(explained)),
    ...(isTiled ? [] : [{ code: "off_grid" as const, causes: [type] }]),
    ...busyReason(ofCustomer),
  ]
  reasons.push(...(isTiled ? planReasons(explained, start, reasons.length === 0) : []))
  if (reasons.length === 0) reasons.push({ code: "window_full", causes: [type] })
  return reasons.sort((a, b) => rankOf[a.code] - rankOf[b.code])
}

/** Why no plan has room for it: the visits in its way, equipment that is missing, or too few for a crew. */
function planReasons({ input, location }: Explained, start: Minute, isOnly: boolean): Reason[] {
  const { visits, groups, isCrewShort } = whatIsInTheWay(input, location, start)
  const { id, crew, windowMinutes } = input.type
  const reasons: Reason[] = groups.map((group) => ({
    code: "resource_taken",
    causes: [resourceCause(input, location, group)],
  }))
  if (visits !== null && visits.length > 0) {
    const causes = visits.map(({ appointmentId, keptBy, jobStart, jobEnd }) => ({
      ...(keptBy ?? { kind: "appointment" as const, id: appointmentId }),
      ...{ from: jobStart, to: jobEnd },
    }))
    reasons.push({ code: "window_full", causes })
  } else if (isCrewShort) {
    reasons.push({ code: "crew_short", causes: [{ kind: "appointment_type", id, value: crew! }] })
  } else if (visits !== null && isOnly) {
    reasons.push({
      code: "window_full",
      causes: [{ kind: "appointment_type", id, value: windowMinutes! }],
    })
  }
  return reasons
}

/** The time without the obstacles, and which records are left. */
function liftedBy(
  explained: Explained,
  start: Minute,
  obstacles: readonly Obstacle[],
): [LiftedTime, (row: ScheduleRow) => boolean] {
  const day = localDay(zoneTable(explained.location.zone), start)
  return [liftedTime(explained, day, obstacles), leftWithout(obstacles)]
}

function obstacleReasons(obstacles: readonly Obstacle[]): Reason[] {
  // Of thousands of starts most have one.
  if (obstacles.length === 1) return [{ code: obstacles[0]!.code, causes: [obstacles[0]!.cause] }]
  const byCode = Map.groupBy(obstacles, ({ code }) => code)
  return Array.from(byCode, ([code, ofCode]) => ({ code, causes: ofCode.map(namedIn(obstacles)) }))
}

type LiftedFor = (obstacles: readonly Obstacle[]) => ProviderTime

const liftedAnew =
  (explained: Explained, start: Minute): LiftedFor =>
  (obstacles) =>
    liftedTime(explained, localDay(zoneTable(explained.location.zone), start), obstacles).time

/** The cause, with the other reasons that name the same record: what lifts it lifts them all. */
function namedIn(obstacles: readonly Obstacle[]) {
  return ({ code, cause, row }: Obstacle): ReasonCause => {
    if (row === undefined) return cause
    const others = obstacles.filter((other) => other.row && recordOf(other.row) === recordOf(row))
    const also = [...new Set(others.map((other) => other.code))].filter((other) => other !== code)
    return also.length === 0 ? cause : { ...cause, also }
  }
}

const rankOf = Object.fromEntries(reasonCodes.map((code, i) => [code, i])) as Record<ReasonCode, number>

function boundReason({ requestId }: Explained) {
  return ({ code, ...cause }: BrokenBound): Reason => {
    const named: ReasonCause =
      code !== "request_dates"
        ? { kind: "limit", ...cause }
        : { kind: "scheduling_request", ...(requestId === null ? {} : { id: requestId }), ...cause }
    return { code, causes: [named] }
  }
}

/** Asks the engine's sweep whether the start would stand on the grid with all obstacles lifted. */
function gridReason(explained: Explained, time: ProviderTime, start: Minute): Reason[] {
  const { type } = explained.input
  const onlyIt = Int32Array.of(start, start + 1)
  if (sweep(time, onlyIt).length > 0) return []
  if (isBesideBusy(time, start)) return []
  const everyMinute = { ...time, type: { ...type, slotIntervalMinutes: 1 } }
  if (sweep(everyMinute, onlyIt).length === 0) throw new Error(`No rule says why ${start} is taken`)
  return [
    {
      code: "off_grid",
      causes: [
        {
          ...{ kind: "appointment_type", id: type.id, value: type.slotIntervalMinutes },
          ...(type.starts === "grid" ? {} : { packed: true }),
        },
      ],
    },
  ]
}
