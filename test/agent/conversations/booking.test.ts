/** Booking, and what is refused. */
import { expect, it } from "vitest"
import { openCompany, shareService, thatWeek, tuesday, waitMinutes } from "../company.ts"
import { chosen, refusalOf, saying } from "../conversation.ts"

shareService()

it("AG-07 AG-15 books the first recommended time on the phone, and gets a text", async () => {
  const { company, sam, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  expect(call.variables).toMatchObject({
    customer_first_name: "Sam",
    is_new_customer: false,
    channel: "voice",
    upcoming_appointments: "",
  })
  expect(await call.listAppointmentTypes()).toMatchObject({
    today: "2027-03-01",
    today_say: "Monday, March 1, 2027",
    timezone: "America/Chicago",
  })

  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  expect(found).toMatchObject({
    today_say: "Monday, March 1, 2027",
    say: saying("I have Tuesday, March 2 at "),
    reason: null,
    recommended: [{ timezone: "America/Chicago", say: "Tuesday, March 2 at 9:00 AM at Downtown" }, {}],
  })
  const [first] = found.recommended
  const texted = { receive_sms_confirmation: true }
  const booked = await call.bookAppointment({ appointment_type_id: boiler, ...chosen(first), ...texted })
  expect(booked).toMatchObject({
    start_time: first!.start_time,
    say: `Boiler service is booked for ${first!.say}.`,
    booked_by: "agent",
    sms: { sent: true, reason: null },
  })
  expect(await call.listMyAppointments()).toMatchObject({
    appointments: [{ id: booked.id }],
    say: saying("Tuesday, March 2"),
  })

  expect(await company.appointments()).toMatchObject([
    { customer_id: sam, status: "scheduled", booked_by: "agent" },
  ])
  expect(await company.eventTypes()).toEqual(["appointment.created"])
  expect(company.confirmations()).toBe(1)
})

it("AG-07 books in a text thread", async () => {
  const { company, boiler } = await openCompany()
  const thread = await company.textFrom("sam")
  expect(thread.variables).toMatchObject({ channel: "sms", customer_full_name: "Sam Poe" })
  const found = await thread.findSlots({ appointment_type_id: boiler, ...thatWeek })
  waitMinutes(300)
  await thread.bookAppointment({ appointment_type_id: boiler, ...chosen(found.recommended[1]) })
  expect(await company.appointments()).toMatchObject([{ status: "scheduled", booked_by: "agent" }])
  expect(company.confirmations()).toBe(1)
})

it("AG-07 books without a text when the caller wants none", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  const wish = { appointment_type_id: boiler, ...chosen(found.recommended[0]) }
  const booked = await call.bookAppointment({ ...wish, receive_sms_confirmation: false })
  expect(booked.sms).toMatchObject({ sent: false, reason: "not_wanted" })
  expect(await company.appointments()).toMatchObject([{ status: "scheduled" }])
  expect(company.confirmations()).toBe(0)
})

it("AG-07 AG-14 books a job of two days by its start, and is told of both ever after", async () => {
  const { company, refit } = await openCompany()
  const call = await company.callFrom("sam")
  const friday = { start_date: "2027-03-05", end_date: "2027-03-06" }
  const found = await call.findSlots({ appointment_type_id: refit, ...friday })
  expect(found).toMatchObject({
    say: saying("two days from Friday, March 5, at 9 AM, ending Monday, March 8"),
    recommended: [
      {
        start_time: "2027-03-05T15:00:00.000Z",
        blocks: [
          { start_time: "2027-03-05T15:00:00.000Z", end_time: "2027-03-05T23:00:00.000Z" },
          { start_time: "2027-03-08T15:00:00.000Z", end_time: "2027-03-08T23:00:00.000Z" },
        ],
      },
    ],
  })
  const wish = { appointment_type_id: refit, ...chosen(found.recommended[0]) }
  expect(await call.bookAppointment(wish)).toMatchObject({ blocks: [{}, {}], say: saying("Monday, March 8") })

  const later = await company.callFrom("sam")
  expect(later.variables.upcoming_appointments).toContain(
    "Friday, March 5 and Monday, March 8, each day at 9:00 AM",
  )
  expect(await company.appointments()).toMatchObject([
    { blocks: [{}, {}], end_time: "2027-03-08T23:00:00.000Z" },
  ])
  expect(await company.eventTypes()).toEqual(["appointment.created"])
})

