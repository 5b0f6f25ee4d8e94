/**
 * Judges a wished time: the request it belongs to, its length, and that a search would offer it. The same judgement is made
 * before and under the locks.
 */

import type { DurationOption } from "../../model/appointment.ts"
import type { LocationPlan, ProviderPlan, SearchInput, ServiceAddress } from "../../model/availability.ts"
import type { SessionPlan } from "../../model/class-seats.ts"
import { invalid, notFound, Refusal } from "../../model/errors.ts"
import type { DayPlan } from "../../model/plan.ts"
import type { Answer, SentAnswers } from "../../model/question.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { SchedulingRequest } from "../../model/scheduling-request.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { dayOfDate } from "../../time/dates.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import { blocksOf } from "../availability/blocks.ts"
import { eligibleLocations } from "../availability/eligible-locations.ts"
import { FilterNotUsable } from "../availability/filter-not-usable.ts"
import { sessionAt } from "../availability/find-sessions.ts"
import { isOffered } from "../availability/find-slots.ts"
import { planSearch } from "../availability/plan-search.ts"
import { type PlannedWindow, planWindow, workOf } from "../planning/windows.ts"
import { isOpen } from "../requests/request-state.ts"
import { type AssignedResources, assignResources } from "../resources/resources-at.ts"
import { type AreaVerdict, isUndecided, judgeServiceArea } from "../service-areas/service-area.ts"
import { type AnsweringFiles, judgeAnswers, type Leniency } from "./answers.ts"
import { chooseCrew } from "./choose-crew.ts"
import { whyOtherEnd } from "./occupied.ts"

export interface BookingWish {
  now: number
  /** The instant by which notice is judged: for a booking under a hold, when the time was held; `now` when left out. */
  noticeFrom?: number
  /** Null for a hold of somebody who is not known yet. */
  customerId: number | null
  typeId: number
  providerId: number
  /** The provider of a promised window was chosen, and is never planned away. */
  keepsProvider?: boolean
  /** The plan of a promised window that was found before the locks. Null or left out: planned from nothing. */
  known?: DayPlan | null
  /** Under the locks nothing is searched for: the known plan holds, or plain insertion finds another. */
  isLocked?: boolean
  /** Null takes the first location where the provider offers the time. */
  locationId: number | null
  startMinute: number
  /** The end that was sent along, in epoch milliseconds. */
  endMs: number | null
  requestId: number | null
  /** A hold of the time that an appointment is to move to: it needs no request of its own. */
  isForMove?: boolean
  durationOptionId: number | null
  overrideEligibility: boolean
  answers: SentAnswers
  /** The address of a person who is not known yet; left out, it is the customer's on file. */
  serviceAddress?: ServiceAddress | null
  /** Questions that have to be answered may stay open: staff know the customer, and ask later. */
  mayLeaveQuestionsOpen: boolean
  /** Files may follow by the link: who books by phone has none at hand. */
  mayLeaveFilesOpen: boolean
  /** The members who join the provider if free, because of an earlier choice, where the type takes several. */
  preferredCrew?: readonly number[]
  /** The seats of a class; null or left out for one. */
  seats?: number | null
}

/** The wish of a known customer, which some holds lack. */
export type CustomersWish = BookingWish & { customerId: number }

/** A time that may be booked or moved to, with all that it takes. */
export interface BookableTime {
  input: SearchInput
  provider: ProviderPlan
  location: LocationPlan
  blocks: readonly MinuteBlock[]
  /** Rooms and equipment. */
  assigned: AssignedResources
  /** The planned work in a promised window, which `blocks` hold. */
  planned?: PlannedWindow | null
  /** The crew beside the provider. */
  crew: readonly ProviderPlan[]
  /** The session of a class whose seats it takes, as many as the search of the input wants. */
  session?: SessionPlan | null
}

export interface JudgedBooking extends BookableTime {
  request: SchedulingRequest | null
  durationOption: DurationOption | null
  answers: Answer[]
}

