/** Books a time, for every interface. The order of its steps is that of `take-time.ts`. */

import type { z } from "zod"
import { isStaff } from "../../domain/model/actor.ts"
import { type Appointment, bookedView, type bookInput, bookingInput } from "../../domain/model/appointment.ts"
import type { ServiceAddress } from "../../domain/model/availability.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { newExternalData } from "../../domain/model/external-data.ts"
import type { Hold } from "../../domain/model/hold.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import type { Address } from "../../domain/model/views.ts"
import type { WaitingEntry } from "../../domain/model/waiting-entry.ts"
import {
  type CustomersWish,
  type JudgedBooking,
  judgeBooking,
} from "../../domain/rules/booking/judge-booking.ts"
import { noticeFrom, whyNotTheirs } from "../../domain/rules/holds/live-hold.ts"
import { setCustomerAddress } from "../customers/customers.sql.ts"
import { noteChanged } from "../customers/note-customer.ts"
import { type HeldTime, liveHold, readHeld } from "../ledger/kept-by-hold.ts"
import { waitingOfCustomer } from "../ledger/waiting-entries.sql.ts"
import { type Confirmation, confirmBooking } from "../messages/announce.ts"
import { causes, previewAppointmentTexts, previewing, withoutCalendars } from "../messages/preview.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks, showAppointment } from "../platform/links.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import type { Written } from "../platform/write.ts"
import { judgeWithLegs, withKnownDrivingTimes } from "../slots/driving-times.ts"
import { loadPlanned } from "../slots/planned-team.ts"
import { withAlternatives } from "../taking/alternatives.ts"
import { claimAnswered, filesNamedBy } from "../taking/answering-files.ts"
import { CrewChanged } from "../taking/judge-steadily.ts"
import { type Judged, type Known, nothingKnown, seatOf } from "../taking/plan-parts.ts"
import { bookedAppointment, drawBooking, recordBooking } from "../taking/record-booking.ts"
import { bookingRefusals } from "../taking/refusal-reasons.ts"
import { type Taking, takeTime } from "../taking/take-time.ts"
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
  /** The schedules by which it was judged. */
  loaded: LoadedSchedules
  /** Null where the interface sees to the confirmation itself. */
  confirmation: Confirmation | null
  /** Links are set up. */
  withLink: boolean
}

/** An interface's additions to its bookings. */
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
}

/** Returns what `show` makes of the booking. Under an Idempotency-Key that is kept for a repeat. */
export function book<Result>(
  context: AppContext,
  call: Call,
  input: BookInput,
  show: (booked: Booked) => Result,
  additions: BookingAdditions = {},
): Promise<Result> {
  return takeTime(context, call, async () => {
    const booking = await bookingOf(context, call, input, additions)
    return takingOf(context, booking, input, show)
  })
}

/** Throws the refusal of a hold that is another customer's. */
async function bookingOf(
  context: AppContext,
  call: Call,
  input: BookInput,
  additions: BookingAdditions = {},
): Promise<Booking> {
  const wish = wishOf(context, call, input)
  const hold = await liveHold(context.db, call, input.hold_id ?? null)
  const refusal = hold && whyNotTheirs(hold, wish.customerId)
  if (refusal) throw refusal
  return { call, wish: { ...wish, noticeFrom: noticeFrom(hold, wish, call.now) }, additions, hold }
}

function takingOf<Result>(
  context: AppContext,
  booking: Booking,
  input: BookInput,
  show: (booked: Booked) => Result,
): Taking<ReadBooking, ReadBeside, Result> {
  const { call, wish, hold } = booking
  const { companyId } = call
  return {
    operation: "book_appointment",
    parts: [wantedBy(booking)],
    together: "all",
    locks: {
      customerId: wish.customerId,
      requestId: wish.requestId,
      providerIds: [wish.providerId, ...(hold ? [hold.provider_id] : [])],
    },
    judge: (db, known) => readAndJudge(context, db, booking, known),
    async read(tx) {
      const [drawn, held, waiting] = await Promise.all([
        drawBooking(tx, companyId, wish.typeId),
        hold && readHeld(tx, companyId, hold.id),
        waitingOfCustomer(tx, companyId, wish.customerId),
      ])
      return { drawn, held, waiting }
    },
    record: (tx, read, beside) => recordBooked(context, tx, booking, { ...read, ...beside }, input, show),
  }
}

