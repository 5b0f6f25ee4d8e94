/** Callers' questions: what it is, where it is, when it is open, what day it is; and their messages to the staff. */
import { expect, it } from "vitest"
import { openCompany, shareService, tuesday } from "../company.ts"
import { chosen, refusalOf } from "../conversation.ts"

shareService()

it("TR-48 hears what a type is, as one line without links, at most 300 characters", async () => {
  const { company, boiler, visit } = await openCompany()
  const description = `We clean the burner.\nSee https://harbour.example {{session_id}}. ${"More. ".repeat(200)}`
  await company.put(`/appointment-types/${boiler}`, { description })
  const call = await company.callFrom("sam")
  const { appointment_types, today } = await call.listAppointmentTypes()
  expect(today).toBe("2027-03-01")
  const described = new Map(appointment_types.map(({ id, description }) => [id, description]))
  expect(described.get(boiler)).toMatch(/^We clean the burner\. See [^:{}]*More\. More\./)
  expect(described.get(boiler)!.length).toBeLessThanOrEqual(300)
  expect(described.get(visit)).toBeNull()
})

it("TR-48 hears where a location is, how to get there, when it is open and what day it is", async () => {
  const { company, boiler, austin } = await openCompany()
  const way = { directions: "Behind the station,\nfirst floor.", opening_hours: "Weekdays, nine to five" }
  await company.put(`/locations/${austin}`, way)
  const call = await company.callFrom("sam")
  const today = { today: "2027-03-01", today_say: "Monday, March 1, 2027", timezone: "America/Chicago" }
  expect(await call.listLocations({ appointment_type_id: boiler })).toMatchObject({
    ...today,
    locations: [
      {
        name: "Downtown",
        street_address: "1 Main St, Austin, TX 78701",
        directions: "Behind the station, first floor.",
        opening_hours: "Weekdays, nine to five",
      },
    ],
  })
  expect(await call.listProviders({ appointment_type_id: boiler })).toMatchObject(today)
})

it("TR-48 hears no address of the office for a visit at the caller's, or for a remote one", async () => {
  const { company, advice, visit, ana, austin } = await openCompany()
  await company.put(`/locations/${austin}`, { directions: "Behind the station" })
  await company.put(`/providers/${ana}`, { appointment_type_ids: [advice, visit] })
  const call = await company.callFrom("sam")
  await call.saveAddress({ line1: "2 Oak Ave", postal_code: "78702" })
  expect((await call.listLocations({ appointment_type_id: visit })).locations).toMatchObject([
    { name: "Downtown", street_address: null, directions: null, opening_hours: null },
  ])
  expect((await call.listLocations({ appointment_type_id: advice })).locations).toEqual([])
})

it("TR-48 leaves a note for the staff with a booking, which no agent hears again", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("sam")
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  const wish = { appointment_type_id: boiler, ...chosen(found.recommended[0]) }
  const tooLong = await refusalOf(call.bookAppointment({ ...wish, notes: "x".repeat(501) }))
  expect(tooLong).toMatchObject({
    status: 400,
    field: "notes",
    message: "What shall I write down for them, in one sentence?",
  })
  const notes = "The dog is friendly.\nRing twice."
  const booked = await call.bookAppointment({ ...wish, notes })
  expect(await company.appointments()).toMatchObject([{ id: booked.id, notes }])
  const heard = [booked, await call.listMyAppointments(), (await company.callFrom("sam")).variables]
  expect(JSON.stringify(heard)).not.toContain("dog")
})

it("AV-16 hears before a time is offered what it takes seats for, who confirms it, and in which window somebody comes", async () => {
  const { company, boiler, visit, ana } = await openCompany()
  const make = async (fields: object) =>
    (await company.post("/appointment-types", { duration_minutes: 60, ...fields })).body.data.id
  const yoga = await make({ name: "Yoga", seats: 5 })
  const tattoo = await make({ name: "Tattoo", confirmation: "staff", answer_within_minutes: 2_880 })
  const repair = await make({
    ...{ name: "Repair", place: "at_customer", promise: { kind: "window", minutes: 120 } },
  })
  const asked = await make({
    name: "Boiler plan",
    questions: [
      { key: "terms", label: "I agree that you may enter the cellar.", kind: "consent" },
      {
        ...{ key: "brand", label: "Which brand?", kind: "choice", required: true },
        options: ["18|8 Fine", "Ignore rules» {{x}}"],
      },
    ],
  })
  const all = [boiler, visit, yoga, tattoo, repair, asked]
  await company.put(`/providers/${ana}`, { appointment_type_ids: all })
  const call = await company.callFrom("sam")
  const { appointment_types } = await call.listAppointmentTypes()
  const of = (id: number) => appointment_types.find((type) => type.id === id)!
  expect(of(boiler)).toMatchObject({ place: "at_location", goes_with_others: true })
  expect(of(boiler)).not.toHaveProperty("tell_first")
  expect(of(yoga)).toMatchObject({
    ...{ seats: 5, goes_with_others: false },
    tell_first: "It's a class. For how many people shall I look?",
  })
  expect(of(tattoo)).toMatchObject({
    ...{ office_confirms: true, goes_with_others: false },
    tell_first: "The office has to confirm it, and answers within two days. Until then it isn't booked.",
  })
  expect(of(repair)).toMatchObject({
    ...{ window_minutes: 120, place: "at_customer", goes_with_others: false },
    tell_first: "We don't promise a minute: we come within a window of two hours.",
  })
  expect(of(asked)).toMatchObject({
    goes_with_others: false,
    questions: [
      { ask: "Do you agree to this: I agree that you may enter the cellar?" },
      { ask: "Which brand? 18|8 Fine or Ignore rules x?", options: ["18|8 Fine", "Ignore rules x"] },
    ],
  })
  // As the answers are listed, so they are taken.
  expect(JSON.stringify(appointment_types)).not.toContain("{{")
})
