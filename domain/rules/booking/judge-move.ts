/**
 * Whether an appointment may move to a wished time: one that a search offers. It keeps its length, provider and location
 * unless staff wish for others. One that only becomes longer or shorter keeps its start, so that nothing but hours and
 * neighbours binds it.
 */
import { type Appointment, longestMinutes, shortestMinutes } from "../../model/appointment.ts"
import type { LocationPlan, ProviderPlan, SearchInput, ServiceAddress } from "../../model/availability.ts"
import { notFound, Refusal } from "../../model/errors.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { iso } from "../../model/views.ts"
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
  /** Null keeps its length. */
  durationMinutes: number | null
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
  if (wish.durationMinutes !== null && appointment.blocks.length > 1) return new Refusal("length_fixed")
  const onlyLength = changesOnlyLength(appointment, wish)
  const day = Math.floor(wish.startMinute / minutesPerDay)
  const searched = {
    now: wish.now,
    firstDay: day - 1,
    endDay: day + 2,
    locationId: null,
    providerId,
    blockMinutes: blockMinutesOf(withLength(appointment, wish.durationMinutes)),
    request: loaded.request,
    serviceAddress: serviceAddressOfMove(loaded, appointment),
    moves: true,
    overrideEligibility: wish.overrideEligibility,
  }
  const planned = planSearch(loaded, searched)
  const input = onlyLength
    ? keepingItsStart(planned, planSearch(loaded, { ...searched, overrideEligibility: true }))
    : planned
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

/** The appointment as long as is wished. A length for several days is none. */
export function withLength<Timed extends Pick<Appointment, "blocks">>(
  appointment: Timed,
  durationMinutes: number | null,
): Timed {
  const [block] = appointment.blocks
  if (durationMinutes === null || appointment.blocks.length > 1 || !block) return appointment
  const end_time = iso(new Date(Date.parse(block.start_time) + durationMinutes * msPerMinute))
  return { ...appointment, blocks: [{ ...block, end_time }] }
}

const changesOnlyLength = (
  appointment: Appointment,
  { startMinute, durationMinutes, ...wish }: MovingWish,
): boolean => {
  const { providerId, locationId } = destinationOf(appointment, wish)
  return (
    durationMinutes !== null &&
    startMinute * msPerMinute === appointment.start_at.getTime() &&
    providerId === appointment.provider_id &&
    locationId === appointment.location_id
  )
}

/** The start is there already, whatever grid, notice, dates and area are by now. The customer's other appointments bind it. */
const keepingItsStart = ({ customerJobs }: SearchInput, judged: SearchInput): SearchInput => ({
  ...judged,
  customerJobs,
  type: { ...judged.type, slotIntervalMinutes: 1, starts: "grid" },
})

/** Lengths of a day's appointment are tried in these steps. */
export const lengthStepMinutes = 5

/**
 * The shortest and the longest that the appointment can be where it stands: whatever fits leaves room for all that is shorter,
 * so the longest is found by halves. Null when no length fits. Throws what `judge` throws.
 */
export function lengthsOf(
  judge: (durationMinutes: number) => boolean,
): { shortest: number; longest: number } | null {
  if (!judge(shortestMinutes)) return null
  let [fits, fails] = [shortestMinutes / lengthStepMinutes, longestMinutes / lengthStepMinutes + 1]
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2)
    if (judge(middle * lengthStepMinutes)) fits = middle
    else fails = middle
  }
  return { shortest: shortestMinutes, longest: fits * lengthStepMinutes }
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
