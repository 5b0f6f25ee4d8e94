/** Moving and cancelling. */
import { expect, it } from "vitest"
import { openCompany, shareService, thatWeek, waitMinutes } from "../company.ts"
import { chosen, refusalOf, saying } from "../conversation.ts"

shareService()

const secondOfMarch = { start_date: "2027-03-02", end_date: "2027-03-03" }

it("AG-07 moves an appointment, with the same person at the same place", async () => {
  const { company, ana } = await openCompany()
  const { id } = await company.books()
  const call = await company.callFrom("sam")
  expect(call.variables.upcoming_appointments).toBe(
    "Boiler service with Ana Ruiz on Wednesday, March 3 at 9:00 AM at Downtown",
  )
  expect(await call.listMyAppointments()).toMatchObject({ say: saying("Wednesday, March 3 at 9:00 AM") })
  const found = await call.findSlots({ appointment_id: id, ...thatWeek })
  expect(found).toMatchObject({ providers: [{ provider_id: ana }] })
  const [first] = found.recommended
  const moved = await call.rescheduleAppointment({ appointment_id: id, start_time: first!.start_time })
  expect(moved).toMatchObject({
    id,
    say: `Boiler service is moved to ${first!.say}.`,
    provider: { id: ana },
  })

  expect(await company.appointments()).toMatchObject([{ id, version: 2, booked_by: "api" }])
  expect(await company.eventTypes()).toEqual(["appointment.created", "appointment.rescheduled"])
})

it("AG-07 an end that is sent has to fit", async () => {
  const { company } = await openCompany()
  const { id } = await company.books()
  const call = await company.callFrom("sam")
  const move = { appointment_id: id, start_time: "2027-03-04T16:00:00.000Z" }
  const tooLong = { ...move, end_time: "2027-03-04T18:00:00.000Z" }
  expect(await refusalOf(call.rescheduleAppointment(tooLong))).toMatchObject({
    status: 400,
    code: "end_time_mismatch",
  })
  await call.rescheduleAppointment({ ...move, end_time: "2027-03-04T17:00:00.000Z" })
  expect(await company.appointments()).toMatchObject([{ start_time: "2027-03-04T16:00:00.000Z" }])
})

it("AG-07 every day of a job over two days moves", async () => {
  const { company, refit } = await openCompany()
  const call = await company.callFrom("sam")
  const offered = await call.findSlots({ appointment_type_id: refit, ...secondOfMarch })
  const booked = await call.bookAppointment({
    appointment_type_id: refit,
    ...chosen(offered.recommended[0]),
  })
  const later = { start_date: "2027-03-11", end_date: "2027-03-13" }
  await call.findSlots({ appointment_id: booked.id, ...later })
  const friday = "2027-03-12T15:00:00.000Z"
  expect(await call.rescheduleAppointment({ appointment_id: booked.id, start_time: friday })).toMatchObject({
    // The clocks change on the Sunday between: nine o'clock it stays.
    blocks: [{ start_time: friday }, { start_time: "2027-03-15T14:00:00.000Z" }],
    say: "Bathroom refit is moved to Friday, March 12 and Monday, March 15, each day at 9:00 AM at Downtown.",
  })
  expect(await company.appointments()).toMatchObject([{ blocks: [{}, {}] }])
  expect(await company.eventTypes()).toEqual(["appointment.created", "appointment.rescheduled"])
})

it("AG-12 a move to a time that is not offered is refused with the nearest ones", async () => {
  const { company } = await openCompany()
  const { id } = await company.books()
  const call = await company.callFrom("sam")
  const saturday = { appointment_id: id, start_time: "2027-03-06T15:00:00.000Z" }
  const refused = await refusalOf(call.rescheduleAppointment(saturday))
  expect(refused).toMatchObject({
    status: 409,
    code: "time_not_offered",
    details: { alternatives: [{ say: saying("day, March ") }, {}, {}] },
  })
  const [nearest] = refused.details.alternatives!
  await call.rescheduleAppointment({ appointment_id: id, start_time: nearest!.start_time })
  expect(await company.eventTypes()).toEqual(["appointment.created", "appointment.rescheduled"])
})

