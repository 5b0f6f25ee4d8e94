/**
 * MD-09: refusals that an operation describes as its own and that no story of another file meets. Together with those, every
 * described one is met in a whole `npm test` (`test/after`).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openChannels, samsNumber, strangersNumber, talk } from "../../test/support/agent.ts"
import { type LocalServer, startLocalServer } from "../../test/support/local-server.ts"
import { type Answer, type CallOptions, startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../../test/support/story.ts"
import { totpCode } from "../../test/support/totp.ts"
import { makeUser, password, signedIn } from "../../test/support/users.ts"
import type { Located } from "../platform/ports.ts"

/** The addresses that the geocoder knows. */
const places: Record<string, Located> = {
  "2 Oak Ave": { latitude: 30.27, longitude: -97.74, accuracy: "rooftop" },
  "9 Far Rd": { latitude: 35, longitude: -97.74, accuracy: "rooftop" },
}

let service: TestService
let story: Story
let feed: LocalServer
beforeAll(async () => {
  service = await startService({ geocoder: { locate: async ({ line1 }) => places[line1] ?? null } })
  story = await tellStory(service)
  await openChannels(service)
  feed = await startLocalServer()
})
afterAll(async () => {
  await service.stop()
  await feed.stop()
})

type Fields = Record<string, unknown>

const codeOf = ({ body }: Answer): string => body.error?.code ?? "none"
const post = async (path: string, body?: Fields, options?: CallOptions) =>
  codeOf(await service.api("POST", path, body, options))

const at = (time: string) => `2027-03-04T${time}:00.000Z`
/** On Thursday at ten in Austin. */
const start_time = at("16:00")
const dates = { start_date: "2027-03-02", end_date: "2027-03-09" }
const latest_date = "2027-04-20"

/** A customer of the agent's, a type that is booked unless another is named, and a provider of their own. */
async function own(
  fields: Fields = {},
): Promise<{ customer_id: number; appointment_type_id: number; provider_id: number }> {
  const appointment_type_id = await makeType(service, fields)
  const provider_id = await makeProvider(service, {
    name: "Gil Novak",
    appointment_type_ids: [appointment_type_id],
    weekly_hours: weekdays(story.locationId),
  })
  return { customer_id: await makeCustomer(service), appointment_type_id, provider_id }
}

const booked = async (wish: Fields): Promise<number> =>
  (await make(service, "/appointments", { start_time, ...wish })).id

/** The refusals of a search, the board, a booking and its preview. */
const asked = async ({ customer_id, appointment_type_id, provider_id, ...more }: Fields) => {
  const booking = { customer_id, appointment_type_id, provider_id, start_time, ...more }
  return [
    await post("/slots", { customer_id, appointment_type_id, ...dates, ...more }),
    await post("/board/starts", { customer_id, appointment_type_id, ...dates, ...more }),
    await post("/appointments", booking),
    await post("/appointments/preview", booking),
  ]
}

/** The refusals of a move and its preview. */
const moved = async (id: number, to: Fields) => [
  await post(`/appointments/${id}/reschedule`, to),
  await post(`/appointments/${id}/reschedule/preview`, to),
]

/** The refusals of taking a cancel back and its preview. */
const reopened = async (id: number) => {
  await service.api("POST", `/appointments/${id}/cancel`, {})
  return [await post(`/appointments/${id}/reopen`, {}), await post(`/appointments/${id}/reopen/preview`, {})]
}

