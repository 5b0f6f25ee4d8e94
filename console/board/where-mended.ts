/** The screen on which the cause of a reason is changed; null for causes that the board itself shows. */
import type { Answer } from "../api/client.ts"

export type Reason = Answer<"explainSlots">["starts"][number]["reasons"][number]

interface Asked {
  typeId: number
  providerId: number
  locationId: number
  customerId: number | null
}

export function whereMended(code: Reason["code"], asked: Asked): string | null {
  const provider = `/settings/providers/${asked.providerId}`
  switch (code) {
    case "type_inactive":
    case "not_offered_at_location":
    case "buffer":
    case "off_grid":
    case "notice":
    case "booking_window":
    case "daily_limit":
    case "short_day":
      return `/settings/types/${asked.typeId}`
    case "provider_inactive":
    case "not_offered_by_provider":
    case "too_far":
    case "unreachable":
      return provider
    case "closed":
    case "closed_that_day":
    case "no_next_working_day":
      return `${provider}/hours`
    case "holiday":
      return "/settings/closed"
    case "time_off":
      return `${provider}/time-off`
    case "calendar_busy":
    case "calendar_unread":
      return `${provider}/calendars`
    case "location_inactive":
      return `/settings/locations/${asked.locationId}`
    case "out_of_service_area":
      return `/settings/areas?location=${asked.locationId}`
    case "resource_taken":
      return "/settings/resources"
    case "customer_busy":
    case "no_address":
    case "assigned_to_another":
      return asked.customerId === null ? null : `/customers/${asked.customerId}`
    case "request_provider":
    case "request_location":
    case "request_dates":
    case "request_needed":
      return "/requests"
    default:
      return null
  }
}
