/** Whether an appointment may move to a wished time: same provider, place and length, and a time that a search offers. */
import type { Appointment } from "../../model/appointment.ts"
import type { LocationPlan, SearchInput, ServiceAddress } from "../../model/availability.ts"
import { Refusal } from "../../model/errors.ts"
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
  /** The end that was sent along, in epoch milliseconds. */
  endMs: number | null
  overrideEligibility: boolean
}

export interface JudgedMove {
  input: SearchInput
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

/** `loaded` was read without the appointment itself. */
export function judgeMove(
  loaded: LoadedSchedules,
  appointment: Appointment,
  wish: MovingWish,
): JudgedMove | Refusal {
  if (!loaded.type) return new Refusal("type_not_bookable")
  const day = Math.floor(wish.startMinute / minutesPerDay)
  const input = planSearch(loaded, {
    now: wish.now,
    firstDay: day - 1,
    endDay: day + 2,
    locationId: null,
    providerId: appointment.provider_id,
    blockMinutes: blockMinutesOf(appointment),
    request: loaded.request,
    serviceAddress: serviceAddressOfMove(loaded, appointment),
    moves: true,
    overrideEligibility: wish.overrideEligibility,
  })
  const location = input.locations.find(({ id }) => id === appointment.location_id)
  if (!location) {
    return new Refusal("time_not_offered", {
      message: "This location no longer takes appointments of this type.",
    })
  }
  const refusal = whyNotOffered(input, appointment.provider_id, location, wish.startMinute)
  if (refusal) return refusal
  const provider = input.providers.find(({ id }) => id === appointment.provider_id)!
  const blocks = blocksOf(input.type, provider, location, wish.startMinute)
  if (blocks === null) return new Refusal("time_not_offered")
  return whyOtherEnd(blocks, wish.endMs) ?? { input, location, blocks }
}

/** Null takes the customer's address on file. When there is none any more, the address that was booked holds. */
function serviceAddressOfMove(loaded: LoadedSchedules, appointment: Appointment): ServiceAddress | null {
  if (loaded.customer?.address || appointment.address === null) return null
  const { latitude, longitude, address } = appointment
  return {
    point: latitude === null || longitude === null ? null : { latitude, longitude },
    postalCode: address.postal_code,
    country: address.country,
  }
}
