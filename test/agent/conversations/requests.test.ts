/** The requests that the company has sent the caller. */
import { expect, it } from "vitest"
import { openCompany, shareService, thatWeek } from "../company.ts"
import { chosen, refusalOf, saying } from "../conversation.ts"

shareService()

it("AG-13 what is booked by request only is neither listed nor found without one", async () => {
  const { company, inspection } = await openCompany()
  const call = await company.callFrom("sam")
  expect(call.variables).toMatchObject({
    open_requests: "",
    bookable_types: "Bathroom refit, Boiler service, Burner tuning, Fitting, Home visit, Video advice",
  })
  const ask = { appointment_type_id: inspection, ...thatWeek }
  expect(await refusalOf(call.findSlots(ask))).toMatchObject({
    status: 409,
    code: "request_needed",
    message: "That can only be booked after we've asked you to. Please contact the office.",
  })
})

it("AG-13 books what it was asked for, by request only", async () => {
  const { company, inspection } = await openCompany()
  const request = await company.asksFor(inspection, { external_ref: "deal-1" })
  const call = await company.callFrom("sam")
  expect(call.variables.open_requests).toBe("Yearly inspection, by Wednesday, March 31")
  const asked = { appointment_type_id: inspection, scheduling_request_id: request.id }
  const found = await call.findSlots({ ...asked, ...thatWeek })
  expect(found).toMatchObject({ reason: null })
  const booked = await call.bookAppointment({ ...asked, ...chosen(found.recommended[0]) })
  expect(booked).toMatchObject({ booked_by: "agent" })
  expect(await company.get(`/scheduling-requests/${request.id}`)).toMatchObject({ status: "scheduled" })

  const later = await company.callFrom("sam")
  expect(later.variables).toMatchObject({
    open_requests: "",
    upcoming_appointments: saying("Yearly inspection with "),
  })
  expect(await company.appointments()).toMatchObject([{ scheduling_request_id: request.id }])
  expect(await company.eventTypes()).toEqual(["appointment.created"])
})

it("FX-05 AG-13 a request's own length counts, and is named beside its label", async () => {
  const { company, boiler } = await openCompany()
  const length = { duration_minutes: 120, duration_label: "Two boilers" }
  const request = await company.asksFor(boiler, length)
  const call = await company.callFrom("sam")
  expect(call.variables.open_requests).toBe(
    "Boiler service (Two boilers, 120 minutes), by Wednesday, March 31",
  )
  const asked = { appointment_type_id: boiler, scheduling_request_id: request.id }
  const found = await call.findSlots({ ...asked, ...thatWeek })
  expect(await call.bookAppointment({ ...asked, ...chosen(found.recommended[0]) })).toMatchObject({
    start_time: "2027-03-02T15:00:00.000Z",
    end_time: "2027-03-02T17:00:00.000Z",
  })
  expect(await company.appointments()).toMatchObject([
    { duration_option: null, scheduling_request_id: request.id },
  ])
})

it("AG-13 a request's dates, place and person bound what is found", async () => {
  const { company, boiler, ben } = await openCompany()
  const dates = { earliest_date: "2027-03-09", latest_date: "2027-03-10" }
  const request = await company.asksFor(boiler, { ...dates, provider_id: ben })
  const call = await company.callFrom("sam")
  expect(call.variables.open_requests).toBe(
    "Boiler service, between Tuesday, March 9 and Wednesday, March 10",
  )
  const asked = { appointment_type_id: boiler, scheduling_request_id: request.id }
  const month = { start_date: "2027-03-02", end_date: "2027-03-30" }
  const found = await call.findSlots({ ...asked, ...month })
  expect(found).toMatchObject({
    providers: [{ provider_id: ben }],
    recommended: [
      { say: saying("Tuesday, March 9 at ") },
      {},
      {},
      { say: saying("Wednesday, March 10 at ") },
    ],
  })
  const tooLate = { ...asked, provider_id: ben, start_time: "2027-03-11T15:00:00.000Z" }
  expect(await refusalOf(call.bookAppointment(tooLate))).toMatchObject({
    status: 409,
    code: "time_not_offered",
  })
  await call.bookAppointment({ ...asked, ...chosen(found.recommended[3]) })
  expect(await company.appointments()).toMatchObject([
    { provider: { name: "Ben Okafor" }, scheduling_request_id: request.id },
  ])
})