/** `files` are those that the answers name, as far as they can answer. */
export function judgeBooking(
  loaded: LoadedSchedules,
  wish: BookingWish,
  files: AnsweringFiles = new Map(),
): JudgedBooking | Refusal {
  const unknown = unknownRecord(loaded, wish)
  if (unknown) return unknown
  if (!loaded.type!.active) return new Refusal("type_not_bookable")
  if (wish.seats != null && loaded.type!.seats === null) return invalid("seats", "goes with a class only")
  const durationOption = optionOf(loaded, wish.durationOptionId)
  if (durationOption instanceof Refusal) return durationOption
  const answers = judgeAnswers(loaded.type!, wish.answers, leniencyOf(wish), files)
  if (answers instanceof Refusal) return answers
  const optionBlocks = durationOption === null ? null : [durationOption.minutes]

  const request = requestFor(loaded, wish, optionBlocks)
  if (request instanceof Refusal) return request
  if (
    loaded.type!.kind === "by_request" &&
    request === null &&
    !wish.overrideEligibility &&
    !wish.isForMove
  ) {
    return new Refusal("request_needed")
  }
  const input = inputFor(loaded, wish, request, request?.block_minutes ?? optionBlocks)
  const chosen = providerLocationFor(input, wish)
  if (chosen instanceof Refusal) return chosen
  const blocks = blocksOf(input, chosen.provider, chosen.location, wish.startMinute)
  const work = chosen.planned ? [workOf(chosen.planned, input)] : blocks
  const assigned = work && assignResources(input, chosen.location, work)
  if (blocks === null || assigned === null) return new Refusal("time_not_offered")
  const crew =
    chosen.planned?.crew ??
    chooseCrew(input, chosen, blocks, { preferred: wish.preferredCrew ?? [], fixed: null })
  if (crew instanceof Refusal) return crew
  const session = sessionAt(input.type, chosen.provider, chosen.location, wish.startMinute)
  const judged = { ...chosen, request, durationOption, answers, input, blocks, assigned, crew, session }
  return whyOtherEnd(blocks, wish.endMs) ?? judged
}

const leniencyOf = ({ mayLeaveQuestionsOpen, mayLeaveFilesOpen }: BookingWish): Leniency => ({
  mayLeaveOut: mayLeaveQuestionsOpen,
  mayLeaveFilesOut: mayLeaveFilesOpen,
})

function unknownRecord(loaded: LoadedSchedules, wish: BookingWish): Refusal | null {
  if (!loaded.customer && wish.customerId !== null) return notFound("customer", "customer_id")
  if (!loaded.type) return notFound("appointment type", "appointment_type_id")
  if (!loaded.knows_provider) return notFound("provider", "provider_id")
  if (!loaded.knows_location) return notFound("location", "location_id")
  if (wish.requestId !== null && !loaded.request)
    return notFound("scheduling request", "scheduling_request_id")
  return null
}

export function optionOf(
  loaded: Pick<LoadedSchedules, "type">,
  optionId: number | null,
): DurationOption | null | Refusal {
  if (optionId === null) return null
  const option = loaded.type!.duration_options.find(({ id }) => id === optionId)
  return option ?? invalid("duration_option_id", "expected one of the appointment type's duration options")
}

const plannedAs = ({ known, isLocked, providerId }: BookingWish) => ({
  known: known ?? null,
  preferredId: providerId,
  ...(isLocked ? { steps: 0 } : {}),
})

/** The request that was named, judged; else the customer's open one of the type, where the wish fits it. */
export function requestFor(
  loaded: LoadedSchedules,
  wish: BookingWish,
  optionBlocks: readonly number[] | null,
): SchedulingRequest | null | Refusal {
  if (wish.requestId === null) {
    const open = loaded.open_request
    return open && isOpen(open, wish.now, loaded) && fits(open, loaded, wish, optionBlocks) ? open : null
  }
  const request = loaded.request!
  if (request.customer_id !== wish.customerId || request.appointment_type_id !== wish.typeId) {
    return new Refusal("request_mismatch", { field: "scheduling_request_id" })
  }
  const mayBeLate = wish.overrideEligibility && request.status === "open"
  return mayBeLate || isOpen(request, wish.now, loaded) ? request : new Refusal("request_not_open")
}

function fits(
  request: SchedulingRequest,
  loaded: LoadedSchedules,
  wish: BookingWish,
  optionBlocks: readonly number[] | null,
): boolean {
  const location = loaded.locations.find(({ id }) => id === (wish.locationId ?? request.location_id))
  const zone = location?.timezone ?? loaded.company.timezone
  const day = minuteToLocal(zone, wish.startMinute).day
  const wishedBlocks = optionBlocks ?? loaded.type!.block_minutes
  return (
    (request.provider_id ?? wish.providerId) === wish.providerId &&
    (request.location_id ?? wish.locationId) === wish.locationId &&
    (request.earliest_date === null || day >= dayOfDate(request.earliest_date)!) &&
    day <= dayOfDate(request.latest_date)! &&
    String(request.block_minutes ?? wishedBlocks) === String(wishedBlocks)
  )
}

function inputFor(
  loaded: LoadedSchedules,
  wish: BookingWish,
  request: SchedulingRequest | null,
  blockMinutes: readonly number[] | null,
): SearchInput {
  // A day to either side of the UTC day holds the start's local date in every zone.
  const day = Math.floor(wish.startMinute / minutesPerDay)
  return planSearch(loaded, {
    now: wish.noticeFrom ?? wish.now,
    firstDay: day - 1,
    endDay: day + 2,
    locationId: null,
    // The plan decides who comes within a window.
    providerId: loaded.type!.window_minutes === null || wish.keepsProvider ? wish.providerId : null,
    blockMinutes,
    request,
    serviceAddress: wish.serviceAddress ?? null,
    moves: false,
    overrideEligibility: wish.overrideEligibility,
    seats: wish.seats ?? null,
  })
}

