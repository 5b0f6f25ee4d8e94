/** Reads all that plans a date at a location: the schedules of every type that promises a window. */
import { notFound } from "../../domain/model/errors.ts"
import type { DayPlan } from "../../domain/model/plan.ts"
import { closeUnread } from "../../domain/rules/availability/unread-calendars.ts"
import { type DayAtLocation, dayAtLocation } from "../../domain/rules/planning/plan-anew.ts"
import { showPlan } from "../../domain/rules/planning/show-plan.ts"
import type { TeamDay } from "../../domain/rules/planning/team-day.ts"
import { findNamedVisits, listWindowTypes } from "../ledger/plans.sql.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import type { Call } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { inSlices } from "../platform/slices.ts"
import { aboutTeam } from "../slots/planned-team.ts"

export interface WantedDay {
  locationId: number
  /** Days since 1970-01-01. */
  date: number
}

/** Throws `not_found` for a location where no type promises a window. Under locks the day is made `finished` at once. */
export async function loadDay(
  db: Db,
  { companyId, now }: Pick<Call, "companyId" | "now">,
  { locationId, date }: WantedDay,
  run: <T>(steps: Generator<void, T>) => T | Promise<T> = inSlices,
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
  const day = known.length === 0 ? null : await run(dayAtLocation(known, { locationId, date, now }))
  if (day === null) throw notFound("location")
  return day
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
