/** Finding times: with whom, where, when. */
import { expect, it } from "vitest"
import { openCompany, shareService, tuesday, waitMinutes } from "../company.ts"
import { chosen, refusalOf, saying } from "../conversation.ts"

shareService()

it("AG-05 finds Ana by her name and books with her", async () => {
  const { company, boiler, ana, ben } = await openCompany()
  const call = await company.callFrom("sam")
  expect(await call.listProviders({ appointment_type_id: boiler })).toMatchObject({
    providers: [
      { id: ana, name: "Ana Ruiz" },
      { id: ben, name: "Ben Okafor" },
    ],
    reason: null,
  })
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday, provider_id: ana })
  expect(found).toMatchObject({
    providers: [{ provider_id: ana }],
    recommended: [{ provider_id: ana }, { provider_id: ana }],
  })
  const booked = await call.bookAppointment({ appointment_type_id: boiler, ...chosen(found.recommended[0]) })
  expect(booked).toMatchObject({ provider: { id: ana, name: "Ana Ruiz" } })
})

it("AG-11 cannot choose who gives advice", async () => {
  const { company, advice, ana } = await openCompany()
  const call = await company.callFrom("sam")
  const weChoose = "For this appointment we choose who is free for you."
  expect(await call.listProviders({ appointment_type_id: advice })).toMatchObject({
    providers: [],
    say: weChoose,
  })
  expect(
    await refusalOf(call.findSlots({ appointment_type_id: advice, ...tuesday, provider_id: ana })),
  ).toMatchObject({ status: 400, code: "filter_not_usable", message: weChoose })
  const found = await call.findSlots({ appointment_type_id: advice, ...tuesday })
  expect(found).toMatchObject({ reason: null })
  await call.bookAppointment({ appointment_type_id: advice, ...chosen(found.recommended[0]) })
  expect(await company.appointments()).toMatchObject([{ status: "scheduled" }])
})

it("AG-11 always gets the person whom the company has assigned", async () => {
  const { company, sam, boiler, ana, ben } = await openCompany()
  await company.put("/company", { provider_assignment: "per_customer" })
  await company.put(`/customers/${sam}`, { assigned_provider_id: ben })
  const call = await company.callFrom("sam")
  expect(await call.listProviders({ appointment_type_id: boiler })).toMatchObject({
    providers: [{ id: ben, name: "Ben Okafor" }],
  })
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  expect(found).toMatchObject({ providers: [{ provider_id: ben }] })
  const withAna = { appointment_type_id: boiler, ...tuesday, provider_id: ana }
  expect(await refusalOf(call.findSlots(withAna))).toMatchObject({ status: 400, code: "filter_not_usable" })
  const booked = await call.bookAppointment({ appointment_type_id: boiler, ...chosen(found.recommended[0]) })
  expect(booked).toMatchObject({ provider: { id: ben } })
})

it("AG-05 finds Denver by its name, and hears its times in its own zone", async () => {
  const { company, tuning, austin, denver } = await openCompany()
  const call = await company.callFrom("sam")
  expect(await call.listLocations({ appointment_type_id: tuning })).toMatchObject({
    locations: [
      { id: austin, name: "Downtown" },
      { id: denver, name: "Denver" },
    ],
  })
  const found = await call.findSlots({ appointment_type_id: tuning, ...tuesday, location_id: denver })
  expect(found).toMatchObject({
    providers: [{ location_id: denver, timezone: "America/Denver" }],
    recommended: [{ location_id: denver, timezone: "America/Denver" }, {}],
  })
  const [first] = found.recommended
  const wish = { appointment_type_id: tuning, ...chosen(first) }
  const booked = await call.bookAppointment({ ...wish, receive_sms_confirmation: false })
  expect(booked).toMatchObject({
    timezone: "America/Denver",
    say: `Burner tuning is booked for ${first!.say}.`,
  })
  expect(await company.appointments()).toMatchObject([{ location: { name: "Denver" } }])
})