describe("MD-09 a type", () => {
  it("that is archived is not bookable in any interface", async () => {
    const wish = await own()
    const cancelled = await booked(wish)
    await service.api("POST", `/appointments/${cancelled}/cancel`, {})
    await put(service, `/appointment-types/${wish.appointment_type_id}`, { active: false })
    const { customer_id, appointment_type_id, provider_id } = wish
    const request = { customer_id, appointment_type_id, latest_date }
    expect([
      await post("/appointments", { ...wish, start_time }),
      await post("/appointments/preview", { ...wish, start_time }),
      await post("/scheduling-requests", request),
      await post("/scheduling-requests/preview", request),
      ...(await reopened(cancelled)),
    ]).toEqual(Array(6).fill("type_not_bookable"))
    const call = await talk(service, samsNumber)
    const type = { appointment_type_id }
    expect([
      codeOf(await call.tool("POST", "/slots", { ...type, ...dates })),
      codeOf(await call.tool("POST", "/appointments", { ...type, provider_id, start_time })),
      codeOf(await call.tool("GET", "/locations", type)),
      codeOf(await call.tool("GET", "/providers", type)),
    ]).toEqual(Array(4).fill("type_not_bookable"))
  })

  it("that needs a request is asked for, with the right one that is open", async () => {
    const wish = await own({ kind: "by_request" })
    const other = await own({ kind: "by_request" })
    expect(await asked(wish)).toEqual(Array(4).fill("request_needed"))
    const call = await talk(service, samsNumber)
    const { customer_id, appointment_type_id, provider_id } = wish
    const type = { appointment_type_id }
    expect([
      codeOf(await call.tool("POST", "/appointments", { ...type, provider_id, start_time })),
      codeOf(await call.tool("GET", "/locations", type)),
      codeOf(await call.tool("GET", "/providers", type)),
    ]).toEqual(Array(3).fill("request_needed"))

    const { id: others } = await make(service, "/scheduling-requests", {
      customer_id: other.customer_id,
      appointment_type_id: other.appointment_type_id,
      latest_date,
    })
    const mismatched = { scheduling_request_id: others }
    expect(await asked({ ...wish, ...mismatched })).toEqual(Array(4).fill("request_mismatch"))
    const explained = { appointment_type_id, customer_id, ...dates }
    const whyNot = { appointment_type_id, customer_id, provider_id, start_time }
    expect([
      await post("/slots/explain-range", { ...explained, ...mismatched }),
      await post("/slots/explain", { ...whyNot, ...mismatched }),
    ]).toEqual(Array(2).fill("request_mismatch"))

    const { id } = await make(service, "/scheduling-requests", {
      customer_id,
      appointment_type_id,
      latest_date,
    })
    await service.api("POST", `/scheduling-requests/${id}/cancel`, {})
    const closed = { scheduling_request_id: id }
    expect(await asked({ ...wish, ...closed })).toEqual(Array(4).fill("request_not_open"))
    expect([
      await post("/slots/explain-range", { ...explained, ...closed }),
      await post("/slots/explain", { ...whyNot, ...closed }),
    ]).toEqual(Array(2).fill("request_not_open"))
  })

  it("is asked for by a caller with the request of another type", async () => {
    const { appointment_type_id, provider_id } = await own()
    const byRequest = await makeType(service, { kind: "by_request" })
    const { id } = await make(service, "/scheduling-requests", {
      customer_id: story.customerId,
      appointment_type_id: byRequest,
      latest_date,
    })
    const call = await talk(service, samsNumber)
    const wish = { appointment_type_id, provider_id, start_time, scheduling_request_id: id }
    expect(codeOf(await call.tool("POST", "/appointments", wish))).toBe("request_mismatch")
  })
})

