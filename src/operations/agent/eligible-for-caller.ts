/** Who may serve a caller, and where, for one type: what a search would look through, whatever the times. */

import type { AppContext } from "../../context.ts"
import type { EmptyReason } from "../../model/availability.ts"
import { notFound, Refusal } from "../../model/errors.ts"
import type { ScheduleType } from "../../model/schedules.ts"
import { eligibleLocations, type ProviderLocation } from "../../rules/availability/eligible-locations.ts"
import { planSearch } from "../../rules/availability/plan-search.ts"
import { isOpen } from "../../rules/requests/request-state.ts"
import { loadSchedules } from "../../store/schedules.ts"
import { utcDayOf } from "../../time/units.ts"
import type { AgentCall } from "./agent-tool.ts"

export interface Eligible {
  type: ScheduleType
  providerLocations: readonly ProviderLocation[]
  reason: EmptyReason | null
  /** The caller has one on file, wherever it is. */
  hasAddress: boolean
}

/** Throws for an unknown type or location, one that is not offered, and a location that the caller can't use. */
export async function eligibleForCaller(
  context: AppContext,
  { companyId, session, now }: AgentCall,
  { typeId, locationId }: { typeId: number; locationId: number | null },
): Promise<Eligible> {
  const day = utcDayOf(now)
  const loaded = await loadSchedules(context.db, {
    companyId,
    typeId,
    firstDay: day,
    endDay: day + 31,
    customerId: session.customer?.id ?? null,
    requestId: null,
    providerId: null,
    locationId,
    movedAppointmentId: null,
    blockCount: null,
    onlyWanted: false,
  })
  const { type, open_request: open } = loaded
  if (!type) throw notFound("appointment type", "appointment_type_id")
  if (!loaded.knows_location) throw notFound("location", "location_id")
  if (!type.active) throw new Refusal("type_not_bookable")
  const request = open && isOpen(open, now, loaded) ? open : null
  if (type.kind === "by_request" && request === null) throw new Refusal("request_needed")
  const input = planSearch(loaded, {
    now,
    firstDay: day,
    endDay: day + 31,
    locationId,
    providerId: null,
    blockMinutes: null,
    request,
    serviceAddress: null,
    moves: false,
    overrideEligibility: false,
  })
  const { providerLocations, reason, unusableFilter } = eligibleLocations(input)
  if (unusableFilter) {
    throw new Refusal("filter_not_usable", { field: unusableFilter.field, message: unusableFilter.say })
  }
  return { type, providerLocations, reason, hasAddress: input.serviceAddress !== null }
}
