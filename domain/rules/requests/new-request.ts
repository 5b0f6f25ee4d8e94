/** The requirements of a new scheduling request: known records, dates that can be met, a provider who offers the type. */
import { invalid, notFound, Refusal } from "../../model/errors.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import { datesAreOver } from "./request-state.ts"

export interface RequestWish {
  now: number
  customerId: number
  typeId: number
  earliestDate: string | null
  latestDate: string
  locationId: number | null
  providerId: number | null
  blockMinutes: number[] | null
}

type WhoAndWhere = Pick<RequestWish, "locationId" | "providerId">

export function whyNoRequest(
  loaded: LoadedSchedules,
  wish: RequestWish,
  zones: readonly string[],
): Refusal | null {
  if (!loaded.customer) return notFound("customer", "customer_id")
  if (!loaded.type) return notFound("appointment type", "appointment_type_id")
  if (!loaded.type.active) return new Refusal("type_not_bookable", { field: "appointment_type_id" })
  return wrongDates(wish, zones) ?? wrongWishes(loaded, wish)
}

/** Also for a changed location or provider. */
export const wrongWishes = (loaded: LoadedSchedules, wish: WhoAndWhere): Refusal | null =>
  wrongLocation(loaded, wish) ?? wrongProvider(loaded, wish)

/** Also for changed dates. */
export function wrongDates(
  wish: Pick<RequestWish, "earliestDate" | "latestDate" | "now">,
  zones: readonly string[],
): Refusal | null {
  if (wish.earliestDate !== null && wish.earliestDate > wish.latestDate) {
    return invalid("earliest_date", "expected a date that is not after latest_date")
  }
  if (datesAreOver(wish.latestDate, wish.now, zones)) {
    return invalid("latest_date", "expected a date that is not in the past")
  }
  return null
}

function wrongLocation(loaded: LoadedSchedules, wish: WhoAndWhere): Refusal | null {
  if (wish.locationId === null) return null
  if (!loaded.knows_location) return notFound("location", "location_id")
  if (loaded.locations.some(({ id }) => id === wish.locationId)) return null
  return invalid("location_id", "expected an active location where this type is offered")
}

function wrongProvider(loaded: LoadedSchedules, wish: WhoAndWhere): Refusal | null {
  if (wish.providerId === null) return null
  if (!loaded.knows_provider) return notFound("provider", "provider_id")
  if (!loaded.providers.some(({ id }) => id === wish.providerId)) {
    return invalid("provider_id", "expected an active provider who offers this type")
  }
  const assigned = loaded.customer?.assigned_provider_id ?? null
  const assigns = loaded.company.provider_assignment === "per_customer"
  if (assigns && assigned !== null && assigned !== wish.providerId) {
    return invalid("provider_id", "expected the provider who is assigned to the customer")
  }
  return null
}
