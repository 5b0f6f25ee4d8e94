import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openPublicPage, visitorOf } from "../../../test/support/public-page.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { make, makeCustomer, makeType, put, type Story, tellStory } from "../../../test/support/story.ts"

let service: TestService
let story: Story
let visitTypeId: number

beforeEach(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  visitTypeId = await makeType(service, { name: "Home visit", place: "at_customer", public_booking: true })
  await put(service, `/locations/${story.locationId}`, {
    service_area: { kind: "postal_codes", codes: ["78701", "78702"] },
  })
  for (const id of [story.anaId, story.benId]) {
    await put(service, `/providers/${id}`, { appointment_type_ids: [story.typeId, visitTypeId] })
  }
  await openPublicPage(service, story)
})
afterEach(() => service.stop())

const march2 = { startDate: "2027-03-02", endDate: "2027-03-03" }
const known = "+15125550123"
const unknown = "+15125550177"
const here = { line1: "2 Oak Ave", city: "Austin", state: "TX", postalCode: "78702" }
const far = { line1: "9 Far Rd", city: "Houston", state: "TX", postalCode: "77001" }

const at = (startTime: string, typeId = story.typeId) => ({
  typeId,
  providerId: story.anaId,
  locationId: story.locationId,
  startTime,
})
const noon = "2027-03-02T18:00:00.000Z"
const codeOf = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code]
const customerBy = async (phone: string) => {
  const { body } = await service.api("GET", `/customers?phone=${encodeURIComponent(phone)}`)
  return body.data[0]
}

describe("addresses", () => {
  it("FX-05 PB-03 are asked for where the type goes by them, used for that search, and stored nowhere", async () => {
    const visitor = visitorOf(service)
    const search = { typeId: visitTypeId, ...march2 }
    const without = await visitor.slots(search)
    expect(without.data).toMatchObject({ in_area: true, providers: [], reason: "no_address" })
    const outside = await visitor.slots({ ...search, address: far })
    expect(outside.data).toMatchObject({ in_area: false, providers: [], reason: "out_of_service_area" })
    const inside = await visitor.slots({ ...search, address: here })
    expect([inside.data.in_area, inside.data.providers.length]).toEqual([true, 2])
    const tables = await service.context.db.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace",
    )
    for (const { name } of tables) {
      const rows = await service.context.db.query(
        `SELECT 1 FROM ${name} t WHERE row_to_json(t)::text ~ 'Oak Ave|Far Rd'`,
      )
      expect([name, rows.length]).toEqual([name, 0])
    }
  })

  it("PB-03 give way to the one on file once the number is verified", async () => {
    await put(service, `/customers/${story.customerId}`, {
      address: { line1: "1 File St", city: "Austin", state: "TX", postal_code: "78701" },
    })
    const visitor = visitorOf(service)
    const visit = await visitor.proves(known)
    expect(visit.hasAddress).toBe(true)
    const found = await visitor.slots({ typeId: visitTypeId, ...march2, address: far })
    expect(found.data.in_area).toBe(true)
    expect(found.text).not.toContain("File St")
    expect((await visitor.book({ ...at(noon, visitTypeId), address: far })).status).toBe(201)
    expect((await customerBy(known)).address).toMatchObject({ line1: "1 File St" })
  })

  it("PB-08 are saved by registering, and by booking where the type goes by them and none is on file", async () => {
    const registering = visitorOf(service)
    await registering.proves(unknown)
    await registering.register({ firstName: "Ada", lastName: "Byron", address: { ...here, country: "US" } })
    expect(await customerBy(unknown)).toMatchObject({
      address: { line1: "2 Oak Ave", line2: null, postal_code: "78702", country: "US" },
      address_source: "public_page",
    })
    const booking = visitorOf(service)
    await booking.proves(known)
    const plain = await booking.book({ ...at("2027-03-02T15:00:00.000Z"), address: here })
    expect([plain.status, (await customerBy(known)).address]).toEqual([201, null])
    expect(codeOf(await booking.book(at(noon, visitTypeId)))).toEqual([409, "address_needed"])
    const outside = await booking.book({ ...at(noon, visitTypeId), address: far })
    expect(codeOf(outside)).toEqual([409, "out_of_service_area"])
    expect((await customerBy(known)).address).toBeNull()
    expect((await booking.book({ ...at(noon, visitTypeId), address: here })).status).toBe(201)
    expect(await customerBy(known)).toMatchObject({
      address: { line1: "2 Oak Ave" },
      address_source: "public_page",
    })
  })
})