it("AG-07 cancels the one of two that the caller means", async () => {
  const { company } = await openCompany()
  const { id: wednesdays } = await company.books()
  const { id: thursdays } = await company.books({ start_time: "2027-03-04T15:00:00.000Z" })
  const call = await company.callFrom("sam")
  expect(await call.listMyAppointments()).toMatchObject({
    appointments: [{ id: wednesdays }, { id: thursdays }],
    say: saying("Thursday, March 4 at 9:00 AM"),
  })
  expect(await call.cancelAppointment({ appointment_id: thursdays })).toMatchObject({
    status: "cancelled",
    say: "Boiler service on Thursday, March 4 at 9:00 AM at Downtown is cancelled.",
  })
  expect(await call.listMyAppointments()).toMatchObject({ appointments: [{ id: wednesdays }] })
  expect(await company.appointments()).toMatchObject([{ status: "scheduled" }, { status: "cancelled" }])
})

it("AG-07 every day of a job over two days is cancelled", async () => {
  const { company, refit } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: refit, ...secondOfMarch })
  const booked = await call.bookAppointment({ appointment_type_id: refit, ...chosen(found.recommended[0]) })
  expect(await call.cancelAppointment({ appointment_id: booked.id })).toMatchObject({
    blocks: [{}, {}],
    status: "cancelled",
  })
  expect(await call.listMyAppointments()).toMatchObject({
    appointments: [],
    say: "You have no upcoming appointments.",
  })
})

it("AG-12 it is too late to cancel or move", async () => {
  const { company } = await openCompany()
  const { id } = await company.books({ start_time: "2027-03-01T15:00:00.000Z", override_eligibility: true })
  const call = await company.callFrom("sam")
  expect(await refusalOf(call.cancelAppointment({ appointment_id: id }))).toMatchObject({
    status: 409,
    code: "cancel_notice_passed",
    message: "It's too late to change that appointment here. Please contact the office.",
  })
  const move = { appointment_id: id, start_time: "2027-03-03T15:00:00.000Z" }
  expect(await refusalOf(call.rescheduleAppointment(move))).toMatchObject({
    status: 409,
    code: "cancel_notice_passed",
  })
  waitMinutes(200)
  const later = await company.callFrom("sam")
  expect(await refusalOf(later.cancelAppointment({ appointment_id: id }))).toMatchObject({
    status: 409,
    code: "appointment_started",
  })
  expect(await company.appointments()).toMatchObject([{ status: "scheduled" }])
  expect(await company.eventTypes()).toEqual(["appointment.created"])
})

it("AG-12 somebody else's appointment is not there", async () => {
  const { company, ruth } = await openCompany()
  const { id: theirs } = await company.books({ customer_id: ruth })
  const call = await company.callFrom("sam")
  expect(call.variables.upcoming_appointments).toBe("")
  expect(await call.listMyAppointments()).toMatchObject({ appointments: [] })
  expect(await refusalOf(call.cancelAppointment({ appointment_id: theirs }))).toMatchObject({
    status: 404,
    code: "not_found",
    message: "I couldn't find that appointment.",
  })
  const move = { appointment_id: theirs, start_time: "2027-03-04T15:00:00.000Z" }
  expect(await refusalOf(call.rescheduleAppointment(move))).toMatchObject({ status: 404, code: "not_found" })
  expect(await refusalOf(call.findSlots({ appointment_id: theirs, ...thatWeek }))).toMatchObject({
    status: 404,
    code: "not_found",
  })
  expect(await company.appointments()).toMatchObject([{ status: "scheduled", version: 1 }])
})

it("AV-17 takes a proposed time, notes that the caller comes, and adds what they want staff to know", async () => {
  const { company, sam } = await openCompany()
  const typeId = (await company.books()).appointment_type.id
  await company.put(`/appointment-types/${typeId}`, { confirmation: "staff" })
  const pending = await company.books({ start_time: "2027-03-04T15:00:00.000Z", customer_id: sam })
  const start_time = "2027-03-05T15:00:00.000Z"
  await company.post(`/appointments/${pending.id}/propose`, { times: [{ start_time }] })
  const call = await company.callFrom("sam")
  const mine = await call.listMyAppointments({})
  const { id, proposals } = mine.appointments.find(({ status }) => status === "pending")!
  expect(proposals).toMatchObject([{ start_time }])
  expect(await call.acceptProposal({ appointment_id: id, start_time })).toMatchObject({ status: "scheduled" })
  expect((await call.confirmAttendance({ appointment_id: id })).attendance).toBe("coming")
  await call.updateBooking({ appointment_id: id, note: "Ring twice" })
  expect((await company.get(`/appointments/${id}`)).notes).toBe("Ring twice")
  expect((await call.resendLink({ appointment_id: id })).sms).toEqual({ sent: true, reason: null })
})