it("AG-13 two open requests are both named, and each booked by its own id", async () => {
  const { company, inspection, boiler } = await openCompany()
  const yearly = await company.asksFor(inspection)
  const service = await company.asksFor(boiler, { latest_date: "2027-03-20" })
  const call = await company.callFrom("sam")
  expect(call.variables.open_requests).toBe(
    "Boiler service, by Saturday, March 20. Yearly inspection, by Wednesday, March 31",
  )
  for (const { id, appointment_type_id } of [yearly, service]) {
    const asked = { appointment_type_id, scheduling_request_id: id }
    const found = await call.findSlots({ ...asked, ...thatWeek })
    await call.bookAppointment({ ...asked, ...chosen(found.recommended[0]) })
  }
  expect(await company.get(`/scheduling-requests/${yearly.id}`)).toMatchObject({ status: "scheduled" })
  expect(await company.get(`/scheduling-requests/${service.id}`)).toMatchObject({ status: "scheduled" })
  expect(await company.appointments()).toMatchObject([
    { scheduling_request_id: yearly.id },
    { scheduling_request_id: service.id },
  ])
  expect(await company.eventTypes()).toEqual(["appointment.created", "appointment.created"])
})

it("AG-13 a booking that names no request takes up the one that asks for it", async () => {
  const { company, boiler } = await openCompany()
  const request = await company.asksFor(boiler)
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: boiler, ...thatWeek })
  await call.bookAppointment({ appointment_type_id: boiler, ...chosen(found.recommended[0]) })
  expect(await company.appointments()).toMatchObject([{ scheduling_request_id: request.id }])
})

it("AG-12 somebody else's request and a request for something else", async () => {
  const { company, ruth, inspection, boiler, refit } = await openCompany()
  const theirs = await company.asksFor(inspection, { customer_id: ruth })
  const own = await company.asksFor(boiler)
  const call = await company.callFrom("sam")
  expect(call.variables.open_requests).toBe("Boiler service, by Wednesday, March 31")
  const askTheirs = { appointment_type_id: inspection, scheduling_request_id: theirs.id }
  expect(await refusalOf(call.findSlots({ ...askTheirs, ...thatWeek }))).toMatchObject({
    status: 404,
    code: "not_found",
    message: "I couldn't find that request.",
  })
  const askRefit = { appointment_type_id: refit, scheduling_request_id: own.id }
  expect(await refusalOf(call.findSlots({ ...askRefit, ...thatWeek }))).toMatchObject({
    status: 409,
    code: "request_mismatch",
  })
})

it("a cancel opens the request again, and the same call books it anew", async () => {
  const { company, inspection } = await openCompany()
  const request = await company.asksFor(inspection)
  const call = await company.callFrom("sam")
  const asked = { appointment_type_id: inspection, scheduling_request_id: request.id }
  const found = await call.findSlots({ ...asked, ...thatWeek })
  const booked = await call.bookAppointment({ ...asked, ...chosen(found.recommended[0]) })
  expect(await call.cancelAppointment({ appointment_id: booked.id })).toMatchObject({ status: "cancelled" })
  expect(await company.get(`/scheduling-requests/${request.id}`)).toMatchObject({ status: "open" })
  await call.bookAppointment({ ...asked, ...chosen(found.recommended[1]) })
  expect(await company.appointments()).toMatchObject([{ status: "cancelled" }, { status: "scheduled" }])
  expect(await company.eventTypes()).toEqual([
    "appointment.created",
    "appointment.cancelled",
    "appointment.created",
  ])
})

it("RQ-09 a cancel ends the request when another one of the type is open", async () => {
  const { company, boiler } = await openCompany()
  const first = await company.asksFor(boiler)
  const held = await company.books({ scheduling_request_id: first.id })
  const second = await company.asksFor(boiler)
  const call = await company.callFrom("sam")
  expect(await call.listMyAppointments()).toMatchObject({ appointments: [{ id: held.id }] })
  expect(await call.cancelAppointment({ appointment_id: held.id })).toMatchObject({ status: "cancelled" })
  expect(await company.get(`/scheduling-requests/${first.id}`)).toMatchObject({ status: "cancelled" })
  expect(await company.get(`/scheduling-requests/${second.id}`)).toMatchObject({ status: "open" })
  expect(await company.eventTypes()).toEqual(["appointment.created", "appointment.cancelled"])
})
