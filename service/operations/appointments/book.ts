/** Books a time, for every interface. The order of its steps is that of `attempt.ts`. */
import type { z } from "zod"
import { isStaff } from "../../../domain/model/actor.ts"
import { type Appointment, appointmentView, bookInput } from "../../../domain/model/appointment.ts"
import type { ServiceAddress } from "../../../domain/model/availability.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../../domain/model/scheduling-request.ts"
import type { Address } from "../../../domain/model/views.ts"
import {
  type BookingWish,
  type JudgedBooking,
  judgeBooking,
} from "../../../domain/rules/booking/judge-booking.ts"
import { occupiedBlocks } from "../../../domain/rules/booking/occupied.ts"
import { msPerMinute } from "../../../domain/time/units.ts"
import type { AppContext } from "../../context.ts"
import { setCustomerAddress } from "../../store/customers.ts"
import type { Db, Tx } from "../../store/pg/database.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { loadSchedules } from "../../store/schedules.ts"
import { type Call, operation, staff } from "../operation.ts"
import { judgeWithLegs, withKnownDrivingTimes } from "../shared/driving-times.ts"
import { givesLinks, showAppointment } from "../shared/links.ts"
import { bookedAppointment, drawBooking, recordBooking } from "../shared/record-booking.ts"
import { type Confirmation, confirmBooking } from "../shared/texts.ts"
import { causes, previewAppointmentTexts, previewing, withoutCalendars } from "../texts/preview.ts"
import type { Written } from "../write.ts"
import { withAlternatives } from "./alternatives.ts"
import { type Attempt, attempt, type ReadUnderLocks } from "./attempt.ts"
import { bookingRefusals } from "./refusal-reasons.ts"
import { questionAround, type WantedTime } from "./wanted-time.ts"

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
  events: ["appointment.created"],
  body: bookInput,
  result: appointmentView,
  status: 201,
  secret: true,
  isOneTransaction: true,
  run: (context, call, input) =>
    book(context, call, input, ({ appointment, withLink }) =>
      showAppointment(context, appointment, withLink),
    ),
})

export const previewBooking = operation({
  ...previewing,
  name: "preview_booking",
  refusals: withoutCalendars(bookAppointment.refusals!),
  summary: "Preview what a booking would cause",
  body: bookInput,
  async run(context, call, input) {
    const appointment = await wouldBook(context, call, input)
    const texts = await previewAppointmentTexts(
      context,
      call,
      "confirmation",
      appointment,
      input.silent_channels,
    )
    return causes(texts, "appointment.created")
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
  wish: BookingWish
  additions: BookingAdditions
}

/** Returns what `show` makes of the booking. Under an Idempotency-Key that is kept for a repeat. */
export function book<Result>(
  context: AppContext,
  call: Call,
  input: BookInput,
  show: (booked: Booked) => Result,
  additions: BookingAdditions = {},
): Promise<Result> {
  const booking = { call, wish: wishOf(call, input), additions }
  return attempt(context, call, async () => bookingAttempt(context, booking, input, show))
}

function bookingAttempt<Result>(
  context: AppContext,
  booking: Booking,
  input: BookInput,
  show: (booked: Booked) => Result,
): Attempt<ReadLocked, Result> {
  const { call, wish } = booking
  const { companyId } = call
  const judge = (db: Db) => readAndJudge(context, db, booking)
  return {
    operationName: "book_appointment",
    wanted: wantedBy(booking),
    providerIds: [wish.providerId],
    /**
     * Asks the calendars of a provider who is known to have some; for all others this costs nothing. Whether the provider has
     * any is certain only under the lock, where nothing may be asked: then the booking finds out and tries again.
     */
    async plan() {
      if (!context.providersWithCalendars.has(wish.providerId)) return null
      const { loaded, judged } = await judge(context.db)
      return { loaded, occupied: occupiedBlocks(judged.input.type, judged.blocks) }
    },
    judgeAgain: () => judge(context.db),
    lock: (tx) =>
      lockInOrder(tx, {
        companyId,
        customerId: wish.customerId,
        requestId: wish.requestId,
        providerIds: [wish.providerId],
      }),
    async readLocked(tx) {
      const [drawn, read] = await Promise.all([drawBooking(tx, companyId, wish.typeId), judge(tx)])
      return { ...read, drawn, request: read.judged.request, appointment: null }
    },
    record: (tx, read) => recordBooked(context, tx, booking, read, input, show),
  }
}

/** The appointment that the booking would make now, with 0 for its id. Throws the refusal. */
async function wouldBook(context: AppContext, call: Call, input: BookInput): Promise<Appointment> {
  const booking: Booking = { call, wish: wishOf(call, input), additions: {} }
  const read = judgeWithLegs(context, () => readAndJudge(context, context.db, booking))
  const { loaded, judged } = await read.catch(async (error: unknown) => {
    throw await withAlternatives(context, call, wantedBy(booking), error)
  })
  return bookedAppointment(0, call, { loaded, judged, notes: input.notes ?? null, links: context })
}

function wishOf(call: Call, input: BookInput): BookingWish {
  const mayOverride = isStaff(call.actor) && input.override_eligibility === true
  return {
    now: call.now,
    customerId: input.customer_id,
    typeId: input.appointment_type_id,
    providerId: input.provider_id,
    locationId: input.location_id ?? null,
    startMinute: Date.parse(input.start_time) / msPerMinute,
    endMs: input.end_time === undefined ? null : Date.parse(input.end_time),
    requestId: input.scheduling_request_id ?? null,
    durationOptionId: input.duration_option_id ?? null,
    overrideEligibility: mayOverride,
    answers: input.answers ?? {},
    mayLeaveQuestionsOpen: mayOverride || call.actor.kind === "admin_user",
  }
}

const wantedBy = ({ wish, additions }: Booking): WantedTime => ({
  ...wish,
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
}

/** Throws the refusal when the booking is judged to be none, and `LegsNotAsked`. */
async function readAndJudge(context: AppContext, db: Db, booking: Booking): Promise<ReadBooking> {
  const { call, wish, additions } = booking
  const onFile = await loadSchedules(db, questionAround(call, wantedBy(booking), 1))
  const newAddress = lacksAddress(onFile) ? (additions.address ?? null) : null
  const located = newAddress ? withAddress(onFile, newAddress) : onFile
  const loaded = withKnownDrivingTimes(context, located)
  const judged = judgeBooking(loaded, wish)
  if (judged instanceof Refusal) throw judged
  return { loaded, judged, newAddress }
}

const lacksAddress = ({ type, customer }: LoadedSchedules) =>
  type?.place === "at_customer" && customer?.address === null && customer.latitude === null

function withAddress(loaded: LoadedSchedules, { address, serviceAddress }: SuppliedAddress): LoadedSchedules {
  const { latitude = null, longitude = null } = serviceAddress.point ?? {}
  const supplied = { address, latitude, longitude, address_accuracy: serviceAddress.accuracy ?? null }
  return { ...loaded, customer: loaded.customer && { ...loaded.customer, ...supplied } }
}

async function recordBooked<Result>(
  context: AppContext,
  tx: Tx,
  { call, wish, additions }: Booking,
  { loaded, judged, newAddress, drawn }: ReadLocked,
  input: BookInput,
  show: (booked: Booked) => Result,
): Promise<Written<Result>> {
  if (newAddress) await setCustomerAddress(tx, call.companyId, wish.customerId, newAddress, call.now)
  const booked = { loaded, judged, notes: input.notes ?? null, links: context }
  const appointment = await recordBooking(tx, call, drawn, booked)
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