describe("MD-09 a visit at the customer's", () => {
  const line = { city: "Austin", state: "TX", postal_code: "78702", country: "US" }
  const near = { address: { line1: "2 Oak Ave", ...line } }
  const far = { address: { line1: "9 Far Rd", ...line } }
  const unknown = { address: { ...line, line1: "1 Nowhere" } }
  const later = { start_time: at("20:00") }

  /** A type of a place whose provider goes ten kilometres. */
  async function visits(): Promise<{ appointment_type_id: number; provider_id: number }> {
    const service_area = { kind: "radius", km: 10 }
    const locationId = await makeLocation(service, { service_area })
    const type = { place: "at_customer", location_ids: [locationId] }
    const appointment_type_id = await makeType(service, type)
    const provider_id = await makeProvider(service, {
      name: "Gil Novak",
      appointment_type_ids: [appointment_type_id],
      weekly_hours: weekdays(locationId),
    })
    return { appointment_type_id, provider_id }
  }

  /** An appointment of a customer whom the provider can visit, at another time. */
  const besides = async (type: Fields): Promise<number> =>
    booked({ ...type, customer_id: await makeCustomer(service, near), start_time: at("18:00") })

  const homes = [
    { where: "nobody can place", home: unknown, code: "address_not_found" },
    { where: "nobody goes to", home: far, code: "out_of_service_area" },
  ]
  for (const { where, home, code } of homes) {
    it(`is neither booked nor moved to a home that ${where}`, async () => {
      const type = await visits()
      const customer_id = await makeCustomer(service, near)
      const id = await booked({ ...type, customer_id })
      await put(service, `/customers/${customer_id}`, home)
      const wish = { ...type, customer_id, ...later }
      expect([
        await post("/appointments", wish),
        await post("/appointments/preview", wish),
        ...(await moved(id, later)),
        await post("/appointments/swap", { a: id, b: await besides(type) }),
        ...(await reopened(id)),
      ]).toEqual(Array(7).fill(code))
    })

    it(`CL-09 is not proposed for a home that ${where}`, async () => {
      const type = await visits()
      await put(service, `/appointment-types/${type.appointment_type_id}`, { confirmation: "staff" })
      const customer_id = await makeCustomer(service, near)
      const id = await booked({ ...type, customer_id })
      await put(service, `/customers/${customer_id}`, home)
      expect(await post(`/appointments/${id}/propose`, { times: [later] })).toBe(code)
    })

    it(`is not moved by its caller, whose home ${where}`, async () => {
      const type = await visits()
      await put(service, `/customers/${story.customerId}`, near)
      const appointment_id = await booked({ ...type, customer_id: story.customerId, start_time: at("22:00") })
      await put(service, `/customers/${story.customerId}`, home)
      const call = await talk(service, samsNumber)
      const answer = await call.tool("PUT", `/appointments/${appointment_id}`, later)
      expect(codeOf(answer)).toBe(code)
      await service.api("POST", `/appointments/${appointment_id}/cancel`, {})
      await put(service, `/customers/${story.customerId}`, { address: null })
    })
  }

  it("needs an address, of a booking and of one that was no visit when it was booked", async () => {
    const type = await visits()
    const customer_id = await makeCustomer(service)
    const wish = { ...type, customer_id, start_time }
    expect([await post("/appointments", wish), await post("/appointments/preview", wish)]).toEqual(
      Array(2).fill("address_needed"),
    )
    const place = (value: string) =>
      put(service, `/appointment-types/${type.appointment_type_id}`, { place: value })
    await place("at_location")
    const id = await booked(wish)
    const sams = await booked({ ...type, customer_id: story.customerId, start_time: at("22:00") })
    await place("at_customer")
    expect(await moved(id, later)).toEqual(Array(2).fill("address_needed"))
    expect(await post("/appointments/swap", { a: id, b: await besides(type) })).toBe("address_needed")
    expect(await reopened(id)).toEqual(Array(2).fill("address_needed"))
    const call = await talk(service, samsNumber)
    expect(codeOf(await call.tool("PUT", `/appointments/${sams}`, later))).toBe("address_needed")
    expect(codeOf(await call.tool("POST", "/appointments", { ...type, ...later }))).toBe("address_needed")
    await service.api("POST", `/appointments/${sams}/cancel`, {})
  })
})

