/** TQ-01: each lock of a record, by two calls of which the second begins in the midst of the first. */
import { describe, expect, it } from "vitest"
import { sweepRequests } from "../../service/requests/sweep-requests.worker.ts"
import { makePlan, ownNumber, textStep } from "../support/outreach.ts"
import { make, makeCustomer, makeLocation, makeProvider, makeType, weekdays } from "../support/story.ts"
import { makeUser } from "../support/users.ts"
import { makeEndpoint } from "../support/webhooks.ts"
import { api2, bothChange, letCallsMeet, meet, second, service, story } from "./meeting-calls.ts"

letCallsMeet(["customer"])

const post =
  (path: string, body: object = {}) =>
  () =>
    service.api("POST", path, body)
const put = (path: string, body: object) => () => service.api("PUT", path, body)
const remove = (path: string) => () => service.api("DELETE", path)
const post2 =
  (path: string, body: object = {}) =>
  () =>
    api2("POST", path, body)
const put2 = (path: string, body: object) => () => api2("PUT", path, body)
const remove2 = (path: string) => () => api2("DELETE", path)
const read = async (path: string) => (await service.api("GET", path)).body.data
const outcome = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error?.code ?? status

let day = 8
/** A time of Ana's that no other test uses: weekdays from March 8th on, at nine in Austin. */
function nextStart(): string {
  while (new Date(Date.UTC(2027, 2, day)).getUTCDay() % 6 === 0) day += 1
  const start = new Date(Date.UTC(2027, 2, day, 16)).toISOString()
  day += 1
  return start
}
const wish = (start: string, fields: object = {}) => ({
  customer_id: story.customerId,
  appointment_type_id: story.typeId,
  provider_id: story.anaId,
  location_id: story.locationId,
  start_time: start,
  ...fields,
})
/**
 * Sets the second process's clock. Its first write of a day makes the day's tables, and waits for all writes under way: that
 * is done before calls meet.
 */
async function secondAt(instant: string): Promise<void> {
  second.clock.set(instant)
  await api2("POST", "/customers", { name: "First of the day" })
}
const aMinuteAfter = (start: string) => new Date(Date.parse(start) + 60_000).toISOString()
const openRequest = async (fields: object = {}) =>
  make(service, "/scheduling-requests", {
    customer_id: await makeCustomer(service),
    appointment_type_id: story.typeId,
    latest_date: "2027-03-31",
    ...fields,
  })

describe("two who change different fields of one record keep each other's:", () => {
  it("TQ-01 a customer's", async () => {
    const path = `/customers/${await makeCustomer(service)}`
    const { statuses, record } = await bothChange(path, { email: "a@example.com" }, { first_name: "Pat" })
    expect(statuses).toEqual([200, 200])
    expect(record).toMatchObject({ email: "a@example.com", first_name: "Pat" })
  })

  it("TQ-01 a provider's", async () => {
    const path = `/providers/${await makeProvider(service, { name: "Cleo" })}`
    const { statuses, record } = await bothChange(path, { name: "Cleo Ray" }, { active: false })
    expect(statuses).toEqual([200, 200])
    expect(record).toMatchObject({ name: "Cleo Ray", active: false })
  })

  it("TQ-01 a location's", async () => {
    const path = `/locations/${await makeLocation(service)}`
    const { statuses, record } = await bothChange(path, { name: "Harbour" }, { directions: "Ring twice" })
    expect(statuses).toEqual([200, 200])
    expect(record).toMatchObject({ name: "Harbour", directions: "Ring twice" })
  })

  it("TQ-01 an appointment type's", async () => {
    const path = `/appointment-types/${await makeType(service)}`
    const { statuses, record } = await bothChange(path, { name: "Repair" }, { min_notice_minutes: 5 })
    expect(statuses).toEqual([200, 200])
    expect(record).toMatchObject({ name: "Repair", min_notice_minutes: 5 })
  })

  it("TQ-01 the company's", async () => {
    const { statuses, record } = await bothChange(
      "/company",
      { phone: ownNumber },
      { name: "Harbour & Sons" },
    )
    expect(statuses).toEqual([200, 200])
    expect(record).toMatchObject({ phone: ownNumber, name: "Harbour & Sons" })
  })

  it("TQ-01 an outreach plan's", async () => {
    const path = `/outreach-plans/${await makePlan(service, [textStep("One")])}`
    const steps = [textStep("Two", 5)]
    const { statuses, record } = await bothChange(path, { name: "Gentle" }, { steps })
    expect(statuses).toEqual([200, 200])
    expect(record).toMatchObject({ name: "Gentle", steps })
  })

  it("TQ-01 a webhook endpoint's", async () => {
    const path = `/webhook-endpoints/${(await makeEndpoint(service)).id}`
    const url = "https://elsewhere.example/hooks"
    const { statuses, record } = await bothChange(path, { url }, { events: ["appointment.created"] })
    expect(statuses).toEqual([200, 200])
    expect(record).toMatchObject({ url, events: ["appointment.created"] })
  })

  it("TQ-01 a user's", async () => {
    const path = `/users/${(await makeUser(service)).id}`
    const { statuses, record } = await bothChange(path, { name: "Ben" }, { role: "member" })
    expect(statuses).toEqual([200, 200])
    expect(record).toMatchObject({ name: "Ben", role: "member" })
  })

  it("TQ-01 a request's", async () => {
    const path = `/scheduling-requests/${(await openRequest()).id}`
    const { statuses, record } = await bothChange(
      path,
      { latest_date: "2027-04-15" },
      { provider_id: story.anaId },
    )
    expect(statuses).toEqual([200, 200])
    expect(record).toMatchObject({ latest_date: "2027-04-15", provider_id: story.anaId })
  })
})

