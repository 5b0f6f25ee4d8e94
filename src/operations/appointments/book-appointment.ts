/**
 * Books a time, for every door. Gather and judge unlocked, ask the live calendar, then lock, read again, judge again
 * and write: what was read under the lock is what counts.
 */
import { placeAppointment } from "../../changes/place-appointment.ts"
import { requireLiveLink } from "../../changes/require-link.ts"
import { isStaff } from "../../model/actor.ts"
import { appointmentView, bookInput, companyAppointment } from "../../model/appointment.ts"
import { Refusal } from "../../model/errors.ts"
import { type BookingWish, type JudgedBooking, judgeBooking } from "../../rules/booking.ts"
import { endMatches, occupiedBlocks } from "../../rules/occupied.ts"
import type { Db } from "../../store/database.ts"
import { lockInOrder } from "../../store/locks.ts"
import { loadSchedules } from "../../store/schedules.ts"
import { askCalendar } from "../ask-calendar.ts"
import { type Call, type House, operation, staff, write } from "../operation.ts"
import { withAlternatives } from "./alternatives.ts"

export const bookAppointment = operation({
  name: "book_appointment",
  summary: "Book an appointment",
  description:
    "The time must be one that a slot search offers. 409 `slot_taken` and `time_not_offered` carry up to three " +
    "`alternatives`. A fitting open request of the customer is attached by itself.",
  noun: "Appointments",
  roles: staff,
  body: bookInput,
  result: appointmentView,
  status: 201,
  async run(house, call, input) {
    const wish: BookingWish = {
      now: call.now,
      customerId: input.customer_id,
      typeId: input.appointment_type_id,
      providerId: input.provider_id,
      locationId: input.location_id ?? null,
      startMinute: Date.parse(input.start_time) / 60_000,
      requestId: input.scheduling_request_id ?? null,
      durationOptionId: input.duration_option_id ?? null,
      overrideEligibility: isStaff(call.actor) && input.override_eligibility === true,
    }
    return withAlternatives(house, call, wish, async () => {
      const judged = await judge(house.db, call, wish)
      if (input.end_time !== undefined && !endMatches(judged.blocks, Date.parse(input.end_time))) {
        throw new Refusal("end_time_mismatch", { field: "end_time" })
      }
      const occupied = occupiedBlocks(judged.input.type, judged.blocks)
      await askCalendar(house, call.companyId, wish.providerId, occupied)
      return house.gate.pass(wish.providerId, async (waited) => {
        if (waited) await judge(house.db, call, wish)
        return book(house, call, wish, judged.request?.id ?? null, input.notes ?? null, Object.keys(input))
      })
    })
  },
})

/** Reads and judges; throws the refusal, if there is one. */
async function judge(db: Db, call: Call, wish: BookingWish): Promise<JudgedBooking> {
  const { judged } = await gather(db, call, wish)
  return judged
}

async function gather(db: Db, call: Call, wish: BookingWish) {
  const day = Math.floor(wish.startMinute / 1440)
  const loaded = await loadSchedules(db, {
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
  const judged = judgeBooking(loaded, wish)
  if (judged instanceof Refusal) throw judged
  return { loaded, judged }
}

async function book(
  house: House,
  call: Call,
  wish: BookingWish,
  requestId: number | null,
  notes: string | null,
  fields: readonly string[],
) {
  return write(house, call, "book_appointment", async (tx) => {
    await lockInOrder(tx, {
      companyId: call.companyId,
      customerId: wish.customerId,
      requestId,
      providerIds: [wish.providerId],
    })
    const { loaded, judged } = await gather(tx, call, wish)
    requireLiveLink(call.actor, judged.request)
    // A request that came up since the locks were chosen is not held; the caller's repeat will find it.
    if ((judged.request?.id ?? null) !== requestId) throw new Refusal("busy", { retryAfterSeconds: 1 })
    const appointment = await placeAppointment(tx, call, { loaded, judged, notes })
    return {
      result: companyAppointment(appointment),
      targetId: appointment.id,
      fields,
      customerId: appointment.customer_id,
    }
  })
}
