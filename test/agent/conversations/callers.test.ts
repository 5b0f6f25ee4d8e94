/** Kinds of callers: known, new, unwanted, hidden; and where they live. */
import { expect, it } from "vitest"
import { openCompany, shareService, thatWeek, tuesday } from "../company.ts"
import { chosen, refusalOf, saying } from "../conversation.ts"

shareService()

/** Some 43 km north of Austin. */
const georgetown = { line1: "1 Main St", city: "Georgetown", state: "TX", postal_code: "78626" }
const oakAvenue = { line1: "2 Oak Ave", postal_code: "78702" }

it("AG-06 a new caller registers and books, and is known the next time", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("stranger")
  expect(call.variables).toMatchObject({
    is_new_customer: true,
    can_self_register: true,
    customer_full_name: "",
    has_address: false,
  })
  expect(await call.createCustomer({ first_name: "Mia", last_name: "Torres" })).toMatchObject({
    customer_full_name: "Mia Torres",
  })
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  const wish = { appointment_type_id: boiler, ...chosen(found.recommended[0]) }
  await call.bookAppointment({ ...wish, receive_sms_confirmation: true })

  const later = await company.callFrom("stranger")
  expect(later.variables).toMatchObject({
    is_new_customer: false,
    can_self_register: false,
    customer_first_name: "Mia",
    upcoming_appointments: saying("Tuesday, March 2"),
  })
  expect(await company.appointments()).toMatchObject([{ booked_by: "agent" }])
  expect(company.confirmations()).toBe(1)
})

it("AG-06 a new caller looks at times first, and has to register before booking", async () => {
  const { company, boiler } = await openCompany()
  const thread = await company.textFrom("stranger")
  const found = await thread.findSlots({ appointment_type_id: boiler, ...tuesday })
  const wish = { appointment_type_id: boiler, ...chosen(found.recommended[0]) }
  expect(await refusalOf(thread.bookAppointment(wish))).toMatchObject({
    status: 409,
    code: "registration_needed",
    message: "I need your name before I can do that.",
  })
  expect(await thread.createCustomer({ name: "Mia Torres", email: "mia@example.com" })).toMatchObject({
    warnings: [],
  })
  await thread.bookAppointment(wish)
  expect(await company.appointments()).toMatchObject([{ status: "scheduled" }])
})

it("AG-06 the company takes no new customers", async () => {
  const { company } = await openCompany()
  await company.put("/company", { new_customers: "not_allowed" })
  const call = await company.callFrom("stranger")
  expect(call.variables).toMatchObject({
    is_new_customer: true,
    can_self_register: false,
    bookable_types: "",
  })
  expect(await call.listAppointmentTypes()).toMatchObject({
    appointment_types: [],
    say: "We don't take new customers at the moment. Please contact the office.",
  })
  expect(await refusalOf(call.createCustomer({ name: "Mia Torres" }))).toMatchObject({
    status: 403,
    code: "registration_closed",
    message: "New customers are not allowed",
  })
  expect(await company.appointments()).toEqual([])
})

it("TR-35 an email that somebody else has is not kept, and nothing is said of it", async () => {
  const { company } = await openCompany()
  const call = await company.callFrom("stranger")
  expect(await call.createCustomer({ name: "Mia Torres", email: "sam@example.com" })).toMatchObject({
    warnings: [],
    say: "Thank you, Mia.",
  })
})

it("AG-02 a caller who hides the number can look, and not book", async () => {
  const { company, boiler } = await openCompany()
  const call = await company.callFrom("hidden")
  expect(call.variables).toMatchObject({
    is_new_customer: true,
    can_self_register: false,
    customer_full_name: "",
    upcoming_appointments: "",
  })
  const found = await call.findSlots({ appointment_type_id: boiler, ...tuesday })
  const wish = { appointment_type_id: boiler, ...chosen(found.recommended[0]) }
  expect(await refusalOf(call.bookAppointment(wish))).toMatchObject({ status: 409, code: "caller_unknown" })
  expect(await refusalOf(call.createCustomer({ name: "Mia Torres" }))).toMatchObject({
    status: 409,
    code: "caller_unknown",
  })
  expect(await call.listMyAppointments()).toMatchObject({ appointments: [] })
  expect(await company.appointments()).toEqual([])
})