describe("a customer", () => {
  it("TQ-01 TQ-06 whose number is changed consents for the new one", async () => {
    const id = await makeCustomer(service)
    const contact = await make(service, `/customers/${id}/contacts`, { phone: "+15125554101" })
    const path = `/customers/${id}/contacts/${contact.id}`
    const [moved, consented] = await meet(
      "audit",
      put(path, { phone: "+15125554102" }),
      post2(`${path}/consent`, { channel: "sms", event: "revoked", source: "said so" }),
    )
    expect([moved.status, consented.status]).toEqual([200, 201])
    expect(consented.body.data.phone).toBe("+15125554102")
    const [after] = (await read(`/customers/${id}`)).contacts
    expect(after.consents).toMatchObject([{ channel: "sms", event: "revoked" }])
  })

  it("TQ-01 who gets two numbers at once has one phone", async () => {
    const path = `/customers/${await makeCustomer(service)}`
    const answers = await meet(
      "audit",
      post(`${path}/contacts`, { phone: "+15125554111" }),
      post2(`${path}/contacts`, { phone: "+15125554112" }),
    )
    expect(answers.map(outcome)).toEqual([201, 201])
    const { contacts } = await read(path)
    expect(contacts.map((contact: { primary: boolean }) => contact.primary)).toEqual([true, false])
  })

  it("TQ-01 who is being archived is not booked", async () => {
    const id = await makeCustomer(service)
    const answers = await meet(
      "audit",
      remove(`/customers/${id}`),
      post2("/appointments", wish(nextStart(), { customer_id: id })),
    )
    expect(answers.map(outcome)).toEqual([200, "not_found"])
  })

  it("TQ-01 who is being booked is not archived", async () => {
    const id = await makeCustomer(service)
    const answers = await meet(
      "audit",
      post("/appointments", wish(nextStart(), { customer_id: id })),
      remove2(`/customers/${id}`),
    )
    expect(answers.map(outcome)).toEqual([201, "in_use"])
  })

  it("TQ-01 who is being booked is not erased", async () => {
    const id = await makeCustomer(service)
    const answers = await meet(
      "audit",
      post("/appointments", wish(nextStart(), { customer_id: id })),
      remove2(`/customers/${id}?erase=true`),
    )
    expect(answers.map(outcome)).toEqual([201, "in_use"])
  })

  it("TQ-01 who is being archived is asked to book nothing", async () => {
    const id = await makeCustomer(service)
    const request = { customer_id: id, appointment_type_id: story.typeId, latest_date: "2027-03-31" }
    const answers = await meet("audit", remove(`/customers/${id}`), post2("/scheduling-requests", request))
    expect(answers.map(outcome)).toEqual([200, "not_found"])
  })
})

