/**
 * Judges that an appointment of another system can be kept here. It was agreed on there, so neither hours nor the grid, notice,
 * limits nor service areas are asked about; but its provider has to offer its type there, and be free of other appointments.
 */
import type { DurationOption } from "../../model/appointment.ts"
import type { ProviderLocation, ProviderPlan, SearchInput } from "../../model/availability.ts"
import { invalid, Refusal } from "../../model/errors.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { minutesPerDay, msPerMinute } from "../../time/units.ts"
import { blocksOf } from "../availability/blocks.ts"
import { hasSeats, sessionAt } from "../availability/find-sessions.ts"
import { planSearch } from "../availability/plan-search.ts"
import { chooseCrew } from "../booking/choose-crew.ts"
import { type BookingWish, type JudgedBooking, requestFor } from "../booking/judge-booking.ts"
import { whyOtherEnd } from "../booking/occupied.ts"
import { assignResources, nothingTaken } from "../resources/resources-at.ts"

export interface ImportWish {
  now: number
  customerId: number
  typeId: number
  providerId: number
  /** The crew beside the provider; empty leaves the choice open. */
  otherIds: readonly number[]
  locationId: number
  startMinute: number
  /** Null takes the type's length. */
  endMinute: number | null
  /** The seats of a class; null for one, and for all other types. */
  seats: number | null
  /** The customer's on file, or the row's for a new customer. */
  hasAddress: boolean
}

export function judgeImport(loaded: LoadedSchedules, wish: ImportWish): JudgedBooking | Refusal {
  const { type } = loaded
  if (!type) return new Refusal("type_not_bookable", { field: "appointment_type" })
  if (type.place === "at_customer" && !wish.hasAddress)
    return new Refusal("address_needed", { field: "line1" })
  const asked = bookingWish(wish)
  const isOneDay = type.block_minutes.length === 1
  const minutes = wish.endMinute === null ? null : wish.endMinute - wish.startMinute
  if (isOneDay && minutes !== null && (minutes < 1 || minutes > minutesPerDay)) {
    return invalid("end_time", "expected a time after the start, at most a day later")
  }
  const ownMinutes = isOneDay && minutes !== null ? [minutes] : null
  const request = requestFor(loaded, asked, ownMinutes)
  if (request instanceof Refusal) return request
  const input = planSearch(loaded, {
    now: wish.now,
    firstDay: Math.floor(wish.startMinute / minutesPerDay) - 1,
    endDay: Math.floor(wish.startMinute / minutesPerDay) + 2,
    locationId: null,
    providerId: wish.providerId,
    blockMinutes: ownMinutes,
    request,
    serviceAddress: null,
    moves: false,
    overrideEligibility: true,
    seats: wish.seats,
  })
  const location = input.locations.find(({ id }) => id === wish.locationId)
  if (!location) return notOffered("location", "it takes no appointments of this type")
  const provider = input.providers.find(({ id }) => id === wish.providerId)
  if (!provider) return notOffered("provider", "they do not offer this type, or are not active")
  if (input.type.classes) return seatFor(input, { provider, location }, wish, request)
  if (wish.seats !== null) return invalid("seats", "only a class takes seats")
  const free = new Int32Array(0)
  const blocks: readonly MinuteBlock[] | null = isOneDay
    ? [{ start: wish.startMinute, end: wish.startMinute + input.type.blockMinutes[0]! }]
    : blocksOf(input, { ...provider, busy: free, typeStarts: free, jobs: [] }, location, wish.startMinute)
  if (blocks === null)
    return notOffered("start_time", "the provider's hours do not hold this job of several days")
  const durationOption = ownMinutes === null ? null : optionOfLength(loaded, ownMinutes[0]!)
  const crew = crewFor(input, { provider, location }, blocks, wish.otherIds)
  if (crew instanceof Refusal) return crew
  return (
    whyOtherEnd(blocks, asked.endMs) ?? {
      request,
      durationOption,
      answers: [],
      input,
      provider,
      location,
      blocks,
      // An agreement made elsewhere stays, also where no room is free for it.
      assigned: assignResources(input, location, blocks) ?? nothingTaken,
      crew,
    }
  )
}

/** A seat of a class is agreed on in a session, which staff put on the board before its seats are imported. */
function seatFor(
  input: SearchInput,
  at: ProviderLocation,
  { startMinute, otherIds }: ImportWish,
  request: JudgedBooking["request"],
): JudgedBooking | Refusal {
  if (otherIds.length > 0) return invalid("other_providers", "who gives a class is its session's to say")
  const session = sessionAt(input.type, at.provider, at.location, startMinute)
  if (session === null)
    return notOffered(
      "start_time",
      "the provider gives no session of the class then; put it on the board first",
    )
  if (!hasSeats(input.type, session))
    return notOffered("seats", `the session has ${session.seatsLeft} seats left`)
  const { start, end } = session
  return {
    ...{ request, input, ...at, session },
    ...{ durationOption: null, answers: [], blocks: [{ start, end }], assigned: nothingTaken, crew: [] },
  }
}

/** The members whom the row names, else the least busy of those who are free; none where too few are. */
function crewFor(
  input: SearchInput,
  at: ProviderLocation,
  blocks: readonly MinuteBlock[],
  otherIds: readonly number[],
): readonly ProviderPlan[] | Refusal {
  const most = (input.type.crew ?? 1) - 1
  const isEachOnce = new Set([at.provider.id, ...otherIds]).size === otherIds.length + 1
  if (!isEachOnce || otherIds.length > most)
    return invalid("other_providers", `expected at most ${most} others, each once`)
  const named = otherIds.flatMap((id) => input.providers.find((provider) => provider.id === id) ?? [])
  if (named.length < otherIds.length)
    return notOffered("other_providers", "not all of them offer this type and are active")
  if (named.length > 0) return named
  const chosen = chooseCrew(input, at, blocks, { preferred: [], fixed: null })
  // An agreement made elsewhere stays.
  return chosen instanceof Refusal ? [] : chosen
}

const notOffered = (field: string, why: string) =>
  new Refusal("time_not_offered", { field, message: `${field}: ${why}` })

const bookingWish = (wish: ImportWish): BookingWish => ({
  now: wish.now,
  customerId: wish.customerId,
  typeId: wish.typeId,
  providerId: wish.providerId,
  locationId: wish.locationId,
  startMinute: wish.startMinute,
  endMs: wish.endMinute === null ? null : wish.endMinute * msPerMinute,
  requestId: null,
  durationOptionId: null,
  overrideEligibility: true,
  answers: {},
  mayLeaveQuestionsOpen: true,
  mayLeaveFilesOpen: true,
})

/** The option that is as long, unless the type itself is. */
function optionOfLength({ type }: LoadedSchedules, minutes: number): DurationOption | null {
  if (type!.block_minutes[0] === minutes) return null
  return type!.duration_options.find((option) => option.minutes === minutes) ?? null
}