it("TR-45 a number that we don't know has no appointments, and is told why", async () => {
  const { company } = await openCompany()
  const { id } = await company.books()
  const notUnderYours = "I find none under the number you're calling from."
  const call = await company.callFrom("stranger")
  expect(await call.listMyAppointments()).toMatchObject({ appointments: [], say: notUnderYours })
  const refused = { status: 404, code: "not_found", field: "appointment_id", message: notUnderYours }
  expect(await refusalOf(call.cancelAppointment({ appointment_id: id }))).toMatchObject(refused)
  const move = { appointment_id: id, start_time: "2027-03-04T15:00:00.000Z" }
  expect(await refusalOf(call.rescheduleAppointment(move))).toMatchObject(refused)
  expect(await refusalOf(call.findSlots({ appointment_id: id, ...thatWeek }))).toMatchObject(refused)

  const thread = await company.textFrom("stranger")
  expect((await thread.listMyAppointments()).say).toBe("I find none under the number you're texting from.")
  const hidden = await company.callFrom("hidden")
  expect((await hidden.listMyAppointments()).say).toBe(
    "I can't see the number you're calling from, so I find none.",
  )
})

it("TR-45 a customer without an appointment hears that there is none", async () => {
  const { company } = await openCompany()
  const call = await company.callFrom("sam")
  expect((await call.listMyAppointments()).say).toBe("You have no upcoming appointments.")
  expect(await refusalOf(call.cancelAppointment({ appointment_id: 999_999 }))).toMatchObject({
    status: 404,
    message: "I couldn't find that appointment.",
  })
})

it("AG-08 no address yet: it is asked for, saved, and the visit booked", async () => {
  const { company, visit } = await openCompany()
  const call = await company.callFrom("sam")
  expect(call.variables).toMatchObject({ has_address: false })
  expect(await call.findSlots({ appointment_type_id: visit, ...thatWeek })).toMatchObject({
    providers: [],
    reason: "no_address",
    say: saying("I need your address first"),
  })
  expect(await call.saveAddress(oakAvenue)).toMatchObject({
    in_service_area: true,
    say: "Thank you, we come to your address.",
  })
  const found = await call.findSlots({ appointment_type_id: visit, ...thatWeek })
  expect(found).toMatchObject({ reason: null })
  await call.bookAppointment({ appointment_type_id: visit, ...chosen(found.recommended[0]) })

  const later = await company.callFrom("sam")
  expect(later.variables).toMatchObject({ has_address: true })
  expect(await company.appointments()).toMatchObject([{ status: "scheduled" }])
})

it("AG-08 TR-06 the address is out of the area of all who could come, though a clinic's area holds it", async () => {
  const { company, visit, ana } = await openCompany()
  const call = await company.callFrom("sam")
  expect(await call.saveAddress({ line1: "1600 Wynkoop St", postal_code: "80202" })).toMatchObject({
    in_service_area: false,
    say: "I'm sorry, we don't come to that address.",
  })
  expect(await call.findSlots({ appointment_type_id: visit, ...thatWeek })).toMatchObject({
    providers: [],
    recommended: [],
    reason: "out_of_service_area",
    say: "I'm sorry, we don't come to your address.",
  })
  const wish = { appointment_type_id: visit, provider_id: ana, start_time: "2027-03-03T15:00:00.000Z" }
  expect(await refusalOf(call.bookAppointment(wish))).toMatchObject({
    status: 409,
    code: "out_of_service_area",
  })
  expect(await company.appointments()).toEqual([])
})

it("TR-06 names what comes to the address and what does not, as the searches after it say", async () => {
  const { company, visit, tuning, cleo, ana } = await openCompany()
  await company.put(`/appointment-types/${tuning}`, { place: "at_customer" })
  const call = await company.callFrom("sam")
  const denver = { line1: "1600 Wynkoop St", postal_code: "80202" }
  expect(await call.saveAddress(denver)).toMatchObject({
    in_service_area: true,
    say: "Thank you, we come to your address for Burner tuning, but not for Home visit.",
  })
  const reasonOf = async (appointment_type_id: number) =>
    (await call.findSlots({ appointment_type_id, ...thatWeek })).reason
  expect([await reasonOf(tuning), await reasonOf(visit)]).toEqual([null, "out_of_service_area"])

  // Ana sets out from Austin, so Denver's area is served by Cleo alone; without her, by no one who travels that far.
  await company.put(`/providers/${cleo}`, { active: false })
  await company.put(`/providers/${ana}`, { max_travel_km: 50 })
  expect(await call.saveAddress({ ...denver, line1: "1601 Wynkoop St" })).toMatchObject({
    in_service_area: false,
    say: "I'm sorry, we don't come to that address.",
  })
})

