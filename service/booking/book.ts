/** Books a time, for every interface. The order of its steps is that of `attempt.ts`. */

import type { z } from "zod"
import { isStaff } from "../../domain/model/actor.ts"
import { type Appointment, bookedView, type bookInput, bookingInput } from "../../domain/model/appointment.ts"
import type { ServiceAddress } from "../../domain/model/availability.ts"
import { crewIdsOf } from "../../domain/model/crew.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { Hold } from "../../domain/model/hold.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import type { Address } from "../../domain/model/views.ts"
import {
  type CustomersWish,
  type JudgedBooking,
  judgeBooking,
} from "../../domain/rules/booking/judge-booking.ts"
import { noticeFrom, whyNotTheirs } from "../../domain/rules/holds/live-hold.ts"
import { takenTimes } from "../../domain/rules/planning/planned-time.ts"
import { knownLocks, requireLocks } from "../company/change-resource.ts"
import { setCustomerAddress } from "../customers/customers.sql.ts"
import { type HeldTime, liveHold, readHeld } from "../ledger/kept-by-hold.ts"
import { type Confirmation, confirmBooking } from "../messages/announce.ts"
import { causes, previewAppointmentTexts, previewing, withoutCalendars } from "../messages/preview.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks, showAppointment } from "../platform/links.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import type { Written } from "../platform/write.ts"
import { judgeWithLegs, withKnownDrivingTimes } from "../slots/driving-times.ts"
import { loadPlanned, type Planning, teamOf } from "../slots/planned-team.ts"
import { withAlternatives } from "../taking/alternatives.ts"
import { claimAnswered, filesNamedBy } from "../taking/answering-files.ts"
import {
  type Attempt,
  attempt,
  CrewChanged,
  plannedTime,
  planTime,
  type ReadUnderLocks,
  requireLocked,
} from "../taking/attempt.ts"
import { bookedAppointment, drawBooking, recordBooking } from "../taking/record-booking.ts"
import { bookingRefusals } from "../taking/refusal-reasons.ts"
import { ofOneType } from "../taking/wanted-group.ts"
import { questionAround, timeOf, type WantedTime } from "../taking/wanted-time.ts"
import { bookGroup, showGroup } from "./book-group.ts"

export const bookAppointment = operation({
  name: "book_appointment",
  summary: "Book an appointment",
  description:
    "The time must be one that a slot search offers. 409 `slot_taken` and `time_not_offered` carry up to three " +
    "`alternatives`. A fitting open request of the customer is attached automatically. A question of the type that has to be " +
    "answered and is not is named in `field`, as `answers.make`; signed-in staff, and keys that override eligibility, may " +
    "leave it open.",
  noun: "Appointments",
  roles: staff,
  refusals: bookingRefusals,
  events: ["appointment.created", "appointment.pending"],
  body: bookingInput,
  result: bookedView,
  status: 201,
  secret: true,
  isOneTransaction: true,
  run(context, call, input) {
    if (input.appointment_type_ids !== undefined)
      return bookGroup(context, call, input, (booked) => showGroup(context, booked))
    return book(context, call, ofOneType(input), ({ appointment, withLink }) =>
      showAppointment(context, appointment, withLink),
    )
  },
})

export const previewBooking = operation({
  ...previewing,
  name: "preview_booking",
  refusals: withoutCalendars(bookAppointment.refusals!),
  summary: "Preview what a booking would cause",
  body: bookingInput,
  async run(context, call, input) {
    const appointment = await wouldBook(context, call, ofOneType(input))
    const texts = await previewAppointmentTexts(
      context,
      call,
      "confirmation",
      appointment,
      input.silent_channels,
    )
    return causes(texts, appointment.status === "pending" ? "appointment.pending" : "appointment.created")
  },
})

export type BookInput = z.output<typeof bookInput>

/** An address that came with a booking, located. */
export interface SuppliedAddress {
  address: Address
  serviceAddress: ServiceAddress
}

/** A booking as it was written. Each interface shapes its answer from it. */
export interface Booked {
  appointment: Appointment
  request: SchedulingRequest | null
  /** By which it was judged. */
  loaded: LoadedSchedules
  /** Null where the interface sees to the confirmation itself. */
  confirmation: Confirmation | null
  /** Links are set up. */
  withLink: boolean
}

/** What an interface adds to its bookings. */
export interface BookingAdditions {
  /** Becomes the customer's address when the appointment needs one and none is on file. */
  address?: SuppliedAddress | null
  /** Writes more in the booking's transaction. */
  alsoWrite?(tx: Tx, appointment: Appointment): Promise<void>
}

interface Booking {
  call: Call
  wish: CustomersWish
  additions: BookingAdditions
  /** The live hold that it came with, as an unlocked read has seen it. */
  hold: Hold | null
  planning: Planning
}