describe("a request", () => {
  it("TQ-01 that is being cancelled is not changed", async () => {
    const path = `/scheduling-requests/${(await openRequest()).id}`
    const answers = await meet("audit", post(`${path}/cancel`), put2(path, { latest_date: "2027-04-20" }))
    expect(answers.map(outcome)).toEqual([200, "request_not_open"])
    expect(await read(path)).toMatchObject({ status: "cancelled", latest_date: "2027-03-31" })
  })

  it("TQ-01 that is being cancelled is cancelled once", async () => {
    const path = `/scheduling-requests/${(await openRequest()).id}/cancel`
    expect((await meet("audit", post(path), post2(path))).map(outcome)).toEqual([200, "request_not_open"])
  })

  it("TQ-01 that is being cancelled starts no outreach", async () => {
    await service.api("POST", "/channels", { kind: "sms", phone: ownNumber })
    const planId = await makePlan(service, [textStep("Please book")])
    const path = `/scheduling-requests/${(await openRequest()).id}`
    const answers = await meet(
      "audit",
      post(`${path}/cancel`),
      post2(`${path}/outreach`, { outreach_plan_id: planId }),
    )
    expect(answers.map(outcome)).toEqual([200, "request_not_open"])
  })

  it("TQ-01 TQ-06 whose link is replaced twice at once has the second one", async () => {
    const { id } = await openRequest()
    const path = `/scheduling-requests/${id}`
    const rotate = `${path}/booking-link/rotate`
    const [one, other] = await meet("audit", post(rotate), post2(rotate))
    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.body.data.booking_url).not.toBe(other.body.data.booking_url)
    expect((await read(path)).booking_url).toBe(other.body.data.booking_url)
  })

  it("TQ-01 whose dates are being moved on does not expire", async () => {
    const { id } = await openRequest({ latest_date: "2027-03-02" })
    await secondAt("2027-03-05T12:00:00.000Z")
    const [extended] = await meet(
      "audit",
      put(`/scheduling-requests/${id}`, { latest_date: "2027-03-31" }),
      () => sweepRequests(second.context),
    )
    second.clock.set("2027-03-01T12:00:00.000Z")
    expect(extended.status).toBe(200)
    expect(await read(`/scheduling-requests/${id}`)).toMatchObject({
      status: "open",
      latest_date: "2027-03-31",
    })
  })
})

describe("a provider", () => {
  it("TQ-01 who is given time off is not booked in it", async () => {
    const start = nextStart()
    const off = { start, end: new Date(Date.parse(start) + 3_600_000).toISOString(), reason: "Dentist" }
    const answers = await meet(
      "audit",
      post(`/providers/${story.anaId}/time-off`, off),
      post2("/appointments", wish(start)),
    )
    expect(answers.map(outcome)).toEqual([201, "slot_taken"])
  })

  it("TQ-01 who is being booked is not archived", async () => {
    const hours = { appointment_type_ids: [story.typeId], weekly_hours: weekdays(story.locationId) }
    const id = await makeProvider(service, { name: "Dee", ...hours })
    const answers = await meet(
      "audit",
      post("/appointments", wish(nextStart(), { provider_id: id })),
      remove2(`/providers/${id}`),
    )
    expect(answers.map(outcome)).toEqual([201, "in_use"])
  })

  it("TQ-01 who is being booked has the time once, for a customer each", async () => {
    const start = nextStart()
    const other = await makeCustomer(service)
    const answers = await meet(
      "audit",
      post("/appointments", wish(start)),
      post2("/appointments", wish(start, { customer_id: other })),
    )
    expect(answers.map(outcome)).toEqual([201, "slot_taken"])
  })
})

describe("an appointment", () => {
  const book = async (start = nextStart(), fields: object = {}) =>
    (
      await make(
        service,
        "/appointments",
        wish(start, { customer_id: await makeCustomer(service), ...fields }),
      )
    ).id

  it("TQ-01 TQ-06 that is being moved is not completed at its old time", async () => {
    const start = nextStart()
    const later = nextStart()
    const id = await book(start)
    await secondAt(aMinuteAfter(start))
    const [moved, completed] = await meet(
      "audit",
      post(`/appointments/${id}/reschedule`, { start_time: later }),
      post2(`/appointments/${id}/complete`),
    )
    second.clock.set("2027-03-01T12:00:00.000Z")
    expect([outcome(moved), outcome(completed)]).toEqual([200, "appointment_not_started"])
    expect(await read(`/appointments/${id}`)).toMatchObject({ status: "scheduled", start_time: later })
  })

  it("TQ-01 that is being completed is not moved", async () => {
    const start = nextStart()
    const id = await book(start)
    await secondAt(aMinuteAfter(start))
    const [completed, moved] = await meet(
      "audit",
      () => api2("POST", `/appointments/${id}/complete`),
      post(`/appointments/${id}/reschedule`, { start_time: nextStart() }),
    )
    second.clock.set("2027-03-01T12:00:00.000Z")
    expect([outcome(completed), outcome(moved)]).toEqual([200, "appointment_not_scheduled"])
  })

  it("TQ-01 that is being cancelled is not moved", async () => {
    const id = await book()
    const answers = await meet(
      "audit",
      post(`/appointments/${id}/cancel`),
      post2(`/appointments/${id}/reschedule`, { start_time: nextStart() }),
    )
    expect(answers.map(outcome)).toEqual([200, "appointment_not_scheduled"])
  })

  it("TQ-01 that is being moved is cancelled at its new time", async () => {
    const id = await book()
    const later = nextStart()
    const answers = await meet(
      "audit",
      post(`/appointments/${id}/reschedule`, { start_time: later }),
      post2(`/appointments/${id}/cancel`),
    )
    expect(answers.map(outcome)).toEqual([200, 200])
    expect(await read(`/appointments/${id}`)).toMatchObject({ status: "cancelled", start_time: later })
  })

  it("TQ-01 whose notes are written while it is cancelled stays cancelled", async () => {
    const id = await book()
    const answers = await meet(
      "audit",
      post(`/appointments/${id}/cancel`),
      put2(`/appointments/${id}`, { notes: "Called" }),
    )
    expect(answers.map(outcome)).toEqual([200, 200])
    expect(answers[1].body.data).toMatchObject({ status: "cancelled", notes: "Called" })
  })

  it("TQ-01 TQ-06 whose own link is replaced twice at once has the second one", async () => {
    const id = await book()
    const rotate = `/appointments/${id}/manage-link/rotate`
    const [one, other] = await meet("audit", post(rotate), post2(rotate))
    expect([one.status, other.status]).toEqual([200, 200])
    const row = await service.context.db.first<{ link_version: number }>(
      "SELECT link_version FROM appointment WHERE company_id = $1 AND id = $2",
      [service.companyId, id],
    )
    expect(row).toEqual({ link_version: 3 })
    expect((await read(`/appointments/${id}`)).manage_url).toBe(other.body.data.manage_url)
  })
})

