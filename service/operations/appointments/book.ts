/**
 * Books a time, for every interface, in this order: plan the booking without locks and ask the provider's calendars, wait
 * for a turn at the provider, then lock, read again, judge and write in one transaction.
 */
import type { z } from "zod"
import { isStaff } from "../../../domain/model/actor.ts"
import { type Appointment, appointmentView, bookInput } from "../../../domain/model/appointment.ts"
import type { ServiceAddress } from "../../../domain/model/availability.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../../domain/model/scheduling-request.ts"
import type { Address } from "../../../domain/model/views.ts"
import { serviceAddressOnFile } from "../../../domain/rules/availability/plan-search.ts"
import {
  type BookingWish,
  type JudgedBooking,
  judgeBooking,
} from "../../../domain/rules/booking/judge-booking.ts"
import { occupiedBlocks } from "../../../domain/rules/booking/occupied.ts"
import { whyLinkEnded } from "../../../domain/rules/requests/link-state.ts"
import { minutesPerDay, msPerMinute } from "../../../domain/time/units.ts"
import type { AppContext } from "../../context.ts"
import { setCustomerAddress } from "../../store/customers.ts"
import type { Db, Tx } from "../../store/pg/database.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { loadSchedules } from "../../store/schedules.ts"
import { type Call, operation, staff } from "../operation.ts"
import { askForWays, judgeWithWays, WaysNotAsked, withKnownDrivingTimes } from "../shared/driving-times.ts"
import { givesLinks, showAppointment } from "../shared/links.ts"
import { bookedAppointment, drawBooking, recordBooking } from "../shared/record-booking.ts"
import { type Confirmation, confirmByText } from "../shared/texts.ts"
import { causes, previewAppointmentTexts, previewing } from "../texts/preview.ts"
import { write } from "../write.ts"
import { withAlternatives } from "./alternatives.ts"
import { type AskedCalendars, askCalendars, CalendarsNotAsked, requireAsked } from "./ask-calendars.ts"
import { bookingRefusals } from "./refusal-reasons.ts"

