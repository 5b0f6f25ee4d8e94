/** The planner's visits in a provider's row, as JSON. */
import type { ProviderPlan, TeamVisit } from "../../domain/model/availability.ts"

type VisitRow = [
  ...[appointment: number, type: number, location: number],
  ...[start: number, end: number, jobStart: number, jobEnd: number],
  ...[latitude: number | null, longitude: number | null],
  ...[windowStart: number | null, windowEnd: number | null],
  ...[isLocked: boolean, keepsProvider: boolean],
  /** All providers of a crew, the lead first. */
  ...[crew: number[] | null, keepsMinute: boolean],
  /** The allocation of time that is only kept, and the hold that keeps it, if it is one. */
  ...[keptId: number | null, holdId: number | null],
]

/** Null where no window is promised. */
export interface TeamRow {
  types: number[]
  visits: VisitRow[]
}

export const teamOf = (row: TeamRow | null): Pick<ProviderPlan, "team"> =>
  row === null ? {} : { team: { typeIds: row.types, visits: row.visits.map(visitOf) } }

/** Below it are no ids, nor those that a rule gives to visits of its own. */
const belowAll = -1e15

function visitOf(row: VisitRow): TeamVisit {
  const [id, typeId, locationId, start, end, jobStart, jobEnd, latitude, longitude, ...promised] = row
  const [from, until, isLocked, keepsProvider, crewIds, keepsMinute, keptId, holdId] = promised
  return {
    appointmentId: keptId === null ? id : belowAll - keptId,
    ...(keptId === null ? {} : { keptBy: { kind: holdId === null ? "appointment" : "hold", id } }),
    ...{ typeId, locationId, start, end, jobStart, jobEnd, isLocked, keepsProvider },
    point: latitude === null || longitude === null ? null : { latitude, longitude },
    window: from === null || until === null ? null : { start: from, end: until },
    ...(crewIds === null ? {} : { crewIds }),
    ...(keepsMinute ? { keepsMinute } : {}),
  }
}