it("AG-05 books the longer of two lengths", async () => {
  const { company, fitting, twoRadiators } = await openCompany()
  const call = await company.callFrom("sam")
  const length = { appointment_type_id: fitting, duration_option_id: twoRadiators }
  const found = await call.findSlots({ ...length, ...tuesday })
  const booked = await call.bookAppointment({ ...length, ...chosen(found.recommended[0]) })
  expect(booked).toMatchObject({ duration_option: { label: "Two radiators" } })
  expect(await company.appointments()).toMatchObject([{ duration_option: { label: "Two radiators" } }])
})

it("AG-12 a time that the model made up is refused with the nearest ones", async () => {
  const { company, boiler, ana } = await openCompany()
  const call = await company.callFrom("sam")
  const madeUp = { appointment_type_id: boiler, provider_id: ana, start_time: "2027-03-02T15:07:00.000Z" }
  const refused = await refusalOf(call.bookAppointment(madeUp))
  expect(refused).toMatchObject({
    status: 409,
    code: "time_not_offered",
    message: saying("That time isn't available. The nearest times at Downtown are Tuesday, March 2 at 9 AM"),
    details: { alternatives: [{ say: "Tuesday, March 2 at 9:00 AM at Downtown" }, {}, {}] },
  })
  const [nearest] = refused.details.alternatives!
  await call.bookAppointment({ appointment_type_id: boiler, ...chosen(nearest) })
  expect(await company.appointments()).toMatchObject([{ start_time: "2027-03-02T15:00:00.000Z" }])
})

it("AG-12 a wrong weekday is refused: the model took the Sunday for the Monday", async () => {
  const { company, boiler, ben } = await openCompany()
  const call = await company.callFrom("sam")
  const sunday = { appointment_type_id: boiler, provider_id: ben, start_time: "2027-03-07T15:00:00.000Z" }
  expect(await refusalOf(call.bookAppointment(sunday))).toMatchObject({
    status: 409,
    code: "time_not_offered",
    details: { alternatives: [{ say: saying("day, March ") }, {}, {}] },
  })
  expect(await company.appointments()).toEqual([])
  expect(await company.eventTypes()).toEqual([])
})

it("AG-12 the time is taken while the caller thinks, and the nearest one is booked", async () => {
  const { company, sam, ruth, boiler, ana } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday, provider_id: ana })
  const [first] = found.recommended
  await company.books({ customer_id: ruth, start_time: first!.start_time })
  const refused = await refusalOf(call.bookAppointment({ appointment_type_id: boiler, ...chosen(first) }))
  expect(refused).toMatchObject({
    status: 409,
    code: "slot_taken",
    message: saying("That time has just been taken. The nearest times at Downtown are "),
  })
  const [nearest] = refused.details.alternatives!
  const texted = { receive_sms_confirmation: true }
  await call.bookAppointment({ appointment_type_id: boiler, ...chosen(nearest), ...texted })
  expect(await company.appointments()).toMatchObject([{ customer_id: ruth }, { customer_id: sam }])
  expect(await company.eventTypes()).toEqual(["appointment.created", "appointment.created"])
  expect(company.confirmations()).toBe(1)
})

it("AG-12 it is too short notice for the next hour", async () => {
  const { company, boiler, ana } = await openCompany()
  const earlier = await company.callFrom("sam")
  const today = { start_date: "2027-03-01", end_date: "2027-03-02" }
  await earlier.findSlots({ appointment_type_id: boiler, ...today })
  waitMinutes(150)
  const call = await company.callFrom("sam")
  const wish = { appointment_type_id: boiler, provider_id: ana, start_time: "2027-03-01T15:30:00.000Z" }
  expect(await refusalOf(call.bookAppointment(wish))).toMatchObject({
    status: 409,
    code: "time_not_offered",
    details: { alternatives: [{ say: "Monday, March 1 at 10:30 AM at Downtown" }, {}, {}] },
  })
  expect(await company.appointments()).toEqual([])
})