export const bookAppointment = operation({
  name: "book_appointment",
  summary: "Book an appointment",
  description:
    "The time must be one that a slot search offers. 409 `slot_taken` and `time_not_offered` carry up to three " +
    "`alternatives`. A fitting open request of the customer is attached by itself.",
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
  refusals: bookAppointment.refusals!,
  summary: "Preview what a booking would cause",
  body: bookInput,
  async run(context, call, input) {
    const appointment = await wouldBook(context, call, input)
    const texts = await previewAppointmentTexts(context, call, "confirmation", appointment)
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

interface Booking<Result> {
  call: Call
  wish: BookingWish
  input: BookInput
  show: (booked: Booked) => Result
  additions: BookingAdditions
}

/** Asking again is worth it only this often: a company may be connecting calendars, or booking visits, all the time. */
const mostTries = 3

/** Returns what `show` makes of the booking. Under an Idempotency-Key that is kept for a repeat. */
export async function book<Result>(
  context: AppContext,
  call: Call,
  input: BookInput,
  show: (booked: Booked) => Result,
  additions: BookingAdditions = {},
): Promise<Result> {
  const booking = { call, wish: wishOf(call, input), input, show, additions }
  const { providerId } = booking.wish
  for (let tries = 1; ; tries += 1) {
    try {
      const asked = await planAndAsk(context, booking)
      using turn = await context.gate.enter(providerId)
      // After waiting, the time is probably taken: judge again before a connection waits for the lock.
      if (turn.hasWaited) await readAndJudge(context, context.db, booking)
      return await writeBooking(context, booking, asked)
    } catch (error) {
      const isWorthAnother = error instanceof CalendarsNotAsked || error instanceof WaysNotAsked
      if (!isWorthAnother || tries === mostTries) {
        throw await withAlternatives(context, call, refusedWish(booking), error)
      }
      if (error instanceof WaysNotAsked) await askForWays(context, error.ways)
      else context.providersWithCalendars.add(providerId)
    }
  }
}

/** The appointment that the booking would make now, with 0 for its id. Throws the refusal. */
async function wouldBook(context: AppContext, call: Call, input: BookInput): Promise<Appointment> {
  const booking = { call, wish: wishOf(call, input), additions: {} }
  const read = judgeWithWays(context, () => readAndJudge(context, context.db, booking))
  const { loaded, judged } = await read.catch(async (error: unknown) => {
    throw await withAlternatives(context, call, refusedWish(booking), error)
  })
  return bookedAppointment(0, call, { loaded, judged, notes: input.notes ?? null, links: context })
}

function wishOf(call: Call, input: BookInput): BookingWish {
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
    overrideEligibility: isStaff(call.actor) && input.override_eligibility === true,
  }
}

const refusedWish = ({ wish, additions }: Pick<Booking<unknown>, "wish" | "additions">) => ({
  ...wish,
  serviceAddress: additions.address?.serviceAddress ?? null,
})

/**
 * Asks the calendars of a provider who is known to have some; for all others this costs nothing. Whether the provider has
 * any is certain only under the lock, where nothing may be asked: then the booking finds out and tries again.
 */
async function planAndAsk(context: AppContext, booking: Booking<unknown>): Promise<AskedCalendars> {
  const { call, wish } = booking
  if (!context.providersWithCalendars.has(wish.providerId)) return []
  const { loaded, judged } = await readAndJudge(context, context.db, booking)
  const occupied = occupiedBlocks(judged.input.type, judged.blocks)
  const asked = await askCalendars(context, call.companyId, loaded.calendars, occupied)
  if (asked.length === 0) context.providersWithCalendars.delete(wish.providerId)
  return asked
}

interface ReadBooking {
  loaded: LoadedSchedules
  judged: JudgedBooking
  /** The supplied address, where it is needed and becomes the customer's. */
  newAddress: SuppliedAddress | null
}

/** Throws the refusal when the booking is judged to be none, and `WaysNotAsked`. */
async function readAndJudge(
  context: AppContext,
  db: Db,
  { call, wish, additions }: Pick<Booking<unknown>, "call" | "wish" | "additions">,
): Promise<ReadBooking> {
  const day = Math.floor(wish.startMinute / minutesPerDay)
  const onFile = await loadSchedules(db, {
    companyId: call.companyId,
    typeId: wish.typeId,
    firstDay: day - 1,
    endDay: day + 2,
    customerId: wish.customerId,
    requestId: wish.requestId,
    providerId: wish.providerId,
    locationId: wish.locationId,
    movedAppointmentId: null,
    blockCount: null,
    onlyWanted: true,
  })
  const newAddress = lacksAddress(onFile) ? (additions.address ?? null) : null
  const located = newAddress ? withAddress(onFile, newAddress) : onFile
  const loaded = withKnownDrivingTimes(context, located, serviceAddressOnFile(located))
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

/** Locks, reads again, judges and writes. */
async function writeBooking<Result>(
  context: AppContext,
  booking: Booking<Result>,
  asked: AskedCalendars,
): Promise<Result> {
  const { call, wish, input, show, additions } = booking
  return write(context, call, "book_appointment", async (tx) => {
    lockInOrder(tx, {
      companyId: call.companyId,
      customerId: wish.customerId,
      requestId: wish.requestId,
      providerIds: [wish.providerId],
    })
    const [drawn, { loaded, judged, newAddress }] = await Promise.all([
      drawBooking(tx, call.companyId, wish.typeId),
      readAndJudge(context, tx, booking),
    ])
    requireAsked(loaded, asked)
    const linkEnded = whyLinkEnded(call.actor, { request: judged.request, appointment: null })
    if (linkEnded) throw linkEnded
    if (newAddress) await setCustomerAddress(tx, call.companyId, wish.customerId, newAddress, call.now)
    const booked = { loaded, judged, notes: input.notes ?? null, links: context }
    const appointment = await recordBooking(tx, call, drawn, booked)
    // Before the confirmation, which may need the consent that came with the booking.
    await additions.alsoWrite?.(tx, appointment)
    // An agent asks its caller whether to send a confirmation, and queues it in `alsoWrite`.
    const confirmation =
      call.actor.kind === "agent" ? null : await confirmByText(tx, context, call, appointment)
    const withLink = givesLinks(context, loaded.company)
    return {
      result: show({ appointment, request: judged.request, loaded, confirmation, withLink }),
      targetId: appointment.id,
      fields: Object.keys(input),
      customerId: appointment.customer_id,
    }
  })
}
