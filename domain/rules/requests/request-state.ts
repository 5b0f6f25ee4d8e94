/**
 * When a scheduling request may still be booked: for every interface, and for the sweep that expires requests; and what
 * becomes of it when its appointment is cancelled.
 */
import type { ScheduleHead } from "../../model/schedules.ts"
import type { RequestStatus, SchedulingRequest } from "../../model/scheduling-request.ts"
import { dayOfDate } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minuteOf } from "../../time/units.ts"

const localDayOf = (zone: string, now: number) => minuteToLocal(zone, minuteOf(now)).day

/**
 * True where latest_date has ended in every one of these zones: the company's, and those of the locations that could serve
 * it.
 */
export function datesAreOver(latestDate: string, now: number, zones: Iterable<string>): boolean {
  const latestDay = dayOfDate(latestDate)!
  for (const zone of new Set(zones)) if (localDayOf(zone, now) <= latestDay) return false
  return true
}

/** The company's zone and those of the locations that the type may take place at, whether or not a provider works there. */
export function servingZones(
  head: Pick<ScheduleHead, "company" | "locations">,
  locationId: number | null,
): string[] {
  const locations = head.locations.filter(({ id }) => locationId === null || id === locationId)
  return [head.company.timezone, ...locations.map(({ timezone }) => timezone)]
}

/**
 * A request whose dates are over where it is really offered is expired by the sweep. Until then it counts as open as long as
 * one of its type's locations still has the date, since a booking reads only the provider that it names.
 */
export function isOpen(
  request: Pick<SchedulingRequest, "status" | "latest_date" | "location_id">,
  now: number,
  head: Pick<ScheduleHead, "company" | "locations">,
): boolean {
  return (
    request.status === "open" &&
    !datesAreOver(request.latest_date, now, servingZones(head, request.location_id))
  )
}

/** A request whose status is open, and the zones that decide whether its dates are over. */
export interface OpenRequest {
  request: SchedulingRequest
  zones: readonly string[]
}

export interface RequestAfterCancel {
  status: RequestStatus
  /** Expires first: its status was still open, but its dates are over. */
  expires: SchedulingRequest | null
}

/**
 * The request opens again, regardless of its dates. It is cancelled instead when the customer has `otherOpen` of the same
 * type, since at most one may be open. A request that is not scheduled stays as it is.
 */
export function requestAfterCancel(
  request: Pick<SchedulingRequest, "status">,
  otherOpen: OpenRequest | null,
  now: number,
): RequestAfterCancel {
  if (request.status !== "scheduled") return { status: request.status, expires: null }
  if (otherOpen === null) return { status: "open", expires: null }
  const isOver = datesAreOver(otherOpen.request.latest_date, now, otherOpen.zones)
  return isOver ? { status: "open", expires: otherOpen.request } : { status: "cancelled", expires: null }
}
