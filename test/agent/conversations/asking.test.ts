/** What callers ask about: what it is, where it is, when it is open, what day it is; and what they leave for the staff. */
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
