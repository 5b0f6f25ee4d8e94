/** Several services in one visit, moved and cancelled: the caller says whether all or one alone. */
import { expect, it } from "vitest"
import { openCompany, shareService, tuesday } from "../company.ts"
import { chosen, refusalOf } from "../conversation.ts"

shareService()

const nine = "2027-03-02T15:00:00.000Z"
const ten = "2027-03-02T16:00:00.000Z"

async function bookBoth() {
  const opened = await openCompany()
  const { company, boiler, tuning, ana } = opened
  const call = await company.callFrom("sam")
  await call.bookAppointment({
    ...{ appointment_type_id: boiler, then_type_ids: String(tuning), same_provider: true },
    ...{ provider_id: ana, start_time: nine, receive_sms_confirmation: false },
  })
  const [first, second] = (await call.listMyAppointments()).appointments
  return { ...opened, call, first: first!, second: second! }
}

it("AV-13 a cancel of one of two asks which, changes nothing, and then ends the one that was meant", async () => {
  const { company, call, first, second } = await bookBoth()
  expect((await call.listMyAppointments()).say).toBe(
    "You have Boiler service on Tuesday, March 2 at 9:00 AM at Downtown, together with Burner tuning at 10:00 AM.",
  )
  const asked = await refusalOf(call.cancelAppointment({ appointment_id: second.id }))
  expect(asked).toMatchObject({
    ...{ status: 400, code: "invalid_input", field: "whole_group" },
    message: "That is one of two on Tuesday, March 2: only Burner tuning, or both?",
  })
  const first_asked = await refusalOf(call.cancelAppointment({ appointment_id: first.id }))
  expect(first_asked.message).toBe("That is one of two on Tuesday, March 2: only Boiler service, or both?")
  expect((await company.appointments()).map(({ status }) => status)).toEqual(["scheduled", "scheduled"])

  const alone = { appointment_id: first.id, whole_group: false }
  const cancelled = await call.cancelAppointment(alone)
  expect(cancelled).toMatchObject({
    id: first.id,
    say: "Boiler service on Tuesday, March 2 at 9:00 AM at Downtown is cancelled.",
  })
  expect(cancelled).not.toHaveProperty("also")
  expect((await call.cancelAppointment(alone)).say).toBe(cancelled.say)
  expect((await company.appointments()).map(({ status }) => status)).toEqual(["cancelled", "scheduled"])
  // The only one that is left is no group any more.
  expect((await call.cancelAppointment({ appointment_id: second.id })).say).toBe(
    "Burner tuning on Tuesday, March 2 at 10:00 AM at Downtown is cancelled.",
  )
})

it("AV-13 a cancel of both says both, sent again too, and after one of them was cancelled alone", async () => {
  const { company, call, first, second } = await bookBoth()
  const both = { appointment_id: second.id, whole_group: true }
  const said = {
    say: "Boiler service on Tuesday, March 2 at 9:00 AM at Downtown and Burner tuning at 10:00 AM are cancelled.",
    id: second.id,
    also: [{ id: first.id, appointment_type: { name: "Boiler service" }, start_time: nine }],
  }
  expect(await call.cancelAppointment(both)).toMatchObject(said)
  expect(await call.cancelAppointment(both)).toMatchObject(said)
  expect((await call.listMyAppointments()).say).toBe("You have no upcoming appointments.")
  expect(await company.eventsOf("appointment.cancelled")).toHaveLength(2)

  const again = await bookBoth()
  await again.call.cancelAppointment({ appointment_id: again.second.id, whole_group: false })
  expect(await again.call.cancelAppointment({ ...both, appointment_id: again.second.id })).toMatchObject({
    say: said.say,
  })
  const after = await again.company.appointments()
  expect(after.map(({ status }) => status)).toEqual(["cancelled", "cancelled"])
})

