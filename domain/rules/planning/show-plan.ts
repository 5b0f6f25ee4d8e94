/** A day's plan as staff see it: each route with its drives, and how far each visit is from its promise. */

import type { Minute } from "../../model/availability.ts"
import type { DayPlanShown, NamedVisit } from "../../model/day-plan.ts"
import type { GeoPoint } from "../../model/geo.ts"
import type { DayPlan, PlanVehicle } from "../../model/plan.ts"
import { dateOfDay, isoOfMinute } from "../../time/dates.ts"
import { msPerMinute } from "../../time/units.ts"
import { frozenFrom } from "./freezing.ts"
import type { DayAtLocation } from "./plan-anew.ts"
import type { TeamDay } from "./team-day.ts"
import { stopsOf } from "./windows.ts"

export function showPlan(
  { location, team, isFixed, input, freezeMinute }: DayAtLocation,
  date: number,
  plan: DayPlan,
  names: ReadonlyMap<number, NamedVisit>,
): DayPlanShown {
  const crewOf = stopsOf(plan)
  const routes =
    team === null
      ? []
      : plan.routes.map((route) =>
          showRoute(team, route, names, { providers: input.providers, home: location.point, crewOf }),
        )
  return {
    date: dateOfDay(date),
    location: { id: location.id, name: location.name },
    timezone: location.zone,
    frozen_at: isoOfMinute(frozenFrom(location.zone, date, freezeMinute) / msPerMinute),
    is_frozen: isFixed,
    driving_minutes: routes.reduce((sum, route) => sum + route.driving_minutes, 0),
    routes,
  }
}

function showRoute(
  team: TeamDay,
  { vehicleId, stops }: DayPlan["routes"][number],
  names: ReadonlyMap<number, NamedVisit>,
  {
    providers,
    home,
    crewOf,
  }: Pick<DayAtLocation["input"], "providers"> & {
    home: GeoPoint | null
    crewOf: ReturnType<typeof stopsOf>
  },
): DayPlanShown["routes"][number] {
  const vehicle = team.day.vehicles.find(({ id }) => id === vehicleId)!
  const provider = providers.find(({ id }) => id === vehicleId)!
  let from = vehicle.startPoint
  let free: Minute = vehicle.opening
  let driving = 0
  let waiting = 0
  const shown = stops.flatMap(({ visitId, start }) => {
    const visit = team.visits.get(visitId)!
    const beside = crewOf.get(visitId)!.vehicleIds.filter((id) => id !== vehicleId)
    const planned = team.day.visits.find(({ id }) => id === visitId)!
    const drive = minutesBetween(team, vehicle, from, planned.point)
    const end = start + planned.minutes
    driving += drive
    waiting += Math.max(0, start - free - drive)
    from = planned.point
    free = end
    if (visit.keptBy) return []
    const named = names.get(visitId)
    return {
      appointment_id: visitId,
      customer: { id: named?.customer_id ?? 0, name: named?.customer_name ?? "" },
      appointment_type: { id: visit.typeId, name: named?.type_name ?? "" },
      window: visit.window && {
        start_time: isoOfMinute(visit.window.start),
        end_time: isoOfMinute(visit.window.end),
      },
      start_time: isoOfMinute(start),
      end_time: isoOfMinute(end),
      drive_minutes: drive,
      ...(beside.length === 0
        ? {}
        : { crew: beside.map((id) => ({ id, name: providers.find((one) => one.id === id)!.name })) }),
      slack_minutes: visit.window && Math.max(0, visit.window.end - start),
      pinned: named?.pinned ?? false,
      locked: planned.earliest === planned.latest,
      latitude: visit.point?.latitude ?? null,
      longitude: visit.point?.longitude ?? null,
    }
  })
  const wayHome = stops.length === 0 ? 0 : minutesBetween(team, vehicle, from, vehicle.endPoint)
  return {
    provider: { id: vehicleId, name: provider.name },
    start_point: provider.startPoint ?? home,
    driving_minutes: driving + wayHome,
    waiting_minutes: waiting,
    ends_at: stops.length === 0 ? null : isoOfMinute(free + wayHome),
    stops: shown,
  }
}

function minutesBetween(
  { day }: TeamDay,
  { table }: PlanVehicle,
  from: number | null,
  to: number | null,
): number {
  const { points, minutes } = day.tables[table]!
  return from === null || to === null ? 0 : minutes[from * points + to]!
}