/** Returns what `show` makes of the booking. Under an Idempotency-Key that is kept for a repeat. */
export function book<Result>(
  context: AppContext,
  call: Call,
  input: BookInput,
  show: (booked: Booked) => Result,
  additions: BookingAdditions = {},
): Promise<Result> {
  const planning: Planning = { team: null }
  return attempt(context, call, async () => {
    const booking = await bookingOf(context, call, input, additions, planning)
    return bookingAttempt(context, booking, input, show)
  })
}

/** Throws the refusal of a hold that is another customer's. */
async function bookingOf(
  context: AppContext,
  call: Call,
  input: BookInput,
  additions: BookingAdditions = {},
  planning: Planning = { team: null },
): Promise<Booking> {
  const wish = wishOf(context, call, input)
  const hold = await liveHold(context.db, call, input.hold_id ?? null)
  const refusal = hold && whyNotTheirs(hold, wish.customerId)
  if (refusal) throw refusal
  return { call, wish: { ...wish, noticeFrom: noticeFrom(hold, wish, call.now) }, additions, hold, planning }
}

function bookingAttempt<Result>(
  context: AppContext,
  booking: Booking,
  input: BookInput,
  show: (booked: Booked) => Result,
): Attempt<ReadLocked, Result> {
  const { call, wish, hold } = booking
  const { companyId } = call
  /** Whose time is locked beside the provider's, as planned. */
  let crewIds: readonly number[] = []
  const judge = (db: Db, isLocked = false) =>
    readAndJudge(context, db, { ...booking, wish: { ...wish, preferredCrew: crewIds } }, isLocked)
  const needing = { companyId, typeId: wish.typeId, locationId: wish.locationId }
  const resourceIds = knownLocks(context, needing)
  const teamIds = () => [
    ...(booking.planning.team?.providerIds ?? []),
    wish.providerId,
    ...(hold ? [hold.provider_id] : []),
  ]
  return {
    operationName: "book_appointment",
    wanted: wantedBy(booking),
    resourceIds: () => [...teamIds(), ...crewIds, ...resourceIds],
    async plan() {
      const read = () => judge(context.db)
      const isTeam = booking.planning.team !== null
      const planned = isTeam ? await read() : await planTime(context, wish, read)
      if (planned?.judged.planned) booking.planning.team = teamOf(planned)
      else if (planned) crewIds = crewIdsOf(planned.judged)
      return planned && plannedTime(planned)
    },
    judgeAgain: () => judge(context.db),
    lock: (tx) =>
      lockInOrder(tx, {
        companyId,
        customerId: wish.customerId,
        requestId: wish.requestId,
        providerIds: [...teamIds(), ...crewIds],
        resourceIds,
      }),
    async readLocked(tx) {
      const [drawn, read, held] = await Promise.all([
        drawBooking(tx, companyId, wish.typeId),
        judge(tx, true),
        hold && readHeld(tx, companyId, hold.id),
      ])
      requireLocks(context, needing, read.judged, resourceIds)
      const comeIds = crewIdsOf(read.judged)
      requireLocked(comeIds, [...crewIds, ...teamIds()])
      const { request } = read.judged
      return { ...read, drawn, held, request, appointment: null, taken: takenTimes(read.judged) }
    },
    record: (tx, read) => recordBooked(context, tx, booking, read, input, show),
  }
}

/** The appointment that the booking would make now, with 0 for its id. Throws the refusal. */
async function wouldBook(context: AppContext, call: Call, input: BookInput): Promise<Appointment> {
  const booking = await bookingOf(context, call, input)
  const read = judgeWithLegs(context, () => readAndJudge(context, context.db, booking))
  const { loaded, judged } = await read.catch(async (error: unknown) => {
    throw await withAlternatives(context, call, wantedBy(booking), error)
  })
  const isConfirmed = saysYes(call, input)
  return bookedAppointment(0, call, {
    loaded,
    judged,
    notes: input.notes ?? null,
    links: context,
    isConfirmed,
  })
}

function wishOf({ files }: Pick<AppContext, "files">, call: Call, input: BookInput): CustomersWish {
  const time = timeOf(call, input)
  return {
    ...time,
    customerId: input.customer_id,
    keepsProvider: input.keep_provider === true,
    seats: input.seats ?? null,
    answers: input.answers ?? {},
    mayLeaveQuestionsOpen: time.overrideEligibility || call.actor.kind === "admin_user",
    mayLeaveFilesOpen: sendsFilesLater(call) || files === null,
  }
}

/** An agent sends none. Who takes an offered time has five minutes for it, and sends them by the appointment's link. */
const sendsFilesLater = ({ actor }: Call) =>
  actor.kind === "agent" || (actor.kind === "link" && actor.of === "waiting_entry")