it("CL-08 holds a time while it asks for what is missing, and books it", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  const wish = { appointment_type_id: boiler, ...chosen(found.recommended[0]) }
  await call.holdSlot(wish)
  const booked = await call.bookAppointment(wish)
  expect(booked).toMatchObject({ start_time: wish.start_time, booked_by: "agent" })
  expect(await company.eventTypes()).toEqual(["appointment.created"])
})

it("CL-06 CL-08 two things in one visit: found, held and booked as one, with one confirmation", async () => {
  const { company, boiler, tuning, ana } = await openCompany()
  const call = await company.callFrom("sam")
  const both = { appointment_type_id: boiler, then_type_ids: `[${tuning}]` }
  const found = await call.findSlots({ ...both, ...tuesday })
  expect(found.recommended[0]).toMatchObject({
    say: "Tuesday, March 2 at 9:00 AM at Downtown",
    then_say: "Then Burner tuning with Ana Ruiz at 10:00 AM.",
  })
  // The last hour holds no second one.
  const starts = found.providers.flatMap(({ slots }) => slots.map(({ start_time }) => start_time))
  expect(starts).not.toContain("2027-03-02T22:00:00.000Z")
  const wish = { ...both, ...chosen(found.recommended[0]) }
  expect((await call.holdSlot(wish)).say).toBe("I'm holding that time for you for five minutes.")
  const other = await company.callFrom("stranger")
  const seen = await other.findSlots({ appointment_type_id: tuning, provider_id: ana, ...tuesday })
  expect(seen.providers.flatMap(({ slots }) => slots.map(({ start_time }) => start_time))).not.toContain(
    "2027-03-02T16:00:00.000Z",
  )
  const booked = await call.bookAppointment({ ...wish, receive_sms_confirmation: true })
  expect(booked).toMatchObject({
    start_time: "2027-03-02T15:00:00.000Z",
    say: "Boiler service, then Burner tuning is booked for Tuesday, March 2 at 9:00 AM at Downtown.",
    following: [
      {
        appointment_type: { name: "Burner tuning" },
        provider: { name: "Ana Ruiz" },
        start_time: "2027-03-02T16:00:00.000Z",
      },
    ],
    sms: { sent: true },
  })
  expect(await company.eventTypes()).toEqual(["appointment.created", "appointment.created"])
  // Sent again after a dropped call, it gets the same, and no second text.
  expect(await call.bookAppointment(wish)).toMatchObject({ id: booked.id, following: booked.following })
  expect(company.confirmations()).toBe(1)
  expect(await company.appointments()).toHaveLength(2)
})

it("CL-06 several in one visit are all or none, and what can't be one of them is said", async () => {
  const { company, ruth, boiler, tuning, advice, ana } = await openCompany()
  const call = await company.callFrom("sam")
  await company.post("/appointments", {
    ...{ customer_id: ruth, appointment_type_id: tuning, provider_id: ana },
    start_time: "2027-03-02T16:00:00.000Z",
  })
  const both = { appointment_type_id: boiler, then_type_ids: String(tuning) }
  const nine = { ...both, provider_id: ana, start_time: "2027-03-02T15:00:00.000Z", same_provider: true }
  const refused = await refusalOf(call.bookAppointment(nine))
  expect([refused.status, refused.code]).toEqual([409, "slot_taken"])
  expect(refused.message).toMatch(/^That time has just been taken\. The nearest times /)
  expect(refused.details.alternatives![0]).toMatchObject({ say: saying("Tuesday, March 2 at ") })
  expect(await company.appointments()).toHaveLength(1)

  const fields: (string | undefined)[] = []
  for (const more of [
    { seats: 2 },
    { duration_option_id: 1 },
    { then_type_ids: "soon" },
    { then_type_ids: "4.5" },
  ])
    fields.push((await refusalOf(call.findSlots({ ...both, ...more, ...tuesday }))).field)
  fields.push((await refusalOf(call.findSlots({ appointment_type_id: boiler, same_provider: true }))).field)
  expect(fields).toEqual(["seats", "duration_option_id", "then_type_ids", "then_type_ids", "same_provider"])
  await company.put(`/appointment-types/${advice}`, {
    questions: [{ key: "make", label: "Which make is it?", kind: "text", required: true }],
  })
  const asks = await refusalOf(call.findSlots({ appointment_type_id: boiler, then_type_ids: String(advice) }))
  expect([asks.code, asks.field]).toEqual(["invalid_input", "then_type_ids"])
})
