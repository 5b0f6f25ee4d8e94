/** Reads all that plans a date at a location: the schedules of every type that promises a window. */
import { notFound } from "../../domain/model/errors.ts"
import type { DayPlan } from "../../domain/model/plan.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { finished } from "../../domain/rules/availability/steps.ts"
import { closeUnread } from "../../domain/rules/availability/unread-calendars.ts"
import { msOfDay } from "../../domain/rules/cost/estimates.ts"
import { type DayAtLocation, dayAtLocation } from "../../domain/rules/planning/plan-anew.ts"
import { showPlan } from "../../domain/rules/planning/show-plan.ts"
import type { TeamDay } from "../../domain/rules/planning/team-day.ts"
import { overlaps } from "../../domain/time/intervals.ts"
import { minutesOfDays } from "../../domain/time/local-time.ts"
import { zoneTable } from "../../domain/time/zone-table.ts"
import { findNamedVisits, listWindowTypes } from "../ledger/plans.sql.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import type { Call } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { inSlices } from "../platform/slices.ts"
import { granted } from "../platform/spending.ts"
import { aboutTeam } from "../slots/planned-team.ts"

export interface WantedDay {
  locationId: number
  /** Days since 1970-01-01. */
  date: number
}

/**
 * Throws `not_found` for a location where no type promises a window. A large day takes megabytes and tens of milliseconds, so it waits for
 * a grant and is made in slices; not under locks, where it is made at once.
 */
export async function loadDay(
  db: Db,
  { companyId, now }: Pick<Call, "companyId" | "now">,
  { locationId, date }: WantedDay,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<DayAtLocation> {
  const typeIds = await listWindowTypes(db, companyId)
  const loaded = await Promise.all(
    typeIds.map((typeId) =>
      loadSchedules(
        db,
        aboutTeam({
          ...{ companyId, typeId, firstDay: date, endDay: date + 1, now },
          ...{ customerId: null, requestId: null, providerId: null, locationId: null },
          ...{ movedAppointmentId: null, blockCount: null, onlyWanted: false },
        }),
      ),
    ),
  )
  const known = loaded.filter(({ type }) => type !== null).map((each) => closeUnread(each, now))
  const steps = dayAtLocation(known, { locationId, date, now })
  if (!isLocked) await granted(msOfDay(visitsOn(known, { locationId, date })))
  const day = await (isLocked ? finished(steps) : inSlices(steps))
  if (day === null) throw notFound("location")
  return day
}

/** How many visits the day has, but for those of work past midnight. */
function visitsOn(loaded: readonly LoadedSchedules[], { locationId, date }: WantedDay): number {
  const zone = loaded.flatMap(({ locations }) => locations).find(({ id }) => id === locationId)?.timezone
  if (zone === undefined) return 0
  const minutes = minutesOfDays(zoneTable(zone), date, date + 1)
  const visits = loaded.flatMap(({ providers }) => providers.flatMap(({ team }) => team?.visits ?? []))
  const here = visits.filter((visit) => visit.locationId === locationId)
  const ids = here.filter(({ jobStart }) => overlaps(minutes, jobStart, jobStart + 1))
  return new Set(ids.map(({ appointmentId }) => appointmentId)).size
}

/** The appointments of the day, without the time that is only kept. */
export const plannedIds = ({ visits }: TeamDay): number[] =>
  [...visits.values()].flatMap(({ appointmentId, keptBy }) => (keptBy ? [] : appointmentId))

/** The plan with the names of what it holds. */
export async function shownPlan(db: Db, companyId: number, day: DayAtLocation, date: number, plan: DayPlan) {
  const visits = await findNamedVisits(db, companyId, day.team ? plannedIds(day.team) : [])
  const names = new Map(visits.map((visit) => [visit.id, visit]))
  return { plan: showPlan(day, date, plan, names), names }
}