/** Staff's yes may come with their booking. */
const saysYes = ({ actor }: Call, { confirmed }: BookInput) => isStaff(actor) && confirmed === true

const wantedBy = ({ wish, additions, hold }: Booking): WantedTime => ({
  ...wish,
  holdId: hold?.id ?? null,
  serviceAddress: additions.address?.serviceAddress ?? null,
})

interface ReadBooking {
  loaded: LoadedSchedules
  judged: JudgedBooking
  /** The supplied address, where it is needed and becomes the customer's. */
  newAddress: SuppliedAddress | null
}

interface ReadLocked extends ReadBooking, ReadUnderLocks {
  drawn: Awaited<ReturnType<typeof drawBooking>>
  /** Null without a hold, and where it ended meanwhile. */
  held: HeldTime | null
}

/** Throws the refusal when the booking is judged to be none, and `LegsNotAsked`. */
async function readAndJudge(
  context: AppContext,
  db: Db,
  booking: Booking,
  isLocked = false,
): Promise<ReadBooking> {
  const { call, wish, additions } = booking
  const { preferredCrew: crewIds = [] } = wish
  const isCrewLocked = isLocked && crewIds.length > 0
  const question = { ...questionAround(call, wantedBy(booking), 1), ...(isCrewLocked ? { crewIds } : {}) }
  const { planning } = booking
  const asked = loadPlanned(db, question, { now: call.now, isLocked, planning })
  const [onFile, files] = await Promise.all([
    asked,
    filesNamedBy(db, call.companyId, wish.answers, { actor: call.actor, customerId: wish.customerId }),
  ])
  const newAddress = lacksAddress(onFile) ? (additions.address ?? null) : null
  const located = newAddress ? withAddress(onFile, newAddress) : onFile
  const loaded = withKnownDrivingTimes(context, located)
  const known = planning.team?.plan ?? null
  const judged = judgeBooking(loaded, { ...wish, known, isLocked }, files)
  // Without those who were chosen there may be others, whom the next try finds.
  if (judged instanceof Refusal)
    throw isCrewLocked && judged.code === "time_not_offered" ? new CrewChanged() : judged
  return { loaded, judged, newAddress }
}

/** It was chosen, or assignment or request left no other. */
const keepsProviderOf = ({ input }: JudgedBooking, { keepsProvider }: Booking["wish"]): boolean =>
  keepsProvider === true || input.assignedProviderId !== null || input.request?.providerId != null

const lacksAddress = ({ type, customer }: LoadedSchedules) =>
  type?.place === "at_customer" && customer?.address === null && customer.latitude === null

function withAddress(loaded: LoadedSchedules, { address, serviceAddress }: SuppliedAddress): LoadedSchedules {
  const { latitude = null, longitude = null } = serviceAddress.point ?? {}
  const supplied = {
    ...{ address, latitude, longitude },
    address_accuracy: serviceAddress.accuracy ?? null,
    address_city_codes: serviceAddress.cityCodes ?? null,
  }
  return { ...loaded, customer: loaded.customer && { ...loaded.customer, ...supplied } }
}

async function recordBooked<Result>(
  context: AppContext,
  tx: Tx,
  { call, wish, additions }: Booking,
  { loaded, judged, newAddress, drawn, held }: ReadLocked,
  input: BookInput,
  show: (booked: Booked) => Result,
): Promise<Written<Result>> {
  if (newAddress) await setCustomerAddress(tx, call.companyId, wish.customerId, newAddress, call.now)
  const isConfirmed = saysYes(call, input)
  const keepsProvider = keepsProviderOf(judged, wish)
  const booked = {
    loaded,
    judged,
    notes: input.notes ?? null,
    links: context,
    isConfirmed,
    held,
    keepsProvider,
    tells: context,
  }
  const appointment = await recordBooking(tx, call, drawn, booked)
  const claimant = { companyId: call.companyId, appointmentId: appointment.id, customerId: wish.customerId }
  await claimAnswered(tx, claimant, judged.answers)
  // Before the confirmation, which may need the consent that came with the booking.
  await additions.alsoWrite?.(tx, appointment)
  // An agent asks its caller whether to send a confirmation, and queues it in `alsoWrite`.
  const silent = call.actor.kind === "agent" ? (["sms"] as const) : input.silent_channels
  const confirmation = await confirmBooking(tx, context, call, appointment, { silent })
  const withLink = givesLinks(context, loaded.company)
  return {
    result: show({ appointment, request: judged.request, loaded, confirmation, withLink }),
    targetId: appointment.id,
    fields: Object.keys(input),
    customerId: appointment.customer_id,
  }
}