it("AV-13 a move of one of two asks which before it searches, and says all that moves", async () => {
  const { company, call, first, second } = await bookBoth()
  const wish = { appointment_id: second.id, ...tuesday }
  for (const asked of [
    await refusalOf(call.findSlots(wish)),
    await refusalOf(call.rescheduleAppointment({ appointment_id: second.id, start_time: ten })),
  ])
    expect([asked.field, asked.message]).toEqual([
      "whole_group",
      "That is one of two on Tuesday, March 2: only Burner tuning, or both?",
    ])
  const unfit = await refusalOf(call.findSlots({ appointment_type_id: 1, whole_group: true, ...tuesday }))
  expect([unfit.code, unfit.field]).toEqual(["invalid_input", "whole_group"])

  const found = await call.findSlots({ ...wish, whole_group: true, around: "14:00" })
  expect(found.recommended[0]).toMatchObject({
    say: "Tuesday, March 2 at 2:00 PM at Downtown",
    then_say: "With Boiler service at 1:00 PM.",
  })
  const { start_time } = chosen(found.recommended[0])
  const moved = await call.rescheduleAppointment({ appointment_id: second.id, start_time, whole_group: true })
  expect(moved).toMatchObject({
    say: "Boiler service is moved to Tuesday, March 2 at 1:00 PM at Downtown and Burner tuning to 2:00 PM.",
    also: [{ id: first.id, start_time: "2027-03-02T19:00:00.000Z" }],
  })
  const alone = await call.findSlots({ ...wish, whole_group: false, around: "10:00" })
  expect(alone.recommended[0]).not.toHaveProperty("then_say")
  const one = { appointment_id: second.id, start_time: ten, whole_group: false }
  expect((await call.rescheduleAppointment(one)).say).toBe(
    "Burner tuning is moved to Tuesday, March 2 at 10:00 AM at Downtown.",
  )
  const starts = (await company.appointments()).map(({ start_time }) => start_time)
  expect(starts).toEqual(["2027-03-02T19:00:00.000Z", ten])
})

it("AV-13 of two alike the time tells which, and of three the question counts", async () => {
  const { company, boiler, tuning, ana } = await openCompany()
  const call = await company.callFrom("sam")
  const booking = { appointment_type_id: boiler, provider_id: ana, same_provider: true }
  await call.bookAppointment({ ...booking, then_type_ids: `${tuning}, ${boiler}`, start_time: nine })
  const [first, , third] = (await call.listMyAppointments()).appointments
  const asked = await refusalOf(call.cancelAppointment({ appointment_id: third!.id }))
  expect(asked.message).toBe(
    "That is one of three on Tuesday, March 2: only Boiler service at 11:00 AM, or all three?",
  )
  const ended = await call.cancelAppointment({ appointment_id: first!.id, whole_group: true })
  expect(ended.say).toBe(
    "Boiler service on Tuesday, March 2 at 9:00 AM at Downtown; Burner tuning at 10:00 AM and Boiler service at 11:00 AM are cancelled.",
  )
})

it("AV-13 a series is said as one, with what is left out and what was moved", async () => {
  const { company, sam, boiler, ana, austin } = await openCompany()
  const made = await company.post("/series", {
    ...{ customer_id: sam, appointment_type_id: boiler, provider_id: ana, location_id: austin },
    ...{ start_time: "2027-03-02T22:00:00.000Z", every: { weeks: 2 }, count: 4 },
  })
  expect(made.status).toBe(200)
  const { appointments } = made.body.data
  const call = await company.callFrom("sam")
  const every = "every second Tuesday at 4 PM until April 13"
  const heard = await call.listMyAppointments()
  expect(heard.say).toBe(`You have Boiler service ${every}, the next on Tuesday, March 2 at Downtown.`)
  expect(heard.appointments).toHaveLength(4)
  expect(call.variables.upcoming_appointments).toBe(
    `Boiler service with Ana Ruiz ${every}, the next on Tuesday, March 2 at Downtown`,
  )
  await call.cancelAppointment({ appointment_id: appointments[1].id })
  const moved = { appointment_id: appointments[2].id, start_time: "2027-03-31T15:00:00.000Z" }
  await call.rescheduleAppointment(moved)
  expect((await call.listMyAppointments()).say).toBe(
    `You have Boiler service ${every} but not on March 16 or March 30, the next on Tuesday, March 2 at Downtown and Boiler service on Wednesday, March 31 at 10:00 AM at Downtown.`,
  )
})

it("FX-06 two services on one morning are offered by their start, never as two days", async () => {
  const { company, ruth, boiler, tuning, ana } = await openCompany()
  const call = await company.callFrom("sam")
  await company.books({ customer_id: ruth, appointment_type_id: boiler, provider_id: ana, start_time: nine })
  const both = { appointment_type_id: boiler, then_type_ids: String(tuning), same_provider: true }
  const refused = await refusalOf(call.bookAppointment({ ...both, provider_id: ana, start_time: nine }))
  expect(refused.message).toMatch(
    /^That time has just been taken\. The nearest times at Downtown are Tuesday, March 2 at /,
  )
  expect(refused.message).not.toMatch(/days|ending/)
  for (const { say } of refused.details.alternatives!) expect(say).toMatch(/^Tuesday, March 2 at \d+:\d\d /)
})