it("TR-06 promises nothing where no appointment is at the customer's", async () => {
  const { company, visit } = await openCompany()
  await company.put(`/appointment-types/${visit}`, { active: false })
  const call = await company.callFrom("sam")
  expect(await call.saveAddress(oakAvenue)).toMatchObject({
    in_service_area: false,
    say: "Thank you, I've saved your address.",
  })
})

it("TR-07 a person who does not travel so far is refused in a sentence, while others come", async () => {
  const { company, visit, ana, ben } = await openCompany()
  await company.put(`/providers/${ana}`, { max_travel_km: 5, start_address: georgetown })
  const call = await company.callFrom("sam")
  await call.saveAddress(oakAvenue)
  const withAna = { appointment_type_id: visit, ...thatWeek, provider_id: ana }
  expect(await refusalOf(call.findSlots(withAna))).toMatchObject({
    status: 400,
    code: "filter_not_usable",
    field: "provider_id",
    message: "Ana Ruiz does not come to your address.",
  })
  const found = await call.findSlots({ appointment_type_id: visit, ...thatWeek })
  expect(found.providers.map(({ provider_id }) => provider_id)).toEqual([ben])
  const wish = { appointment_type_id: visit, provider_id: ana, start_time: "2027-03-03T15:00:00.000Z" }
  expect(await refusalOf(call.bookAppointment(wish))).toMatchObject({
    status: 409,
    code: "out_of_service_area",
  })

  await company.put(`/providers/${ben}`, { active: false })
  expect(await call.findSlots(withAna)).toMatchObject({ providers: [], reason: "out_of_service_area" })
})

it("AG-08 half an address is asked for again", async () => {
  const { company } = await openCompany()
  const call = await company.callFrom("sam")
  expect(await refusalOf(call.saveAddress({ ...oakAvenue, line1: "" }))).toMatchObject({
    status: 400,
    code: "invalid_input",
    field: "line1",
    message: saying("street address"),
  })
  expect(await refusalOf(call.saveAddress({ line1: "2 Oak Ave", city: "Austin" }))).toMatchObject({
    status: 400,
    field: "postal_code",
    message: "Could you tell me the ZIP code, or the city and state?",
  })
  await call.saveAddress({ line1: "2 Oak Ave", city: "Austin", state: "TX" })
})

it("AG-08 three addresses, and the last of them as often as it is sent", async () => {
  const { company } = await openCompany()
  const call = await company.callFrom("sam")
  await call.saveAddress(oakAvenue)
  await call.saveAddress({ ...oakAvenue, line1: "3 Oak Ave" })
  const third = { ...oakAvenue, line1: "4 Oak Ave" }
  const saved = await call.saveAddress(third)
  expect(await call.saveAddress(third)).toEqual(saved)
  expect(await call.saveAddress(third)).toEqual(saved)
  expect(await refusalOf(call.saveAddress({ ...oakAvenue, line1: "5 Oak Ave" }))).toMatchObject({
    status: 429,
    code: "rate_limited",
  })
})

it("AG-08 the address that the company has set stays", async () => {
  const { company, sam, visit } = await openCompany()
  await company.put(`/customers/${sam}`, {
    address: {
      line1: "9 Elm Ct",
      line2: null,
      city: "Austin",
      state: "TX",
      postal_code: "78704",
      country: "US",
    },
  })
  const call = await company.callFrom("sam")
  expect(call.variables).toMatchObject({ has_address: true })
  expect(await refusalOf(call.saveAddress(oakAvenue))).toMatchObject({
    status: 409,
    code: "address_set_by_company",
    message: saying("already on file"),
  })
  const found = await call.findSlots({ appointment_type_id: visit, ...thatWeek })
  await call.bookAppointment({ appointment_type_id: visit, ...chosen(found.recommended[0]) })
})