describe("MD-09 CL-09 an appointment that waits for staff", () => {
  const pending = async () => {
    const wish = await own({ confirmation: "staff" })
    return { wish, id: await booked(wish) }
  }
  const proposed = (id: number, to: string) =>
    post(`/appointments/${id}/propose`, { times: [{ start_time: to }] })

  it("gets no times that a move could not take", async () => {
    const { wish, id } = await pending()
    expect(await proposed(id, at("05:00"))).toBe("time_not_offered")
    await booked({ ...wish, customer_id: await makeCustomer(service), start_time: at("18:00") })
    expect(await proposed(id, at("18:00"))).toBe("slot_taken")
    const other = await own()
    await booked({ ...other, customer_id: wish.customer_id, start_time: at("20:00") })
    expect(await proposed(id, at("20:00"))).toBe("customer_busy")
    await put(service, `/appointment-types/${wish.appointment_type_id}`, { place: "at_customer" })
    expect(await proposed(id, at("21:00"))).toBe("address_needed")
  })

  it("gets none that a calendar which does not answer may have taken", async () => {
    const { wish, id } = await pending()
    await make(service, `/providers/${wish.provider_id}/calendars`, { kind: "ics", url: feed.url })
    feed.tell({ status: 500 })
    expect(await proposed(id, at("18:00"))).toBe("calendar_unavailable")
  })

  it("is answered at the version that was read, and once", async () => {
    const { id } = await pending()
    const path = `/appointments/${id}`
    const stale = { if_version: 99, times: [{ start_time: at("18:00") }] }
    const { times: _, ...answer } = stale
    expect([
      await post(`${path}/propose`, stale),
      await post(`${path}/confirm`, answer),
      await post(`${path}/confirm/preview`, answer),
      await post(`${path}/decline`, answer),
      await post(`${path}/decline/preview`, answer),
    ]).toEqual(Array(5).fill("version_conflict"))
    await service.api("POST", `${path}/confirm`, {})
    expect([
      await proposed(id, at("18:00")),
      await post(`${path}/confirm`, {}),
      await post(`${path}/confirm/preview`, {}),
      await post(`${path}/decline`, {}),
      await post(`${path}/decline/preview`, {}),
    ]).toEqual(Array(5).fill("appointment_not_pending"))
  })
})

describe("MD-09 an appointment", () => {
  it("of another length is refused by its end", async () => {
    const wish = await own()
    const end_time = at("16:30")
    expect(await post("/appointments/preview", { ...wish, start_time, end_time })).toBe("end_time_mismatch")
    const id = await booked(wish)
    const to = { start_time: at("20:00"), end_time: at("20:30") }
    expect(await moved(id, to)).toEqual(Array(2).fill("end_time_mismatch"))
  })

  it("is not booked with somebody else than the customer's own provider", async () => {
    const { appointment_type_id, provider_id } = await own()
    const { customerId: customer_id, anaId } = story
    const type = { appointment_type_id }
    const wish = { ...type, customer_id, provider_id, latest_date }
    const { id: scheduling_request_id } = await make(service, "/scheduling-requests", wish)
    await put(service, `/customers/${customer_id}`, { assigned_provider_id: anaId })
    await put(service, "/company", { provider_assignment: "per_customer" })
    const booking = { ...type, provider_id, start_time }
    const call = await talk(service, samsNumber)
    expect([
      await post("/appointments/preview", { ...booking, customer_id }),
      await post("/board/starts", { ...type, customer_id, scheduling_request_id, ...dates }),
      codeOf(await call.tool("POST", "/appointments", booking)),
      codeOf(await call.tool("GET", "/locations", type)),
      codeOf(await call.tool("GET", "/providers", type)),
    ]).toEqual(Array(5).fill("filter_not_usable"))
    await put(service, "/company", { provider_assignment: "none" })
    await put(service, `/customers/${customer_id}`, { assigned_provider_id: null })
  })

  it("is not moved to where its customer, or its provider, has another one", async () => {
    const wish = await own()
    const other = await own()
    const id = await booked(wish)
    await booked({ ...other, customer_id: wish.customer_id, start_time: at("20:00") })
    const to = { start_time: at("20:00") }
    expect(await post(`/appointments/${id}/reschedule/preview`, to)).toBe("customer_busy")
    await booked({ ...wish, customer_id: other.customer_id, start_time: at("18:00") })
    expect(await post(`/appointments/${id}/reschedule/preview`, { start_time: at("18:00") })).toBe(
      "slot_taken",
    )
    await service.api("POST", `/appointments/${id}/cancel`, {})
    await booked({ ...other, customer_id: wish.customer_id })
    expect(await reopened(id)).toEqual(Array(2).fill("customer_busy"))
    const sams = await booked({ ...wish, customer_id: story.customerId, start_time: at("22:00") })
    const call = await talk(service, samsNumber)
    const answer = await call.tool("PUT", `/appointments/${sams}`, { start_time: at("18:00") })
    expect(codeOf(answer)).toBe("slot_taken")
    await service.api("POST", `/appointments/${sams}/cancel`, {})
  })

  it("asks the calendar of its provider before a caller books or moves it", async () => {
    const { appointment_type_id, provider_id } = await own()
    const sams = await booked({ appointment_type_id, provider_id, customer_id: story.customerId })
    const gone = await booked({
      appointment_type_id,
      provider_id,
      customer_id: await makeCustomer(service),
      start_time: at("18:00"),
    })
    await service.api("POST", `/appointments/${gone}/cancel`, {})
    await make(service, `/providers/${provider_id}/calendars`, { kind: "ics", url: feed.url })
    feed.tell({ status: 500 })
    expect(await post(`/appointments/${gone}/reopen`, {})).toBe("calendar_unavailable")
    const call = await talk(service, samsNumber)
    const booking = { appointment_type_id, provider_id, start_time: at("20:00") }
    expect([
      codeOf(await call.tool("POST", "/appointments", booking)),
      codeOf(await call.tool("PUT", `/appointments/${sams}`, { start_time: at("20:00") })),
    ]).toEqual(Array(2).fill("calendar_unavailable"))
    await service.api("POST", `/appointments/${sams}/cancel`, {})
    expect(codeOf(await call.tool("POST", "/slots", { appointment_id: sams, ...dates }))).toBe(
      "appointment_not_scheduled",
    )
  })

  it("that is cancelled has no other times, and one of nobody known has no preview", async () => {
    const wish = await own()
    const { customer_id, ...ofNobody } = wish
    const id = await booked(wish)
    await service.api("POST", `/appointments/${id}/cancel`, {})
    expect(await post("/slots", { appointment_id: id, ...dates })).toBe("appointment_not_scheduled")
    const preview = { ...ofNobody, customer_id: customer_id + 1_000, start_time }
    expect(await post("/appointments/preview", preview)).toBe("not_found")
  })

  it("that has begun is not changed, and one that has not is no no-show", async () => {
    const wish = await own()
    const { customer_id, appointment_type_id } = wish
    const { id: request } = await make(service, "/scheduling-requests", {
      customer_id,
      appointment_type_id,
      latest_date,
    })
    const id = await booked({ ...wish, start_time: "2027-03-01T16:00:00.000Z" })
    const sams = await booked({
      ...wish,
      customer_id: story.customerId,
      start_time: "2027-03-01T17:00:00.000Z",
    })
    expect(await post(`/appointments/${id}/no-show`, {})).toBe("appointment_not_started")
    service.clock.set("2027-03-01T17:30:00.000Z")
    const call = await talk(service, samsNumber)
    expect([
      await post(`/scheduling-requests/${request}/cancel`, { cancel_appointment: true }),
      await post(`/appointments/${id}/reschedule/preview`, { start_time }),
      await post(`/appointments/${id}/cancel/preview`, {}),
      codeOf(await call.tool("POST", "/slots", { appointment_id: sams, ...dates })),
    ]).toEqual(Array(4).fill("appointment_started"))
    await service.api("POST", `/appointments/${sams}/complete`, {})
    expect(codeOf(await call.tool("DELETE", `/appointments/${sams}`))).toBe("appointment_not_scheduled")
  })
})

