/** A booking that is sent again with another wish: it changes, or the caller hears what they have. */
import { expect, it } from "vitest"
import { openCompany, shareService } from "../company.ts"
import { refusalOf } from "../conversation.ts"

shareService()

const nine = "2027-03-03T15:00:00.000Z"
const quiet = { receive_sms_confirmation: false }

it("FX-06 AV-15 AV-24 a class asked again with other seats is refused in a sentence, and says its seats", async () => {
  const { company, ana, austin } = await openCompany()
  const yoga = await company.post("/appointment-types", { name: "Yoga", duration_minutes: 60, seats: 5 })
  const typeId = yoga.body.data.id
  await company.put(`/providers/${ana}`, { appointment_type_ids: [typeId] })
  const at = { provider_id: ana, location_id: austin, start_time: nine }
  const session = { appointment_type_id: typeId, provider_ids: [ana], location_id: austin, start_time: nine }
  const made = await company.post("/class-sessions", session)
  expect([made.status, made.body.error]).toEqual([201, undefined])
  const call = await company.callFrom("sam")
  const wish = { appointment_type_id: typeId, ...at, ...quiet }
  // AV-24: who wants more than are left hears how many are.
  const many = await refusalOf(call.bookAppointment({ ...wish, seats: 7 }))
  expect(many).toMatchObject({ code: "slot_taken", details: { seats_left: 5 } })
  expect(many.message).toMatch(/^Only 5 seats are left at that time\./)
  const one = await call.bookAppointment(wish)
  expect(one.say).toBe("Yoga is booked for Wednesday, March 3 at 9:00 AM at Downtown.")
  expect(await call.bookAppointment({ ...wish, seats: 1 })).toMatchObject({ id: one.id, seats: 1 })
  const refused = await refusalOf(call.bookAppointment({ ...wish, seats: 2 }))
  expect([refused.status, refused.code]).toEqual([409, "customer_busy"])
  expect(refused.message).toBe(
    "You already have Yoga, 1 seat on Wednesday, March 3 at 9:00 AM at Downtown. To book it for 2 seats, I would cancel that one first. Shall I?",
  )
  await call.cancelAppointment({ appointment_id: one.id })
  const two = await call.bookAppointment({ ...wish, seats: 2 })
  expect(two.say).toBe("Yoga, 2 seats is booked again, for Wednesday, March 3 at 9:00 AM at Downtown.")
  expect((await call.listMyAppointments()).say).toBe(
    "You have Yoga, 2 seats on Wednesday, March 3 at 9:00 AM at Downtown.",
  )
})

it("FX-06 AV-15 another length is refused in a sentence; notes and answers are changed", async () => {
  const { company, fitting, twoRadiators, boiler, ana } = await openCompany()
  const call = await company.callFrom("sam")
  const wish = { appointment_type_id: fitting, provider_id: ana, start_time: nine, ...quiet }
  const long = await call.bookAppointment({ ...wish, duration_option_id: twoRadiators })
  expect(long.say).toBe("Fitting of two hours is booked for Wednesday, March 3 at 9:00 AM at Downtown.")
  expect((await refusalOf(call.bookAppointment(wish))).message).toBe(
    "You already have Fitting of two hours on Wednesday, March 3 at 9:00 AM at Downtown. To book it for another length, I would cancel that one first. Shall I?",
  )
  await company.put(`/appointment-types/${boiler}`, {
    questions: [{ key: "make", label: "Which make is it?", kind: "text" }],
  })
  const noon = { ...wish, appointment_type_id: boiler, start_time: "2027-03-03T18:00:00.000Z" }
  const first = await call.bookAppointment({ ...noon, answers: { make: "Vaillant" } })
  const second = await call.bookAppointment({ ...noon, notes: "A dog.", answers: { make: "Buderus" } })
  expect(second.id).toBe(first.id)
  expect(await company.get(`/appointments/${first.id}`)).toMatchObject({
    ...{ notes: "A dog.", answers: [{ key: "make", value: "Buderus" }] },
  })
  expect(await company.appointments()).toHaveLength(2)
})

it("FX-06 a booking repeated after the plan sent somebody else is the same booking", async () => {
  const { company, boiler, ana, ben } = await openCompany()
  const call = await company.callFrom("sam")
  const wish = { appointment_type_id: boiler, provider_id: ana, start_time: nine, ...quiet }
  const booked = await call.bookAppointment(wish)
  const moved = { start_time: nine, provider_id: ben }
  expect((await company.post(`/appointments/${booked.id}/reschedule`, moved)).status).toBe(200)
  const again = await call.bookAppointment(wish)
  expect(again).toMatchObject({ id: booked.id, provider: { name: "Ben Okafor" } })
  expect(await company.appointments()).toHaveLength(1)
})
