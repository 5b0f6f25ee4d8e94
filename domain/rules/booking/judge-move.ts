/**
 * Judges the move of an appointment to a wished time: one that a search offers. It keeps its length, provider and location
 * unless staff wish for others. One that only becomes longer or shorter keeps its start, so that nothing but hours and
 * neighbours binds it.
 */
import { type Appointment, longestMinutes, shortestMinutes } from "../../model/appointment.ts"
import type { LocationPlan, SearchInput, ServiceAddress } from "../../model/availability.ts"
import { providerIdsOf } from "../../model/crew.ts"
import { invalid, notFound, Refusal } from "../../model/errors.ts"
import type { DayPlan } from "../../model/plan.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { iso } from "../../model/views.ts"
import { minutesPerDay, msPerMinute } from "../../time/units.ts"
import { blocksOf } from "../availability/blocks.ts"
import { sessionAt } from "../availability/find-sessions.ts"
import { planSearch } from "../availability/plan-search.ts"
import { planWindow, workOf } from "../planning/windows.ts"
import { assignResources } from "../resources/resources-at.ts"
import { type CrewWish, chooseCrew, wrongCrew } from "./choose-crew.ts"
import { type BookableTime, whyNotOffered } from "./judge-booking.ts"
import { whyOtherEnd } from "./occupied.ts"

export interface MovingWish {
  now: number
  startMinute: number
  /** Null keeps the appointment's own. */
  providerId: number | null
  locationId: number | null
  /** Null keeps its length. */
  durationMinutes: number | null
  /** Rooms and equipment that staff chose; none leaves the choice to the rule. */
  resourceIds?: readonly number[]
  /** All who shall come, of a type that takes several; left out or null keeps those who are free. */
  providerIds?: readonly number[] | null
  /** The crew that joins the provider if free, in place of the present one. */
  preferredCrew?: readonly number[]
  /** The end that was sent along, in epoch milliseconds. */
  endMs: number | null
  overrideEligibility: boolean
  /** As in a booking's wish. */
  known?: DayPlan | null
  isLocked?: boolean
  /** The mover's own hold, which hides nothing from the move and is over with it. */
  holdId?: number | null
}

/** The appointment's working days, as a judged move holds them. */
export function minuteBlocksOf(appointment: Pick<Appointment, "blocks">): MinuteBlock[] {
  return appointment.blocks.map((block) => ({
    start: Date.parse(block.start_time) / msPerMinute,
    end: Date.parse(block.end_time) / msPerMinute,
  }))
}

/** The length of each of its working days; of a promised window, that of the work in it. */
export function blockMinutesOf(appointment: Pick<Appointment, "blocks" | "work_minutes">): number[] {
  if (appointment.work_minutes != null) return [appointment.work_minutes]
  return minuteBlocksOf(appointment).map(({ start, end }) => end - start)
}

/** The provider and the location of the moved appointment. */
export function destinationOf(
  appointment: Pick<Appointment, "provider_id" | "location_id">,
  { providerId, providerIds, locationId }: Pick<MovingWish, "providerId" | "providerIds" | "locationId">,
): { providerId: number; locationId: number } {
  return {
    providerId: providerId ?? providerIds?.[0] ?? appointment.provider_id,
    locationId: locationId ?? appointment.location_id,
  }
}

/** Null where its length may be changed. */
export function whyLengthFixed({
  blocks,
  work_minutes,
  session_id,
}: Pick<Appointment, "blocks" | "work_minutes" | "session_id">): Refusal | null {
  if (session_id != null)
    return new Refusal("length_fixed", { message: "A seat is as long as the session of its class." })
  if (work_minutes != null)
    return new Refusal("length_fixed", { message: "A visit within a promised window keeps its length." })
  return blocks.length > 1 ? new Refusal("length_fixed") : null
}