describe("MD-09 a caller", () => {
  it("who is no customer registers first, where the company takes new ones", async () => {
    const call = await talk(service, strangersNumber)
    expect([
      codeOf(await call.tool("POST", "/contacts", { contact_number: "+15125550150" })),
      codeOf(await call.tool("POST", "/contacts/confirm", { verification_id: "none", code: "123456" })),
    ]).toEqual(Array(2).fill("registration_needed"))
    await put(service, "/company", { new_customers: "not_allowed" })
    const home = { line1: "2 Oak Ave", postal_code: "78702" }
    expect(codeOf(await call.tool("PUT", "/address", home))).toBe("registration_closed")
    await put(service, "/company", { new_customers: "allowed" })
  })
})

describe("MD-09 a second factor", () => {
  const path = "/users/me/second-factor"
  const call = async (key: string, method: string, more: string, body: Fields) =>
    codeOf(await service.api(method, `${path}${more}`, body, { key }))

  it("that was never set up is neither confirmed nor removed, nor has it recovery codes", async () => {
    const { email } = await makeUser(service)
    const key = await signedIn(service, email)
    const shown = { password, code: "123456" }
    expect([
      await call(key, "POST", "/confirm", { code: "123456" }),
      await call(key, "POST", "/recovery-codes", shown),
      await call(key, "DELETE", "", shown),
    ]).toEqual(Array(3).fill("second_factor_not_set"))
  })

  it("that is set up is confirmed once, and guarded by password and code", async () => {
    const { email } = await makeUser(service)
    const key = await signedIn(service, email)
    const { secret } = (await service.api("POST", path, { password }, { key })).body.data
    const code = totpCode(secret, service.clock.now())
    expect(await call(key, "POST", "/confirm", { code })).toBe("none")
    service.clock.advanceMs(60_000)
    const wrong = { password: "not it at all", code: totpCode(secret, service.clock.now()) }
    expect([
      await call(key, "POST", "/confirm", { code }),
      await call(key, "POST", "/recovery-codes", wrong),
      await call(key, "DELETE", "", wrong),
      await call(key, "POST", "/recovery-codes", { password, code: "000000" }),
    ]).toEqual(["second_factor_set", "wrong_password", "wrong_password", "wrong_code"])
  })
})