function providerLocationFor(
  input: SearchInput,
  wish: BookingWish,
): { provider: ProviderPlan; location: LocationPlan; planned?: PlannedWindow } | Refusal {
  const wanted = input.locations.filter(({ id }) => wish.locationId === null || id === wish.locationId)
  const refusals: Refusal[] = []
  for (const location of wanted) {
    const planned = input.type.windowMinutes
      ? planWindow(input, location, wish.startMinute, plannedAs(wish))
      : null
    if (planned) return { provider: planned.provider, location, planned }
    const why = whyNotOffered(input, wish.providerId, location, wish.startMinute)
    if (why === null) {
      return { provider: input.providers.find(({ id }) => id === wish.providerId)!, location }
    }
    refusals.push(why)
  }
  // The time is to blame at the provider's own locations; elsewhere the location is.
  const full = refusals.find((why) => why instanceof SessionFull)
  const ofTheTime = full ?? refusals.find((why) => why instanceof TimeNotFree || why.code === "customer_busy")
  return (
    ofTheTime ??
    refusals[0] ??
    new Refusal("time_not_offered", { message: "This type is not offered at that location." })
  )
}

/**
 * Null when a search would offer the time; else the reason that a person would want to know first. `input` carries no
 * location filter.
 */
export function whyNotOffered(
  input: SearchInput,
  providerId: number,
  location: LocationPlan,
  startMinute: number,
): Refusal | null {
  if (!input.type.windowMinutes && isOffered(input, providerId, location.id, startMinute)) return null
  const { providerLocations, reason, unusableFilter } = eligibleLocations(input)
  if (unusableFilter) return new FilterNotUsable(unusableFilter)
  if (reason === "no_address") return new Refusal("address_needed")
  const verdict = verdictAt(input, location)
  if (reason === "address_not_found" || isUndecided(verdict)) return new Refusal("address_not_found")
  if (reason === "out_of_service_area" || verdict === "does_not_serve") {
    return new Refusal("out_of_service_area")
  }
  const isEligible = providerLocations.some(
    ({ provider, location: { id } }) => provider.id === providerId && id === location.id,
  )
  if (!isEligible) {
    return new Refusal("time_not_offered", {
      message: "That provider does not offer this type at that location.",
    })
  }
  const full = fullSession(input, providerId, location, startMinute)
  if (full) return full
  const free = withoutBusy(input)
  const isOfCustomer =
    !isOffered(free, providerId, location.id, startMinute) &&
    isOffered({ ...free, customerJobs: [] }, providerId, location.id, startMinute)
  if (!isOfCustomer) return new TimeNotFree()
  return new Refusal("customer_busy", {
    details: { appointment_id: ownAppointmentAt(free, providerId, location, startMinute) },
  })
}

/** The provider takes such bookings there, only not at that time. Whether it has just been taken is for `just-taken.ts`. */
class TimeNotFree extends Refusal {
  constructor() {
    super("time_not_offered")
  }
}

/** The session is there, and has fewer seats left than are wanted. */
class SessionFull extends Refusal {
  constructor(seatsLeft: number) {
    const message =
      seatsLeft === 0
        ? "This class is full."
        : `There ${seatsLeft === 1 ? "is 1 seat" : `are ${seatsLeft} seats`} left in this class.`
    super("slot_taken", { message, details: { seats_left: seatsLeft } })
  }
}

/** Null where seats are not what it lacks. */
function fullSession(
  input: SearchInput,
  providerId: number,
  location: LocationPlan,
  startMinute: number,
): Refusal | null {
  const { type } = input
  if (type.classes === undefined) return null
  const ofAnySeats = { ...input, type: { ...type, classes: { ...type.classes, seats: 0 } } }
  if (!isOffered(ofAnySeats, providerId, location.id, startMinute)) return null
  return new SessionFull(sessionAt(type, { id: providerId }, location, startMinute)!.seatsLeft)
}

/** The appointment that the customer has at the time. */
function ownAppointmentAt(
  input: SearchInput,
  providerId: number,
  location: LocationPlan,
  startMinute: number,
): number {
  const provider = input.providers.find(({ id }) => id === providerId)!
  const blocks = blocksOf(input, provider, location, startMinute)!
  return input.customerJobs.find((job) =>
    blocks.some(({ start, end }) => job.start < end && start < job.end),
  )!.id
}

function verdictAt(input: SearchInput, location: LocationPlan): AreaVerdict {
  const { type, overrideEligibility, serviceAddress } = input
  if (type.place !== "at_customer" || overrideEligibility || serviceAddress === null) return "serves"
  return judgeServiceArea(location.serviceArea, location.point, serviceAddress)
}

const idle = ({ team }: ProviderPlan): Pick<ProviderPlan, "team"> =>
  team === undefined ? {} : { team: { ...team, visits: [] } }

/** As if the providers had nothing to do. */
export function withoutBusy(input: SearchInput): SearchInput {
  return {
    ...input,
    providers: input.providers.map((provider) => ({ ...provider, busy: none, jobs: [], ...idle(provider) })),
  }
}

const none = new Int32Array(0)