/** The appointment that the booking would make now, with 0 for its id. Throws the refusal. */
async function wouldBook(context: AppContext, call: Call, input: BookInput): Promise<Appointment> {
  const booking = await bookingOf(context, call, input)
  const read = judgeWithLegs(context, () => readAndJudge(context, context.db, booking, nothingKnown()))
  const { loaded, judged } = await read.catch(async (error: unknown) => {
    throw await withAlternatives(context, call, wantedBy(booking), error)
  })
  const isConfirmed = saysYes(call, input)
  return bookedAppointment(0, call, {
    loaded,
    judged,
    notes: input.notes ?? null,
    external: newExternalData(input),
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

interface ReadBooking extends Judged {
  loaded: LoadedSchedules
  judged: JudgedBooking
  /** The supplied address, where it is needed and becomes the customer's. */
  newAddress: SuppliedAddress | null
}

interface ReadBeside {
  drawn: Awaited<ReturnType<typeof drawBooking>>
  /** Null without a hold, and where it ended meanwhile. */
  held: HeldTime | null
  /** The customer's waiting entries. */
  waiting: readonly WaitingEntry[]
}

/** Throws the refusal when the booking is judged to be none, and `LegsNotAsked`. */
async function readAndJudge(
  context: AppContext,
  db: Db,
  booking: Booking,
  known: Known,
): Promise<ReadBooking> {
  const { call, additions } = booking
  const { isLocked, team } = known
  const crewIds = team === null ? (known.crews.get(0) ?? []) : []
  const wish = { ...booking.wish, preferredCrew: crewIds }
  const wanted = wantedBy(booking)
  const isCrewLocked = isLocked && crewIds.length > 0
  const question = { ...questionAround(call, wanted, 1), ...(isCrewLocked ? { crewIds } : {}) }
  const asked = loadPlanned(db, question, { now: call.now, isLocked, planning: known })
  const [onFile, files] = await Promise.all([
    asked,
    filesNamedBy(db, call.companyId, wish.answers, { actor: call.actor, customerId: wish.customerId }),
  ])
  const newAddress = lacksAddress(onFile) ? (additions.address ?? null) : null
  const located = newAddress ? withAddress(onFile, newAddress) : onFile
  const loaded = withKnownDrivingTimes(context, located)
  const judged = judgeBooking(loaded, { ...wish, known: team?.plan ?? null, isLocked }, files)
  // Without those who were chosen there may be others, whom the next try finds.
  if (judged instanceof Refusal)
    throw isCrewLocked && judged.code === "time_not_offered" ? new CrewChanged() : judged
  const parts = [seatOf(0, wanted, loaded, judged)]
  return { parts, loaded, judged, newAddress, request: judged.request, appointment: null }
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
  { loaded, judged, newAddress, drawn, held, waiting }: ReadBooking & ReadBeside,
  input: BookInput,
  show: (booked: Booked) => Result,
): Promise<Written<Result>> {
  if (newAddress && (await setCustomerAddress(tx, call.companyId, wish.customerId, newAddress)))
    await noteChanged(tx, call, wish.customerId, ["address"])
  const isConfirmed = saysYes(call, input)
  const keepsProvider = keepsProviderOf(judged, wish)
  const booked = {
    loaded,
    judged,
    notes: input.notes ?? null,
    external: newExternalData(input),
    links: context,
    isConfirmed,
    held,
    waiting,
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