describe("registering", () => {
  it("PB-07 is closed where new customers are not allowed, with whom to call", async () => {
    await put(service, "/company", { new_customers: "not_allowed" })
    const visitor = visitorOf(service)
    expect(await visitor.proves(unknown)).toMatchObject({ customer: null, canRegister: false })
    const refused = await visitor.register({ firstName: "Ada", lastName: "Byron" })
    expect(codeOf(refused)).toEqual([403, "registration_closed"])
    expect(refused.error).toMatchObject({
      message: "New customers are not allowed",
      details: { companyPhone: "+15125550100" },
    })
    const customer = visitorOf(service)
    await customer.proves(known)
    expect((await customer.book(at(noon))).status).toBe(201)
  })

  it("PB-09 keeps no email that another customer has, and says so", async () => {
    const visitor = visitorOf(service)
    await visitor.proves(unknown)
    const registered = await visitor.register({
      firstName: "Ada",
      lastName: "Byron",
      email: "SAM@example.com",
    })
    expect([registered.status, registered.data.warnings]).toEqual([201, ["email_taken"]])
    expect(await customerBy(unknown)).toMatchObject({ name: "Ada Byron", email: null })
  })

  it("happens once, whatever is sent twice and at once", async () => {
    const visitor = visitorOf(service)
    await visitor.proves(unknown)
    const send = (key?: string) => visitor.register({ firstName: "Ada", lastName: "Byron" }, key)
    const [first, again] = [await send("k1"), await send("k1")]
    expect([first.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    const many = await Promise.all([send(), send(), send("k2")])
    expect(many.map(({ status }) => status)).toEqual([201, 201, 201])
    const { body } = await service.api("GET", `/customers?phone=${encodeURIComponent(unknown)}`)
    expect(body.data.length).toBe(1)
  })
})

describe("booking", () => {
  it("PB-10 shows the visitor's own open requests, of types that are not public too, and books them", async () => {
    const typeId = await makeType(service, { name: "Inspection", kind: "by_request" })
    await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, typeId] })
    const ask = (customer_id: number) =>
      make(service, "/scheduling-requests", {
        customer_id,
        appointment_type_id: typeId,
        latest_date: "2027-03-31",
      })
    const own = await ask(story.customerId)
    const visitor = visitorOf(service)
    const search = { typeId, ...march2, schedulingRequestId: own.id }
    expect(codeOf(await visitor.slots(search))).toEqual([404, "not_found"])
    const { requests } = await visitor.proves(known)
    expect(requests).toEqual([
      {
        id: own.id,
        typeId,
        typeName: "Inspection",
        description: null,
        place: "at_location",
        locations: [expect.objectContaining({ name: "Downtown" })],
        providers: [expect.objectContaining({ name: "Ana Ruiz" })],
        durationMinutes: 60,
        durationLabel: null,
        blockMinutes: [60],
        questions: [],
        earliestDate: null,
        latestDate: "2027-03-31",
      },
    ])
    expect(codeOf(await visitor.slots({ typeId, ...march2 }))).toEqual([404, "not_found"])
    expect((await visitor.slots(search)).data.providers.length).toBe(1)
    const { id: othersId } = await ask(await makeCustomer(service, { name: "Kim Lee" }))
    const others = { schedulingRequestId: othersId }
    expect(codeOf(await visitor.slots({ ...search, ...others }))).toEqual([404, "not_found"])
    expect(codeOf(await visitor.book({ ...at(noon, typeId), ...others }))).toEqual([404, "not_found"])
    const booked = await visitor.book({ ...at(noon, typeId), schedulingRequestId: own.id })
    expect(booked.status).toBe(201)
    expect((await visitor.visit()).data.requests).toEqual([])
  })

  it("TR-12 a request for a home visit takes the address that is missing on file, for times and booking", async () => {
    const customerId = (await make(service, "/customers", { name: "Rosa Diaz", phone: "+15125550171" })).id
    const { id } = await make(service, "/scheduling-requests", {
      customer_id: customerId,
      appointment_type_id: visitTypeId,
      latest_date: "2027-03-31",
    })
    const visitor = visitorOf(service)
    const { requests, hasAddress } = await visitor.proves("+15125550171")
    expect([requests[0]!.place, requests[0]!.locations, hasAddress]).toEqual(["at_customer", [], false])
    const search = { typeId: visitTypeId, ...march2, schedulingRequestId: id }
    expect((await visitor.slots(search)).data.reason).toBe("no_address")
    const address = { line1: "2 Oak Ave", city: "Austin", state: "TX", postalCode: "78702" }
    expect((await visitor.slots({ ...search, address })).data.providers.length).toBeGreaterThan(0)
    const booked = await visitor.book({ ...at(noon, visitTypeId), schedulingRequestId: id, address })
    expect([booked.status, booked.data.appointment.locationName]).toEqual([201, null])
  })

  it("TR-11 tells who is assigned to the visitor, and asks for no other provider", async () => {
    await put(service, "/company", { provider_assignment: "per_customer" })
    const benId = story.benId
    await make(service, "/customers", {
      name: "Rosa Diaz",
      phone: "+15125550172",
      assigned_provider_id: benId,
    })
    const visitor = visitorOf(service)
    expect((await visitor.slots({ typeId: story.typeId, ...march2 })).data.providers).toHaveLength(2)
    const { assignedProvider } = await visitor.proves("+15125550172")
    expect(assignedProvider).toEqual({ id: benId, name: "Ben Okafor" })
    const { data } = await visitor.slots({ typeId: story.typeId, ...march2 })
    expect(data.providers.map(({ providerId }) => providerId)).toEqual([benId])
    const withAna = await visitor.book({ ...at(noon), providerId: story.anaId })
    expect(withAna.error).toMatchObject({ code: "filter_not_usable", field: "providerId" })
    await put(service, "/company", { provider_assignment: "none" })
    expect((await visitor.visit()).data.assignedProvider).toBeNull()
  })

  it("PB-11 records consent through `textUpdates` alone, once, on the verified number", async () => {
    const consents = async () =>
      (await customerBy(known)).contacts.map(({ consents }: { consents: unknown[] }) => consents)
    const visitor = visitorOf(service)
    await visitor.proves(known)
    await visitor.book(at(noon))
    expect(await consents()).toEqual([[]])
    await visitor.book({ ...at("2027-03-02T15:00:00.000Z"), textUpdates: true })
    await visitor.book({ ...at("2027-03-02T20:00:00.000Z"), textUpdates: true })
    expect(await consents()).toEqual([
      [{ channel: "sms", event: "granted", source: "public_page", at: "2027-03-01T12:00:00.000Z" }],
    ])
    expect((await visitor.visit()).data.textUpdates).toBe(true)
  })

  it("PB-11 the verified number may be another than the primary one", async () => {
    const second = "+15125550166"
    await make(service, `/customers/${story.customerId}/contacts`, { phone: second })
    const visitor = visitorOf(service)
    expect((await visitor.proves(second)).customer).toEqual({ firstName: "Sam" })
    await visitor.book({ ...at(noon), textUpdates: true })
    const { contacts } = await customerBy(known)
    expect(
      contacts.map(({ phone, consents }: { phone: string; consents: unknown[] }) => [phone, consents.length]),
    ).toEqual([
      [known, 0],
      [second, 1],
    ])
  })

  it("PB-13 refuses what every interface refuses, in the page's words", async () => {
    const visitor = visitorOf(service)
    await visitor.proves(known)
    expect(codeOf(await visitor.book(at("2027-03-02T18:10:00.000Z")))).toEqual([409, "time_not_offered"])
    expect((await visitor.book(at(noon))).status).toBe(201)
    const taken = await visitor.book(at(noon))
    expect(codeOf(taken)).toEqual([409, "customer_busy"])
    expect(Object.keys(taken.error.details.alternatives[0])).toContain("startTime")
    await put(service, `/appointment-types/${story.typeId}`, { public_booking: false })
    expect(codeOf(await visitor.book(at("2027-03-02T20:00:00.000Z")))).toEqual([404, "not_found"])
  })

  it("a repeat under one key books once, and says the same", async () => {
    const visitor = visitorOf(service)
    await visitor.proves(known)
    const [first, again] = [await visitor.book(at(noon), "k1"), await visitor.book(at(noon), "k1")]
    expect([first.status, again.text]).toEqual([201, first.text])
    expect(codeOf(await visitor.book(at("2027-03-02T15:00:00.000Z"), "k1"))).toEqual([
      409,
      "idempotency_key_reused",
    ])
  })

  it("gives the calendar file of the visitor's own appointments, and of nobody else's", async () => {
    const visitor = visitorOf(service)
    await visitor.proves(known)
    const { data } = await visitor.book(at(noon))
    expect(data.appointment.locationAddress).toBe("1 Main St, Austin, TX 78701")
    const path = `/appointments/${data.appointment.id}/calendar.ics`
    const file = await visitor.send("GET", path)
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"])
    expect(file.text).toContain("DTSTART;TZID=America/Chicago:20270302T120000")
    const other = visitorOf(service)
    expect(codeOf(await other.send("GET", path))).toEqual([401, "visit_expired"])
    await other.proves(unknown)
    expect(codeOf(await other.send("GET", path))).toEqual([404, "not_found"])
  })

  it("no answer of the page tells more of a customer than the first name", async () => {
    await put(service, `/customers/${story.customerId}`, {
      address: { line1: "1 File St", city: "Austin", state: "TX", postal_code: "78701" },
    })
    const visitor = visitorOf(service)
    const visit = await visitor.proves(known)
    const booked = await visitor.book(at(noon, visitTypeId))
    const answers = [
      JSON.stringify(visit),
      (await visitor.page()).text,
      (await visitor.visit()).text,
      (await visitor.slots({ typeId: visitTypeId, ...march2 })).text,
      (await visitor.register({ firstName: "X", lastName: "Y" })).text,
      booked.text,
      (await visitor.book(at(noon, visitTypeId))).text,
      (await visitor.send("GET", `/appointments/${booked.data.appointment.id}/calendar.ics`)).text,
    ]
    for (const answer of answers) {
      for (const secret of ["Poe", "sam@example.com", known.slice(2), "crm-9", "File St", "customer_id"]) {
        expect(answer).not.toContain(secret)
      }
    }
  })
})
