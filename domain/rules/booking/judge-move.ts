/**
 * Whether an appointment may move to a wished time: same length, and a time that a search offers. It keeps provider and
 * location unless staff wish for others.
 */
import type { Appointment } from "../../model/appointment.ts"
import type { LocationPlan, ProviderPlan, SearchInput, ServiceAddress } from "../../model/availability.ts"
import { notFound, Refusal } from "../../model/errors.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { minutesPerDay, msPerMinute } from "../../time/units.ts"
import { blocksOf } from "../availability/blocks.ts"
import { planSearch } from "../availability/plan-search.ts"
import { whyNotOffered } from "./judge-booking.ts"
import { whyOtherEnd } from "./occupied.ts"

export interface MovingWish {
  now: number
  startMinute: number
  /** Null keeps the appointment's own. */
  providerId: number | null
  locationId: number | null
  /** The end that was sent along, in epoch milliseconds. */
  endMs: number | null
  overrideEligibility: boolean
}

export interface JudgedMove {
  input: SearchInput
  provider: ProviderPlan
  location: LocationPlan
  blocks: readonly MinuteBlock[]
}

/** The appointment's working days, as a judged move holds them. */
export function minuteBlocksOf(appointment: Pick<Appointment, "blocks">): MinuteBlock[] {
  return appointment.blocks.map((block) => ({
    start: Date.parse(block.start_time) / msPerMinute,
    end: Date.parse(block.end_time) / msPerMinute,
  }))
}

/** The length of each of its working days. */
export function blockMinutesOf(appointment: Pick<Appointment, "blocks">): number[] {
  return minuteBlocksOf(appointment).map(({ start, end }) => end - start)
}

/** With whom and where the appointment will be. */
export function destinationOf(
  appointment: Pick<Appointment, "provider_id" | "location_id">,
  { providerId, locationId }: Pick<MovingWish, "providerId" | "locationId">,
): { providerId: number; locationId: number } {
  return {
    providerId: providerId ?? appointment.provider_id,
    locationId: locationId ?? appointment.location_id,
  }
}

/** `loaded` was read for the destination, without the appointment itself. */
export function judgeMove(
  loaded: LoadedSchedules,
  appointment: Appointment,
  wish: MovingWish,
): JudgedMove | Refusal {
  if (!loaded.type) return new Refusal("type_not_bookable")
  if (wish.providerId !== null && !loaded.knows_provider) return notFound("provider", "provider_id")
  if (wish.locationId !== null && !loaded.knows_location) return notFound("location", "location_id")
  const { providerId, locationId } = destinationOf(appointment, wish)
  const day = Math.floor(wish.startMinute / minutesPerDay)
  const input = planSearch(loaded, {
    now: wish.now,
    firstDay: day - 1,
    endDay: day + 2,
    locationId: null,
    providerId,
    blockMinutes: blockMinutesOf(appointment),
    request: loaded.request,
    serviceAddress: serviceAddressOfMove(loaded, appointment),
    moves: true,
    overrideEligibility: wish.overrideEligibility,
  })
  const location = input.locations.find(({ id }) => id === locationId)
  if (!location) {
    return new Refusal("time_not_offered", {
      message:
        wish.locationId === null
          ? "This location no longer takes appointments of this type."
          : "That location takes no appointments of this type.",
    })
  }
  const refusal = whyNotOffered(input, providerId, location, wish.startMinute)
  if (refusal) return refusal
  const provider = input.providers.find(({ id }) => id === providerId)!
  const blocks = blocksOf(input.type, provider, location, wish.startMinute)
  if (blocks === null) return new Refusal("time_not_offered")
  return whyOtherEnd(blocks, wish.endMs) ?? { input, provider, location, blocks }
}

/** Null takes the customer's address on file. When there is none any more, the address that was booked holds. */
export function serviceAddressOfMove(
  loaded: LoadedSchedules,
  appointment: Appointment,
): ServiceAddress | null {
  if (loaded.customer?.address || appointment.address === null) return null
  const { latitude, longitude, address } = appointment
  return {
    point: latitude === null || longitude === null ? null : { latitude, longitude },
    postalCode: address.postal_code,
    country: address.country,
  }
}