describe("MD-09 a company", () => {
  it("has at most so many of what every search reads", async () => {
    const { companyId, key } = await service.anotherCompany()
    const { db } = service.context
    const one = { start_date: "2027-03-20", end_date: "2027-03-21", reason: "Inventory" }
    const kinds = [
      { path: "/locations", table: "location", body: { name: "Place", timezone: "UTC" } },
      { path: "/appointment-types", table: "appointment_type", body: { name: "Type", duration_minutes: 60 } },
      { path: "/company/time-off", table: "company_time_off", body: one },
    ]
    for (const { path, table, body } of kinds) {
      expect(await post(path, body, { key })).toBe("none")
      await db.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('id', nextval('${table}_id_seq')))).*
         FROM ${table} t, generate_series(1, 999) WHERE company_id = $1`,
        [companyId],
      )
      expect([path, await post(path, body, { key })]).toEqual([path, "too_many_records"])
    }
  })

  it("names at most ten domains for its mails", async () => {
    const { key } = await service.anotherCompany()
    const codes: string[] = []
    for (let nth = 1; nth <= 11; nth += 1)
      codes.push(await post("/mail-domains", { domain: `mail${nth}.example.com` }, { key }))
    expect(codes).toEqual([...Array(10).fill("none"), "too_many_records"])
  })

  it("has areas of a megabyte together, those that are changed too", async () => {
    const { key } = await service.anotherCompany()
    const ring = Array.from({ length: 2_000 }, (_, n) => {
      return [-97 + Math.sin(n / 318), 30 + Math.cos(n / 318)]
    })
    const polygon = { type: "Polygon", coordinates: [[...ring.slice(1), ring[1]]] }
    const place = { name: "Place", timezone: "UTC" }
    const bare = (await service.api("POST", "/locations", place, { key })).body.data.id
    const area = { service_area: { kind: "polygon", polygon } }
    let code = "none"
    for (let made = 0; made < 60 && code === "none"; made += 1)
      code = await post("/locations", { ...place, ...area }, { key })
    expect(code).toBe("areas_too_large")
    expect(codeOf(await service.api("PUT", `/locations/${bare}`, area, { key }))).toBe("areas_too_large")
  })

  it("that lives has no clock, and needs booking pages to embed them", async () => {
    expect(await post("/test-clock/advance", { by_minutes: 1 })).toBe("test_company_needed")
    const bare = await startService({ bookUrl: null })
    const check = { url: "https://shop.example.com/", shows: "page" }
    expect(codeOf(await bare.api("POST", "/embedding/check", check))).toBe("booking_links_not_set_up")
    await bare.stop()
  })

  it("does not preview outreach of a request that has some", async () => {
    const { customer_id, appointment_type_id } = await own()
    const steps = [{ after_minutes: 60, channel: "voice" }]
    const { id: outreach_plan_id } = await make(service, "/outreach-plans", { name: "Nudges", steps })
    const wish = { customer_id, appointment_type_id, latest_date, outreach_plan_id }
    const { id } = await make(service, "/scheduling-requests", wish)
    const preview = `/scheduling-requests/${id}/outreach/preview`
    expect(await post(preview, { outreach_plan_id })).toBe("outreach_running")
  })
})