describe("a company", () => {
  it("TQ-01 keeps an admin when two remove each other's access", async () => {
    const owner = await service.anotherCompany()
    const keys = [owner.key]
    const made = await service.api("POST", "/api-keys", { name: "Second", role: "admin" }, { key: owner.key })
    keys.push(made.body.data.key)
    const listed = (await service.api("GET", "/api-keys", undefined, { key: owner.key })).body.data
    const [a, b] = listed.map((key: { id: number }) => key.id)
    const answers = await meet(
      "audit",
      () => service.api("DELETE", `/api-keys/${a}`, undefined, { key: keys[1]! }),
      () => api2("DELETE", `/api-keys/${b}`, undefined, { key: keys[1]! }),
    )
    expect(answers.map(outcome)).toEqual([200, "last_admin_key"])
  })

  it("TQ-01 whose last two channels of a number go at once gives the number back", async () => {
    const phone = "+15125554170"
    const voice = await make(service, "/channels", { kind: "voice", phone })
    const sms = await make(service, "/channels", { kind: "sms", phone })
    const answers = await meet("audit", remove(`/channels/${voice.id}`), remove2(`/channels/${sms.id}`))
    expect(answers.map(outcome)).toEqual([200, 200])
    const { key } = await service.anotherCompany()
    const taken = await service.api("POST", "/channels", { kind: "sms", phone }, { key })
    expect(outcome(taken)).toBe(201)
  })

  it("TQ-01 that imports a customer twice at once has one", async () => {
    const rows = [{ first_name: "Ivy", last_name: "Twin", email: "ivy@example.com" }]
    const answers = await meet(
      "audit",
      post("/imports/customers", { rows }),
      post2("/imports/customers", { rows }),
    )
    expect(answers.map(({ body }) => body.data?.rows?.[0]?.fate)).toEqual(["made", "unchanged"])
    expect(await read("/customers?email=ivy@example.com")).toHaveLength(1)
  })

  it("TQ-01 a test company that is deleted in the midst of a write takes it whole", async () => {
    const { company_id: id, api_key: key } = (await service.api("POST", "/test-company")).body.data
    const answers = await meet(
      "customer",
      () => service.api("POST", "/customers", { name: "Late" }, { key }),
      remove2(`/test-companies/${id}`),
    )
    expect(answers.map(outcome)).toEqual([201, 200])
  })

  it("TQ-01 a test company that is deleted in the midst of a write leaves none of its events behind", async () => {
    const { company_id: id, api_key: key } = (await service.api("POST", "/test-company")).body.data
    const of = async (method: string, path: string, body?: object) =>
      (await service.api(method, path, body, { key })).body.data
    const [provider] = await of("GET", "/providers")
    const booked = await of("POST", "/appointments", {
      customer_id: (await of("POST", "/customers", { name: "Sam Poe" })).id,
      appointment_type_id: provider.appointment_type_ids[0],
      provider_id: provider.id,
      start_time: nextStart(),
    })
    const answers = await meet(
      "audit",
      () => service.api("POST", `/appointments/${booked.id}/cancel`, {}, { key }),
      remove2(`/test-companies/${id}`),
    )
    expect(answers.map(outcome)).toEqual([200, 200])
    const left = await service.context.db.query("SELECT type FROM event WHERE company_id = $1", [id])
    expect(left).toEqual([])
  })

  it("TQ-01 a test company that is being deleted takes no write", async () => {
    const { company_id: id, api_key: key } = (await service.api("POST", "/test-company")).body.data
    const answers = await meet("audit", remove(`/test-companies/${id}`), () =>
      api2("POST", "/customers", { name: "Late" }, { key }),
    )
    expect(answers.map(outcome)).toEqual([200, "not_found"])
  })
})