/** `loaded` was read for the destination, without the appointment itself. */
export function judgeMove(
  loaded: LoadedSchedules,
  appointment: Appointment,
  wish: MovingWish,
): BookableTime | Refusal {
  if (!loaded.type) return new Refusal("type_not_bookable")
  if (wish.providerId !== null && !loaded.knows_provider) return notFound("provider", "provider_id")
  if (wish.locationId !== null && !loaded.knows_location) return notFound("location", "location_id")
  const { providerId, locationId } = destinationOf(appointment, wish)
  const fixed = wish.durationMinutes === null ? null : whyLengthFixed(appointment)
  if (fixed) return fixed
  const isPlanned = loaded.type.window_minutes != null && !appointment.keeps_provider
  const onlyLength = changesOnlyLength(appointment, wish)
  const day = Math.floor(wish.startMinute / minutesPerDay)
  const searched = {
    now: wish.now,
    firstDay: day - 1,
    endDay: day + 2,
    locationId: null,
    providerId: isPlanned && wish.providerId === null ? null : providerId,
    blockMinutes: blockMinutesOf(withLength(appointment, wish.durationMinutes)),
    request: loaded.request,
    serviceAddress: serviceAddressOfMove(loaded, appointment),
    moves: true,
    chosenResourceIds: wish.resourceIds ?? [],
    overrideEligibility: wish.overrideEligibility,
    seats: appointment.seats,
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
  const besideIds = crewWishOf(appointment, wish, providerId).fixed
  const unfit = whyUnfitResources(input, locationId) ?? wrongCrew(input, besideIds, input.type.crew ?? 1)
  const inWindow =
    input.type.windowMinutes && !unfit
      ? plannedMove(input, location, providerId, { ...wish, besideIds })
      : null
  if (inWindow) return whyOtherEnd(inWindow.blocks, wish.endMs) ?? inWindow
  const refusal = unfit ?? whyNotOffered(input, providerId, location, wish.startMinute)
  if (refusal) return refusal
  const provider = input.providers.find(({ id }) => id === providerId)!
  const blocks = blocksOf(input, provider, location, wish.startMinute)
  const assigned = blocks && assignResources(input, location, blocks)
  if (blocks === null || assigned === null) return new Refusal("time_not_offered")
  const crew = chooseCrew(input, { provider, location }, blocks, crewWishOf(appointment, wish, providerId))
  if (crew instanceof Refusal) return crew
  const session = sessionAt(input.type, provider, location, wish.startMinute)
  return whyOtherEnd(blocks, wish.endMs) ?? { input, provider, location, blocks, assigned, crew, session }
}

function crewWishOf(
  appointment: Appointment,
  { providerIds, preferredCrew }: MovingWish,
  leadId: number,
): CrewWish {
  const others = (ids: readonly number[]) => ids.filter((id) => id !== leadId)
  return {
    preferred: others(preferredCrew ?? providerIdsOf(appointment)),
    fixed: providerIds == null ? null : others(providerIds),
  }
}

/** Within a promised window the plan says who comes; null where none was found. */
function plannedMove(
  input: SearchInput,
  location: LocationPlan,
  preferredId: number,
  { known = null, isLocked, startMinute, besideIds }: MovingWish & { besideIds: readonly number[] | null },
): BookableTime | null {
  const search = { known, preferredId, besideIds, ...(isLocked ? { steps: 0 } : {}) }
  const planned = planWindow(input, location, startMinute, search)
  if (planned === null) return null
  const { provider, crew } = planned
  const blocks = blocksOf(input, provider, location, startMinute)!
  const assigned = assignResources(input, location, [workOf(planned, input)])
  return assigned && { input, provider, location, blocks, planned, assigned, crew }
}

/** Chosen resources are of groups that the type needs at the location, as many as it needs of each. */
function whyUnfitResources({ type, resources }: SearchInput, locationId: number): Refusal | null {
  const chosen = resources?.chosenIds ?? []
  const known = chosen.map((id) =>
    resources!.resources.find((one) => one.id === id && one.locationId === locationId),
  )
  const unfit = known.findIndex((one) => !type.needs?.some(({ group }) => group === one?.group))
  if (unfit >= 0)
    return invalid(
      `resource_ids[${unfit}]`,
      "expected a room or equipment that the type needs at the location",
    )
  const wrong = type.needs?.find(({ group, count }) => {
    const ofGroup = known.filter((one) => one!.group === group).length
    return ofGroup > 0 && ofGroup !== count
  })
  return wrong ? invalid("resource_ids", `expected ${wrong.count} of ${wrong.group}`) : null
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

/** The start stands already, so the present grid, notice, dates and area do not bind it. The customer's other appointments do. */
const keepingItsStart = ({ customerJobs }: SearchInput, judged: SearchInput): SearchInput => ({
  ...judged,
  customerJobs,
  type: { ...judged.type, slotIntervalMinutes: 1, starts: "grid" },
})

/** Lengths of a day's appointment are tried in these steps. */
export const lengthStepMinutes = 5

/**
 * The shortest and the longest that the appointment can be where it stands: a length that fits leaves room for all that are
 * shorter, so the longest is found by halves. Null when no length fits. Throws the refusals of `judge`.
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
