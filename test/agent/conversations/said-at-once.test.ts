/**
 * The words that a caller hears before it is too late: that something can't be changed here, or that no new customers are
 * taken.
 */
import { expect, it } from "vitest"
import { strangersNumber } from "../../support/agent.ts"
import { openCompany, shareService, tuesday } from "../company.ts"
import { refusalOf } from "../conversation.ts"

shareService()

const phone = "+15125550100"
const callUs = "Please call us at (512) 555-0100."

it("AV-04 what can no longer be changed is said in the list, in the variables, and before times are offered for a move", async () => {
  const { company, boiler, advice } = await openCompany()
  await company.put("/company", { phone })
  const soon = await company.books({ start_time: "2027-03-01T15:00:00.000Z" })
  const later = await company.books()
  const call = await company.callFrom("sam")
  expect(call.variables.upcoming_appointments).toBe(
    "Boiler service with Ana Ruiz on Monday, March 1 at 9:00 AM at Downtown (too late to change here). " +
      "Boiler service with Ana Ruiz on Wednesday, March 3 at 9:00 AM at Downtown",
  )
  const listed = await call.listMyAppointments()
  expect(listed.appointments).toMatchObject([
    { id: soon.id, can_be_changed: false },
    { id: later.id, can_be_changed: true },
  ])
  const tooLate = `It's too late to change Boiler service on Monday, March 1 at 9:00 AM at Downtown here. ${callUs}`
  expect(listed.say.endsWith(tooLate)).toBe(true)
  expect(await refusalOf(call.findSlots({ appointment_id: soon.id, ...tuesday }))).toMatchObject({
    status: 409,
    code: "cancel_notice_passed",
    message: `It's too late to change that appointment here. ${callUs}`,
  })
  expect((await call.findSlots({ appointment_id: later.id, ...tuesday })).recommended).not.toEqual([])
  await company.put("/company", { agent: { transfer_phone: "+15125550111" } })
  const again = await company.callFrom("sam")
  expect(await refusalOf(again.findSlots({ appointment_id: soon.id, ...tuesday }))).toMatchObject({
    message: "It's too late to change that appointment here. I can put you through to the office.",
    details: { transfer_phone: "+15125550111" },
  })
  expect([boiler, advice]).not.toContain(undefined)
})

it("AV-05 an unknown caller where nobody new is taken hears so at once, with the number to call", async () => {
  const { company, boiler, ana, austin } = await openCompany()
  await company.put("/company", { new_customers: "not_allowed", phone })
  const closed = `We don't take new customers at the moment. ${callUs}`
  const call = await company.callFrom("stranger")
  expect(call.variables).toMatchObject({ is_new_customer: true, can_self_register: false, say_first: closed })
  expect(await call.listAppointmentTypes()).toMatchObject({ appointment_types: [], say: closed })
  const refused = { status: 403, code: "registration_closed", message: closed }
  expect(await refusalOf(call.findSlots({ appointment_type_id: boiler, ...tuesday }))).toMatchObject(refused)
  const wish = { appointment_type_id: boiler, provider_id: ana, location_id: austin }
  const start_time = "2027-03-02T15:00:00.000Z"
  expect(await refusalOf(call.bookAppointment({ ...wish, start_time }))).toMatchObject(refused)
  const known = await company.callFrom("sam")
  expect(known.variables).toMatchObject({ say_first: "" })
  expect((await known.findSlots({ appointment_type_id: boiler, ...tuesday })).recommended).not.toEqual([])
})

it("AV-19 the greeting says first what has to be said first, on the phone alone", async () => {
  const { company } = await openCompany()
  await company.put("/company", { phone })
  const known = await company.callFrom("sam")
  expect(known.variables.greeting).toBe("Thank you for calling Harbour Heating. How can I help you?")
  await company.put("/company", { new_customers: "not_allowed" })
  const stranger = await company.callFrom("stranger")
  expect(stranger.variables.greeting).toBe(
    `Thank you for calling Harbour Heating. We don't take new customers at the moment. ${callUs}`,
  )
  const writer = await company.textFrom("stranger")
  expect(writer.variables.greeting).toBe(writer.variables.say_first)
})

it("AV-19 a number that is marked as shared registers nobody: the office has to help, and is told what they want", async () => {
  const { company, boiler, ana, austin } = await openCompany()
  const shared_phone = true
  await company.post("/customers", { name: "Ann Doe", phone: strangersNumber, shared_phone })
  await company.post("/customers", { name: "Bob Doe", phone: strangersNumber, shared_phone })
  const office = "I can't tell from this number who is calling, so the office has to help you."
  const call = await company.callFrom("stranger")
  expect(call.variables).toMatchObject({
    is_new_customer: true,
    can_self_register: false,
    bookable_types: "",
    say_first: office,
  })
  const refused = { status: 403, code: "registration_closed", message: office }
  expect(await refusalOf(call.createCustomer({ name: "Ann Doe" }))).toMatchObject(refused)
  expect(await call.listAppointmentTypes()).toMatchObject({ appointment_types: [], say: office })
  expect(await refusalOf(call.findSlots({ appointment_type_id: boiler, ...tuesday }))).toMatchObject(refused)
  const wish = { appointment_type_id: boiler, provider_id: ana, location_id: austin }
  const start_time = "2027-03-02T15:00:00.000Z"
  expect(await refusalOf(call.bookAppointment({ ...wish, start_time }))).toMatchObject(refused)
  await call.requestCallback({ message: "A boiler service in the morning.", name: "Bob Doe" })
})

it("AV-24 who calls the company's number is not asked to call it", async () => {
  const { company } = await openCompany()
  await company.put("/company", { new_customers: "not_allowed", phone: company.line })
  const call = await company.callFrom("stranger")
  expect(call.variables.say_first).toBe(
    "We don't take new customers at the moment. The office has to help you.",
  )
  const thread = await company.textFrom("stranger")
  expect(thread.variables.say_first).toMatch(
    /^We don't take new customers at the moment. Please call us at \(512\) /,
  )
})
