/** Turns the loaded schedules and the caller's wish into the input of the availability engine. */

import type {
  CustomerJob,
  LocationPlan,
  PresentTime,
  SearchInput,
  ServiceAddress,
  TypePlan,
} from "../../model/availability.ts"
import type { ClosedDates } from "../../model/company-time-off.ts"
import type { LoadedSchedules, ScheduleLocation, ScheduleType } from "../../model/schedules.ts"
import type { SchedulingRequest } from "../../model/scheduling-request.ts"
import { crewOf, resourceNeedsOf } from "../../model/type-needs.ts"
import { dayOfDate } from "../../time/dates.ts"
import { closedMinutes } from "./closed-dates.ts"
import { staffedParts } from "./parts.ts"

export interface Wish {
  /** Epoch milliseconds. */
  now: number
  firstDay: number
  endDay: number
  locationId: number | null
  providerId: number | null
  /** A chosen option's or a moved appointment's length; null means the request's, else the type's. */
  blockMinutes: readonly number[] | null
  request: SchedulingRequest | null
  /** An address or point given with the search; null means the customer's on file. */
  serviceAddress: ServiceAddress | null
  /** A moved appointment keeps its provider, even when another one is assigned or wished for by now. */
  moves: boolean
  /** The time that the moved appointment has. */
  present?: PresentTime | null
  /** Rooms and equipment that staff chose. */
  chosenResourceIds?: readonly number[]
  overrideEligibility: boolean
  /** The seats of a class, 1 when left out. */
  seats?: number | null
}

/** `loaded.type` must not be null. */
export function planSearch(loaded: LoadedSchedules, wish: Wish): SearchInput {
  const { request } = wish
  const assigns = loaded.company.provider_assignment === "per_customer" && !wish.moves
  return {
    now: wish.now,
    firstDay: wish.firstDay,
    endDay: wish.endDay,
    type: withSessions(
      typePlan(loaded.type!, wish.blockMinutes ?? request?.block_minutes ?? null),
      loaded.sessions,
      wish,
    ),
    locations: loaded.locations.map((location) => closedPlan(location, loaded.closed)),
    providers: loaded.providers,
    locationFilter: wish.locationId,
    providerFilter: wish.providerId,
    request: request && {
      earliestDay: request.earliest_date === null ? null : dayOfDate(request.earliest_date),
      latestDay: dayOfDate(request.latest_date)!,
      locationId: wish.moves ? null : request.location_id,
      providerId: wish.moves ? null : request.provider_id,
    },
    assignedProviderId: assigns ? (loaded.customer?.assigned_provider_id ?? null) : null,
    serviceAddress: wish.serviceAddress ?? serviceAddressOnFile(loaded),
    customerJobs: customerJobsOf(loaded, wish),
    driving: loaded.driving ?? null,
    freezeMinute: loaded.company.plan_freeze_minute,
    ...(loaded.resources
      ? { resources: { ...loaded.resources, chosenIds: wish.chosenResourceIds ?? [] } }
      : {}),
    moves: wish.moves,
    present: wish.present ?? null,
    overrideEligibility: wish.overrideEligibility,
  }
}

/** Staff who override may book somebody twice at once, and so may a type whose customers are free meanwhile. */
function customerJobsOf(
  { type, customer_busy: busy }: LoadedSchedules,
  { overrideEligibility }: Wish,
): CustomerJob[] {
  if (type!.customer_overlap || overrideEligibility) return []
  return busy.map(([id, start, end]) => ({ id, start, end }))
}

/** An appointment by phone or online is at no location, so customers read no name of one. Staff see whose hours it is by. */
export function withoutOffices(input: SearchInput): SearchInput {
  const { type, locations } = input
  if (type.place !== "remote") return input
  return { ...input, locations: locations.map((location) => ({ ...location, name: "" })) }
}

function typePlan(type: ScheduleType, blockMinutes: readonly number[] | null): TypePlan {
  return {
    id: type.id,
    name: type.name,
    place: type.place,
    blockMinutes: blockMinutes ?? type.block_minutes,
    bufferBeforeMinutes: type.buffer_before_minutes,
    bufferAfterMinutes: type.buffer_after_minutes,
    slotIntervalMinutes: type.slot_interval_minutes,
    starts: type.starts,
    minNoticeMinutes: type.min_notice_minutes,
    bookingWindowDays: type.booking_window_days,
    dailyLimit: type.daily_limit,
    skipShortDays: type.skip_short_days,
    ...resourceNeedsOf(type, blockMinutes ?? type.block_minutes),
    windowMinutes: type.window_minutes,
    crew: crewOf(type),
    parts: staffedParts(type.steps, blockMinutes ?? type.block_minutes),
  }
}

/** A class is when its sessions are: neither buffers nor the grid nor a daily limit count. */
const withSessions = (
  type: TypePlan,
  sessions: LoadedSchedules["sessions"],
  { seats }: Pick<Wish, "seats">,
): TypePlan =>
  sessions === undefined
    ? type
    : {
        ...type,
        ...{ bufferBeforeMinutes: 0, bufferAfterMinutes: 0, dailyLimit: null, starts: "grid" },
        classes: { seats: seats ?? 1, sessions },
      }

function closedPlan(location: ScheduleLocation, closed: readonly ClosedDates[]): LocationPlan {
  const plan = locationPlan(location)
  return closed.length === 0 ? plan : { ...plan, closed: closedMinutes(closed, plan) }
}

/** Without the dates on which the company is closed. */
export function locationPlan(location: ScheduleLocation): LocationPlan {
  const { latitude, longitude } = location
  return {
    id: location.id,
    name: location.name,
    zone: location.timezone,
    point: latitude === null || longitude === null ? null : { latitude, longitude },
    serviceArea: location.service_area,
  }
}

/** The customer's address on file; null without one. */
export function serviceAddressOnFile(loaded: Pick<LoadedSchedules, "customer">): ServiceAddress | null {
  const { customer } = loaded
  if (customer === null || (customer.address === null && customer.latitude === null)) return null
  const { address, latitude, longitude } = customer
  return {
    point: latitude === null || longitude === null ? null : { latitude, longitude },
    postalCode: address?.postal_code ?? null,
    country: address?.country ?? null,
    accuracy: customer.address_accuracy,
    cityCodes: customer.address_city_codes,
  }
}
