/** Calls that are sent again, since their first answer was slow; and sessions that are over. */
import { expect, it } from "vitest"
import { openCompany, shareService, thatWeek, tuesday, waitMinutes } from "../company.ts"
import { atOnce, chosen, refusalOf, saying } from "../conversation.ts"

shareService()

/** The caller said yes to a confirmation by text. */
const texted = { receive_sms_confirmation: true }

const expired = { status: 401, code: "session_expired", message: "Session expired" }

it("AG-16 a booking that is sent three times is one, with one text", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  const wish = { appointment_type_id: boiler, ...chosen(found.recommended[0]), ...texted }
  const booked = await call.bookAppointment(wish)
  expect(await call.bookAppointment(wish)).toEqual(booked)
  expect(await call.bookAppointment(wish)).toEqual(booked)
  expect(await company.appointments()).toMatchObject([{ status: "scheduled" }])
  expect(await company.eventTypes()).toEqual(["appointment.created"])
  expect(company.confirmations()).toBe(1)
})

it("AG-16 a booking that is sent four times at once is one, with one text", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  const wish = { appointment_type_id: boiler, ...chosen(found.recommended[0]), ...texted }
  const booked = await atOnce(4, () => call.bookAppointment(wish))
  expect(await call.listMyAppointments()).toMatchObject({ appointments: [{ id: booked[3]!.id }] })
  expect(await company.appointments()).toMatchObject([{ status: "scheduled" }])
  expect(await company.eventTypes()).toEqual(["appointment.created"])
  expect(company.confirmations()).toBe(1)
})

it("TR-41 after a cancel was answered the same booking books anew, and says so each time it is sent", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  const wish = { appointment_type_id: boiler, ...chosen(found.recommended[0]), ...texted }
  const { id } = await call.bookAppointment(wish)
  const cancelled = await call.cancelAppointment({ appointment_id: id })
  expect(cancelled.say).toBe("Boiler service on Tuesday, March 2 at 9:00 AM at Downtown is cancelled.")

  const anew = await call.bookAppointment(wish)
  expect(anew).toMatchObject({
    status: "scheduled",
    say: "Boiler service is booked again, for Tuesday, March 2 at 9:00 AM at Downtown.",
    sms: { sent: true },
  })
  expect(anew.id).not.toBe(id)
  expect(await call.bookAppointment(wish)).toEqual(anew)
  expect(await company.appointments()).toMatchObject([
    { id, status: "cancelled" },
    { id: anew.id, status: "scheduled" },
  ])
  expect(await company.eventTypes()).toEqual([
    "appointment.created",
    "appointment.cancelled",
    "appointment.created",
  ])
  expect(company.confirmations()).toBe(2)
})

it("TR-41 what the company has cancelled meanwhile is booked anew too", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  const wish = { appointment_type_id: boiler, ...chosen(found.recommended[0]) }
  const { id } = await call.bookAppointment(wish)
  await company.cancels(id)
  expect(await call.bookAppointment(wish)).toMatchObject({ status: "scheduled", say: saying("booked again") })
  expect(await company.appointments()).toMatchObject([{ status: "cancelled" }, { status: "scheduled" }])
})

it("TR-41 no answer about a cancelled appointment sounds booked, however often the cancel is sent", async () => {
  const { company } = await openCompany()
  const { id } = await company.books()
  const call = await company.callFrom("sam")
  const answers = await atOnce(3, () => call.cancelAppointment({ appointment_id: id }))
  answers.push(await call.cancelAppointment({ appointment_id: id }))
  for (const { status, say } of answers) {
    expect([status, say]).toEqual([
      "cancelled",
      "Boiler service on Wednesday, March 3 at 9:00 AM at Downtown is cancelled.",
    ])
  }
})

it("AG-16 a move that is sent twice is one", async () => {
  const { company } = await openCompany()
  const { id } = await company.books()
  const call = await company.callFrom("sam")
  const move = { appointment_id: id, start_time: "2027-03-04T16:00:00.000Z" }
  const moved = await call.rescheduleAppointment(move)
  expect(moved).toMatchObject({ start_time: "2027-03-04T16:00:00.000Z" })
  expect(await call.rescheduleAppointment(move)).toEqual(moved)
  expect(await company.appointments()).toMatchObject([{ version: 2 }])
  expect(await company.eventTypes()).toEqual(["appointment.created", "appointment.rescheduled"])
})

it("AG-16 a cancel that is sent twice, and twice at once, is one", async () => {
  const { company } = await openCompany()
  const { id } = await company.books()
  const call = await company.callFrom("sam")
  const [one, other] = await atOnce(2, () => call.cancelAppointment({ appointment_id: id }))
  expect([one, other]).toMatchObject([{ status: "cancelled" }, { status: "cancelled" }])
  expect(await call.cancelAppointment({ appointment_id: id })).toEqual(other)
  expect(await company.eventTypes()).toEqual(["appointment.created", "appointment.cancelled"])
})

it("AG-16 registering twice makes one customer", async () => {
  const { company } = await openCompany()
  const call = await company.callFrom("stranger")
  const [, made] = await atOnce(2, () => call.createCustomer({ name: "Mia Torres" }))
  expect(await call.createCustomer({ name: "Mia Torres" })).toEqual(made)
  expect(await company.get("/customers?limit=100")).toMatchObject({
    0: { name: "Sam Poe" },
    2: { name: "Mia Torres" },
    length: 3,
  })
})

it("AG-02 a call is over after two hours, however busy it was", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: boiler, ...thatWeek })
  waitMinutes(119)
  await call.listMyAppointments()
  waitMinutes(2)
  expect(await refusalOf(call.listMyAppointments())).toMatchObject(expired)
  const wish = { appointment_type_id: boiler, ...chosen(found.recommended[0]) }
  expect(await refusalOf(call.bookAppointment(wish))).toMatchObject({ status: 401, code: "session_expired" })
  const later = await company.callFrom("sam")
  await later.bookAppointment(wish)
  expect(await company.appointments()).toMatchObject([{ status: "scheduled" }])
})

it("AG-02 a text thread lives a day from its last call", async () => {
  const { company } = await openCompany()
  const thread = await company.textFrom("sam")
  waitMinutes(23 * 60)
  await thread.listMyAppointments()
  waitMinutes(23 * 60)
  await thread.listMyAppointments()
  waitMinutes(25 * 60)
  expect(await refusalOf(thread.listMyAppointments())).toMatchObject(expired)
})

it("AG-02 a text thread is over after seven days, however busy it was", async () => {
  const { company } = await openCompany()
  const thread = await company.textFrom("sam")
  for (let times = 0; times < 8; times += 1) {
    waitMinutes(20 * 60)
    await thread.listMyAppointments()
  }
  waitMinutes(9 * 60)
  expect(await refusalOf(thread.listMyAppointments())).toMatchObject(expired)
})