it("AG-12 asks for a place and a person that cannot be had, and for some that are not there", async () => {
  const { company, boiler, tuning, visit, denver, cleo } = await openCompany()
  await company.put(`/locations/${denver}`, { service_area: { kind: "radius", km: 40 } })
  await company.put(`/providers/${cleo}`, { appointment_type_ids: [tuning, visit] })
  const call = await company.callFrom("sam")
  await call.saveAddress({ line1: "2 Oak Ave", postal_code: "78702" })

  const visitInDenver = { appointment_type_id: visit, ...tuesday, location_id: denver }
  expect(await refusalOf(call.findSlots(visitInDenver))).toMatchObject({
    status: 400,
    code: "filter_not_usable",
    field: "location_id",
  })
  const ask = { appointment_type_id: boiler, ...tuesday }
  expect(await call.findSlots({ ...ask, provider_id: cleo })).toMatchObject({
    providers: [],
    reason: "provider_does_not_offer_type",
    say: saying("doesn't do this kind of appointment"),
  })
  expect(await call.findSlots({ ...ask, location_id: denver })).toMatchObject({
    reason: "no_provider_offers_type",
    say: "That isn't offered at that location.",
  })

  expect(await refusalOf(call.findSlots({ ...ask, location_id: 999_999 }))).toMatchObject({
    status: 404,
    code: "not_found",
    field: "location_id",
    message: "I couldn't find that location.",
  })
  expect(await refusalOf(call.findSlots({ ...ask, provider_id: 999_999 }))).toMatchObject({
    status: 404,
    code: "not_found",
    field: "provider_id",
    message: "I couldn't find that person.",
  })
  expect(await refusalOf(call.findSlots({ ...ask, appointment_type_id: 999_999 }))).toMatchObject({
    status: 404,
    code: "not_found",
    message: "I couldn't find that kind of appointment.",
  })
})

it("AG-12 wants a Sunday, and is told when the next time is", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const sunday = { start_date: "2027-03-07", end_date: "2027-03-08" }
  const found = await call.findSlots({ appointment_type_id: boiler, ...sunday })
  expect(found).toMatchObject({
    providers: [],
    recommended: [],
    reason: null,
    say: saying("The next time after them is Monday, March 8 at 9:00 AM at Downtown."),
    next_available: { start_time: "2027-03-08T15:00:00.000Z", say: "Monday, March 8 at 9:00 AM at Downtown" },
  })
  await call.bookAppointment({ appointment_type_id: boiler, ...chosen(found.next_available) })
  expect(await company.appointments()).toMatchObject([{ start_time: "2027-03-08T15:00:00.000Z" }])
})

it("AG-12 TR-43 days that have passed, and days too far ahead", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const find = (start_date: string, end_date: string) =>
    call.findSlots({ appointment_type_id: boiler, start_date, end_date })
  expect(await find("2027-02-22", "2027-02-27")).toMatchObject({
    providers: [],
    say: "Those days have passed: today is Monday, March 1, 2027. The first free time is Monday, March 1 at 9:00 AM at Downtown.",
    next_available: { start_time: "2027-03-01T15:00:00.000Z" },
  })
  expect(await find("2027-06-01", "2027-06-08")).toMatchObject({
    providers: [],
    next_available: null,
    say: saying("We book until Friday, April 30."),
  })
  expect(await refusalOf(find("2027-03-01", "2027-04-02"))).toMatchObject({
    status: 400,
    code: "invalid_input",
    message: "Which dates would suit you?",
  })
  expect(await refusalOf(find("2027-02-30", "2027-03-02"))).toMatchObject({
    status: 400,
    code: "invalid_input",
    field: "start_date",
  })
})

it("TR-43 the same days of years gone by have passed too, and are not merely full", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  for (const year of ["2026", "2016", "1970"]) {
    const days = { start_date: `${year}-03-08`, end_date: `${year}-03-12` }
    const found = await call.findSlots({ appointment_type_id: boiler, ...days })
    expect(found).toMatchObject({
      providers: [],
      recommended: [],
      reason: null,
      say: saying("Those days have passed: today is Monday, March 1, 2027."),
      next_available: { start_time: "2027-03-01T15:00:00.000Z" },
    })
  }
})

it("TR-43 a week that has begun offers what is left of it", async () => {
  const { company, boiler } = await openCompany()
  waitMinutes(3 * 24 * 60)
  const call = await company.callFrom("sam")
  const week = { start_date: "2027-03-01", end_date: "2027-03-06" }
  const found = await call.findSlots({ appointment_type_id: boiler, ...week })
  expect(found.recommended[0]).toMatchObject({ say: "Thursday, March 4 at 9:00 AM at Downtown" })
  expect(found.say).not.toContain("passed")
})

it("AG-15 a long search is thinned out, and keeps what it recommends", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const month = { start_date: "2027-03-02", end_date: "2027-04-02" }
  const found = await call.findSlots({ appointment_type_id: boiler, ...month })
  expect(found).toMatchObject({ more: true, recommended: [{}, {}, {}, {}, {}] })
  const last = found.recommended[4]
  await call.bookAppointment({ appointment_type_id: boiler, ...chosen(last) })
  expect(await company.appointments()).toMatchObject([{ start_time: last!.start_time }])
})
