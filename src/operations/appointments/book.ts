/**
 * Books a time, for every door: lock, read, judge and write in one transaction, since what was read under the lock is what
 * counts. A live calendar is asked before it, after a first reading and judgement without locks.
 */
import type { z } from "zod"
import type { AppContext } from "../../context.ts"
import { isStaff } from "../../model/actor.ts"
import { type Appointment, type bookInput, companyAppointment } from "../../model/appointment.ts"
import type { ServiceAddress } from "../../model/availability.ts"
import { Refusal } from "../../model/errors.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { Address } from "../../model/views.ts"
import { type BookingWish, type JudgedBooking, judgeBooking } from "../../rules/booking/judge-booking.ts"
import { occupiedBlocks } from "../../rules/booking/occupied.ts"
import { whyLinkEnded } from "../../rules/requests/link-state.ts"
import { nextAppointmentId } from "../../store/appointment-ids.ts"
import { setCustomerAddress } from "../../store/customers.ts"
import type { Db, Tx } from "../../store/pg/database.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { loadSchedules } from "../../store/schedules.ts"
import { minutesPerDay, msPerMinute } from "../../time/units.ts"
import { type Asked, askCalendars, requireAsked, withLiveCheck } from "../ask-calendar.ts"
import type { Call } from "../operation.ts"
import { placeAppointment } from "../shared/appointments.ts"
import { confirmByText } from "../shared/texts.ts"
import { write } from "../write.ts"
import { withAlternatives } from "./alternatives.ts"
import { refuseOtherEnd } from "./refuse-other-end.ts"

export type BookInput = z.output<typeof bookInput>

/** As the company's door shows it; other doors shape their own answer from it. */
export type BookedAppointment = ReturnType<typeof companyAppointment>

/** An address that came with a booking, located. */
export interface SuppliedAddress {
  address: Address
  serviceAddress: ServiceAddress
}

/** What a door adds to its bookings. */
export interface Additions {
  /** Becomes the customer's, where a visit needs one and none is on file. */
  address?: SuppliedAddress | null
  /** Runs in the booking's transaction. */
  also?: (tx: Tx, appointment: Appointment) => Promise<void>
}

export async function book(
  context: AppContext,
  call: Call,
  input: BookInput,
  additions: Additions = {},
): Promise<BookedAppointment> {
  const wish = wishOf(call, input)
  const supplied = additions.address ?? null
  const judge = () => gather(context.db, call, wish, { input, additions })
  const ask = async () => {
    const { loaded, judged } = await judge()
    return askCalendars(
      context,
      call.companyId,
      loaded.calendars,
      occupiedBlocks(judged.input.type, judged.blocks),
    )
  }
  return withAlternatives(context, call, { ...wish, serviceAddress: supplied?.serviceAddress ?? null }, () =>
    withLiveCheck(context, wish.providerId, ask, (asked) =>
      context.gate.pass(wish.providerId, async (waited) => {
        // Whoever waited has most likely lost the time; this says so without taking a lock.
        if (waited) await judge()
        return writeBooking(context, call, wish, { input, additions }, asked)
      }),
    ),
  )
}

function wishOf(call: Call, input: BookInput): BookingWish {
  return {
    now: call.now,
    customerId: input.customer_id,
    typeId: input.appointment_type_id,
    providerId: input.provider_id,
    locationId: input.location_id ?? null,
    startMinute: Date.parse(input.start_time) / msPerMinute,
    requestId: input.scheduling_request_id ?? null,
    durationOptionId: input.duration_option_id ?? null,
    overrideEligibility: isStaff(call.actor) && input.override_eligibility === true,
  }
}

interface Gathered {
  loaded: LoadedSchedules
  judged: JudgedBooking
  /** The supplied address was needed, and is to be kept. */
  takesAddress: boolean
}

interface Booking {
  input: BookInput
  additions: Additions
}

/** Reads and judges; throws the refusal, if there is one. */
async function gather(
  db: Db,
  call: Call,
  wish: BookingWish,
  { input, additions }: Booking,
): Promise<Gathered> {
  const supplied = additions.address ?? null
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
  const takesAddress = supplied !== null && lacksAddress(onFile)
  const loaded = takesAddress ? withAddress(onFile, supplied) : onFile
  const judged = judgeBooking(loaded, wish)
  if (judged instanceof Refusal) throw judged
  refuseOtherEnd(judged.blocks, input.end_time)
  return { loaded, judged, takesAddress }
}

const lacksAddress = ({ type, customer }: LoadedSchedules) =>
  type?.place === "at_customer" && customer?.address === null && customer.latitude === null

function withAddress(loaded: LoadedSchedules, { address, serviceAddress }: SuppliedAddress): LoadedSchedules {
  const { latitude = null, longitude = null } = serviceAddress.point ?? {}
  const supplied = { address, latitude, longitude, address_accuracy: serviceAddress.accuracy ?? null }
  return { ...loaded, customer: loaded.customer && { ...loaded.customer, ...supplied } }
}

async function writeBooking(
  context: AppContext,
  call: Call,
  wish: BookingWish,
  booking: Booking,
  asked: Asked,
): Promise<BookedAppointment> {
  const { input, additions } = booking
  const id = await nextAppointmentId(context.db)
  return write(context, call, "book_appointment", async (tx) => {
    lockInOrder(tx, {
      companyId: call.companyId,
      customerId: wish.customerId,
      requestId: wish.requestId,
      providerIds: [wish.providerId],
    })
    const { loaded, judged, takesAddress } = await gather(tx, call, wish, booking)
    requireAsked(loaded, asked)
    const linkEnded = whyLinkEnded(call.actor, judged.request)
    if (linkEnded) throw linkEnded
    if (takesAddress) {
      await setCustomerAddress(tx, call.companyId, wish.customerId, additions.address!, call.now)
    }
    const appointment = await placeAppointment(tx, call, id, { loaded, judged, notes: input.notes ?? null })
    // An agent asks its caller first, and confirms by itself.
    if (call.actor.kind !== "agent") tx.beforeCommit(confirmByText(tx, context, call, appointment))
    await additions.also?.(tx, appointment)
    return {
      result: companyAppointment(appointment),
      targetId: appointment.id,
      fields: Object.keys(input),
      customerId: appointment.customer_id,
    }
  })
}
