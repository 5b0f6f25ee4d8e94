/** Test companies: a clock of their own, nothing that leaves the host, and the same steps give the same events. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { visitorOf } from "../../test/support/public-page.ts"
import { type Answer, type Api, startService, type TestService } from "../../test/support/service.ts"
import { make, put, type Story, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { planReminders, sendTexts } from "../messages/messages.worker.ts"
import { openCompany } from "../people/operator.ts"
import { contextOf } from "../platform/company-context.ts"
import type { Posting } from "../platform/ports.ts"
import { sweepRequests } from "../requests/sweep-requests.worker.ts"

let service: TestService
let story: Story
let carrier: PlayedCarrier
let posted: (Posting & { at: number })[]
/** The receiver's answers to the next posts; 200 when there are none left. */
let answers: (number | "hang")[]
let hanging: (() => void)[]

const sendNothingElse = {
  async send(posting: Posting) {
    posted.push({ ...posting, at: service.clock.now() })
    const answer = answers.shift() ?? 200
    if (answer === "hang") await new Promise<void>((resolve) => hanging.push(resolve))
    const statusCode = answer === "hang" ? 200 : answer
    return { statusCode, error: null, tlsReason: null, address: "127.0.0.1", answerBody: null }
  },
  close() {},
}

const painted = { start: "2027-03-15T15:00:00.000Z", end: "2027-03-16T15:00:00.000Z", reason: "painters" }

beforeAll(async () => {
  carrier = playCarrier()
  service = await startService({ texts: carrier, post: sendNothingElse, book: true })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: "+15125550199" })
  await make(service, "/channels", { kind: "voice", phone: "+15125550198" })
  await make(service, "/outreach-plans", {
    name: "Nudges",
    steps: [
      { after_minutes: 60, channel: "sms", sms_text: "Please book: {booking_link}" },
      { after_minutes: 1_440, channel: "voice" },
    ],
  })
  const room = { name: "Room 1", kind: "room", group: "Rooms", location_id: story.locationId }
  const { id: roomId } = await make(service, "/resources", room)
  await make(service, `/resources/${roomId}/time-off`, painted)
  await put(service, "/company", { public_slug: "harbour", public_booking_enabled: true })
  await put(service, `/appointment-types/${story.typeId}`, { public_booking: true })
})
afterAll(() => service.stop())
/** A company has at most twenty, so each test's are deleted when it is over. */
const made: number[] = []
beforeEach(async () => {
  for (const id of made.splice(0)) await service.api("DELETE", `/test-companies/${id}`)
  posted = []
  answers = []
  hanging = []
})

interface Twin {
  companyId: number
  key: string
  api: Api
  typeId: number
  locationId: number
  anaId: number
  planId: number
}

const dataOf = (answer: Answer) => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

const start = "2027-03-08T14:00:00.000Z"

/** A test company with the set-up of the story, whose clock stands at `start`. */
async function twin(): Promise<Twin> {
  const { company_id: companyId, api_key: key } = dataOf(await service.api("POST", "/test-company"))
  made.push(companyId)
  const api: Api = (method, path, body, options) => service.api(method, path, body, { key, ...options })
  await api("POST", "/test-clock/freeze")
  dataOf(await api("POST", "/test-clock/advance", { to: start }))
  const firstOf = async (path: string) => dataOf(await api("GET", path))[0].id
  return {
    companyId,
    key,
    api,
    typeId: await firstOf("/appointment-types"),
    locationId: await firstOf("/locations"),
    anaId: await firstOf("/providers"),
    planId: await firstOf("/outreach-plans"),
  }
}

async function customer(of: Twin, phone = "+15125550123"): Promise<number> {
  return dataOf(await of.api("POST", "/customers", { name: "Sam Poe", phone })).id
}

const book = async (of: Twin, customerId: number, start_time: string) =>
  dataOf(
    await of.api("POST", "/appointments", {
      customer_id: customerId,
      appointment_type_id: of.typeId,
      provider_id: of.anaId,
      location_id: of.locationId,
      start_time,
    }),
  )

const advance = async (of: Twin, body: object) => dataOf(await of.api("POST", "/test-clock/advance", body))

const said = (ran: readonly { at: string; kind: string; outcome: string }[]) =>
  ran.map(({ at, kind, outcome }) => `${at} ${kind} ${outcome}`)

const isOfBooking = ({ type }: { type: string }) => !type.startsWith("customer.")

describe("a test company", () => {
  it("DX-02 that the operator makes from nothing has a clock of its own too", async () => {
    const company = {
      name: "Fresh",
      timezone: "America/Chicago",
      slug: null,
      phone: null,
      mode: "test" as const,
    }
    const { apiKey } = await openCompany(service.context, company)
    expect(apiKey).toMatch(/^sk_test_/)
    const clock = await service.api("GET", "/test-clock", undefined, { key: apiKey })
    expect([clock.status, dataOf(clock).now]).toEqual([200, new Date(service.clock.now()).toISOString()])
  })

  it("DX-02 has the set-up of its live company, and a key that says what it is", async () => {
    const { key, api, companyId } = await twin()
    expect(key).toMatch(/^sk_test_[\w-]{43}$/)
    const { id, mode, public_slug, ...settings } = dataOf(await api("GET", "/company"))
    const live = dataOf(await service.api("GET", "/company"))
    expect({ mode, id }).toEqual({ mode: "test", id: companyId })
    expect(live.mode).toBe("live")
    expect(public_slug).toBe("harbour-test")
    expect(settings).toMatchObject({ name: live.name, timezone: live.timezone, reminders: live.reminders })
    for (const path of ["/locations", "/appointment-types", "/providers", "/outreach-plans", "/channels"]) {
      const names = async (answer: Promise<Answer>) =>
        dataOf(await answer).map((row: { name?: string; phone?: string }) => row.name ?? row.phone)
      expect(await names(api("GET", path))).toEqual(await names(service.api("GET", path)))
    }
    const [room] = dataOf(await api("GET", "/resources"))
    expect(dataOf(await api("GET", `/resources/${room.id}/time-off`))).toMatchObject([painted])
    for (const path of ["/customers", "/appointments", "/webhook-endpoints", "/users"]) {
      expect(dataOf(await api("GET", path))).toEqual([])
    }
    const providers = dataOf(await api("GET", "/providers"))
    const { weekly_hours } = dataOf(await api("GET", `/providers/${providers[0].id}/hours`))
    expect(weekly_hours).toHaveLength(5)
  })

  it("DX-02 WL-02 holds end, their time is offered, and entries of the waiting list expire by its own clock", async () => {
    const own = await twin()
    // Beyond quiet hours.
    await advance(own, { to: "2027-03-08T17:00:00.000Z" })
    const wish = { appointment_type_id: own.typeId, provider_id: own.anaId, location_id: own.locationId }
    const held = { ...wish, start_time: "2027-03-09T16:00:00.000Z", minutes: 5 }
    dataOf(await own.api("POST", "/holds", held))
    const entry = { customer_id: await customer(own), appointment_type_id: own.typeId }
    const { id } = dataOf(await own.api("POST", "/waiting-entries", { ...entry, latest_date: "2027-03-10" }))
    const stateNow = async () => dataOf(await own.api("GET", `/waiting-entries/${id}`)).state
    const holds = () => service.context.db.query("SELECT 1 FROM hold WHERE company_id = $1", [own.companyId])
    await advance(own, { by_minutes: 4 })
    expect([(await holds()).length, await stateNow()]).toEqual([1, "waiting"])
    const { ran } = await advance(own, { by_minutes: 2 })
    expect([(await holds()).length, await stateNow()]).toEqual([0, "offered"])
    expect(said(ran)).toContain("2027-03-08T17:05:00.000Z text sent")
    await advance(own, { to: "2027-03-11T04:00:00.000Z" })
    expect(await stateNow()).not.toBe("expired")
    // Midnight in Austin.
    await advance(own, { to: "2027-03-11T06:00:00.000Z" })
    expect(await stateNow()).toBe("expired")
  })

  it("DX-02 only a test company has a clock, only a live one a twin, and only admins move the clock", async () => {
    const { api } = await twin()
    for (const [method, path] of [
      ["GET", "/test-clock"],
      ["GET", "/test-outbox"],
      ["POST", "/test-clock/run"],
    ] as const) {
      const refused = await service.api(method, path)
      expect([refused.status, refused.body.error.code]).toEqual([409, "test_company_needed"])
    }
    const again = await api("POST", "/test-company")
    expect([again.status, again.body.error.code]).toEqual([409, "live_company_needed"])
    const { key } = dataOf(await api("POST", "/api-keys", { name: "Member", role: "member" }))
    expect(key).toMatch(/^sk_test_/)
    expect((await api("POST", "/test-clock/advance", { by_minutes: 1 }, { key })).status).toBe(403)
    expect(dataOf(await api("GET", "/test-clock", undefined, { key }))).toEqual({
      now: start,
      running: false,
    })
    for (const body of [
      {},
      { to: start, by_minutes: 1 },
      { to: "2027-03-01T00:00:00Z" },
      { by_minutes: 600_000 },
    ]) {
      expect((await api("POST", "/test-clock/advance", body)).status).toBe(400)
    }
  })

  it("DX-02 an advance does what is due at its own time and in its order, and nothing leaves the host", async () => {
    const one = await twin()
    const sam = await customer(one)
    await book(one, sam, "2027-03-10T16:00:00.000Z")
    await one.api("POST", "/scheduling-requests", {
      customer_id: sam,
      appointment_type_id: one.typeId,
      latest_date: "2027-03-11",
      outreach_plan_id: one.planId,
    })
    const { now, running, done, ran } = await advance(one, { by_minutes: 5 * 1_440 })
    expect({ now, running, done }).toEqual({ now: "2027-03-13T14:00:00.000Z", running: false, done: true })
    // The second reminder falls into quiet hours, and waits for nine o'clock.
    expect(said(ran)).toEqual([
      "2027-03-08T15:00:00.000Z outreach sent",
      "2027-03-09T15:00:00.000Z outreach sent",
      "2027-03-09T16:00:00.000Z reminder sent",
      "2027-03-10T15:00:00.000Z reminder sent",
      "2027-03-12T06:00:00.000Z request_expired done",
    ])
    const outbox = dataOf(await one.api("GET", "/test-outbox"))
    const entries = outbox.map((entry: { channel: string; purpose: string; to: string; at: string }) =>
      [entry.channel, entry.purpose, entry.to, entry.at].join(" "),
    )
    expect(entries).toEqual([
      "sms reminder +15125550123 2027-03-10T15:00:00.000Z",
      "sms reminder +15125550123 2027-03-09T16:00:00.000Z",
      "voice outreach +15125550123 2027-03-09T15:00:00.000Z",
      "sms outreach +15125550123 2027-03-08T15:00:00.000Z",
      "sms confirmation +15125550123 2027-03-08T14:00:00.000Z",
    ])
    expect(outbox.at(-2).body).toContain("Please book: http")
    expect(outbox[2]).toMatchObject({ body: null, variables: { customer_first_name: "Sam" } })
    expect(carrier.sent).toEqual([])
  })

  it("DX-02 is served by adapters that reach nothing outside, whatever the host has", async () => {
    const { context } = service
    const { companyId } = await twin()
    const serving = await contextOf(context, companyId)
    const outside = ["calendars", "carrierAccount", "geocoder", "texts", "travelTimes", "voiceAgent"] as const
    for (const adapter of outside)
      expect([adapter, serving[adapter]]).toEqual([adapter, context.testWorld.adapters[adapter]])
    expect([serving.texts?.staysHere, serving.voiceAgent?.staysHere, serving.travelTimes]).toEqual([
      true,
      true,
      null,
    ])
    expect(await contextOf(context, service.companyId)).toBe(context)
  })

  it("DX-02 its webhooks go to its own endpoints, retried by its clock and signed by the host's", async () => {
    const one = await twin()
    const endpoint = dataOf(
      await one.api("POST", "/webhook-endpoints", {
        url: "https://hooks.example.com/test",
        events: ["appointment.created"],
      }),
    )
    answers = [500, 500]
    await book(one, await customer(one), "2027-03-10T16:00:00.000Z")
    // Work that the call makes due at once is done before it answers.
    expect(posted).toHaveLength(1)
    const { ran } = await advance(one, { by_minutes: 60 })
    expect(said(ran)).toEqual([
      "2027-03-08T14:01:00.000Z webhook failed",
      "2027-03-08T14:06:00.000Z webhook succeeded",
    ])
    expect(new Set(posted.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
    const signedAt = posted.map(({ headers }) => Number(headers["webhook-timestamp"]) * 1_000)
    expect(signedAt).toEqual(posted.map(() => service.clock.now()))
    expect(JSON.parse(posted[0]!.body)).toMatchObject({ company_id: one.companyId, occurred_at: start })
    const days = dataOf(await one.api("GET", `/webhook-endpoints/${endpoint.id}/delivery-days`))
    expect(days.at(-1)).toMatchObject({ date: "2027-03-08", succeeded: 1, succeeded_late: 1, failed: 0 })
  })

  it("DX-02 the same steps give the same events, twice", async () => {
    const take = async () => {
      const one = await twin()
      const sam = await customer(one)
      const first = await book(one, sam, "2027-03-10T16:00:00.000Z")
      const { ran: before } = await advance(one, { by_minutes: 1_500 })
      await one.api("POST", `/appointments/${first.id}/reschedule`, {
        start_time: "2027-03-17T16:00:00.000Z",
      })
      await one.api("POST", "/scheduling-requests", {
        customer_id: sam,
        appointment_type_id: one.typeId,
        latest_date: "2027-03-18",
        outreach_plan_id: one.planId,
      })
      const { ran: after } = await advance(one, { to: "2027-03-20T00:00:00Z" })
      await service.events()
      const events = dataOf(await one.api("GET", "/events?limit=100")).filter(isOfBooking)
      const outbox = dataOf(await one.api("GET", "/test-outbox"))
      const without = (key: string, value: unknown) =>
        /(^|_)id$|^ids?$|url|variables|external/.test(key) || key === "id" ? undefined : value
      return JSON.parse(
        JSON.stringify({ ran: said([...before, ...after]), events, outbox }, without).replaceAll(
          /http:\S+?\/[ra]\/[\w-]+/g,
          "link",
        ),
      )
    }
    const first = await take()
    expect(first.ran.length).toBeGreaterThan(4)
    expect(first.events.map(({ type }: { type: string }) => type)).toEqual([
      "appointment.created",
      "appointment.rescheduled",
      "scheduling_request.expired",
    ])
    expect(await take()).toEqual(first)
  })

  it("DX-02 it and a live company in one service do not touch", async () => {
    const one = await twin()
    const sam = await customer(one)
    await book(one, sam, "2027-03-10T16:00:00.000Z")
    const booked = dataOf(
      await service.api("POST", "/appointments", {
        customer_id: story.customerId,
        appointment_type_id: story.typeId,
        provider_id: story.anaId,
        location_id: story.locationId,
        start_time: "2027-03-02T16:00:00.000Z",
      }),
    )
    const liveRows = async () =>
      service.context.db.query(
        `SELECT (SELECT count(*) FROM text_message WHERE company_id = $1) AS texts,
           (SELECT count(*) FROM event WHERE company_id = $1) AS events,
           (SELECT count(*) FROM audit WHERE company_id = $1) AS audited`,
        [service.companyId],
      )
    const before = await liveRows()
    await advance(one, { by_minutes: 30 * 1_440 })
    expect(await liveRows()).toEqual(before)
    expect(dataOf(await service.api("GET", `/appointments/${booked.id}`)).status).toBe("scheduled")
    // The worker for live companies leaves the test company alone, at any time of its clock.
    await book(one, sam, "2027-04-20T16:00:00.000Z")
    const texts = async () => dataOf(await one.api("GET", "/test-outbox")).length
    const sent = await texts()
    service.clock.set("2027-06-01T12:00:00.000Z")
    await planReminders(service.context)
    await sendTexts(service.context)
    await sweepRequests(service.context)
    service.clock.set("2027-03-01T12:00:00.000Z")
    expect(await texts()).toBe(sent)
    const { ran } = await advance(one, { to: "2027-04-20T15:00:00Z" })
    expect(said(ran)).toEqual([
      "2027-04-19T16:00:00.000Z reminder sent",
      "2027-04-20T14:00:00.000Z reminder sent",
    ])
  })
})

describe("the clock of a test company", () => {
  it("DX-02 runs with the host's time, and brings what is due by itself", async () => {
    const one = await twin()
    const sam = await customer(one)
    await book(one, sam, "2027-03-09T16:00:00.000Z")
    expect(dataOf(await one.api("POST", "/test-clock/run"))).toEqual({ now: start, running: true })
    service.clock.advanceMs(3_600_000)
    expect(dataOf(await one.api("GET", "/test-clock"))).toEqual({
      now: "2027-03-08T15:00:00.000Z",
      running: true,
    })
    // It goes on running from where it was moved to.
    const { now, ran } = await advance(one, { by_minutes: 90 })
    expect([now, said(ran)]).toEqual(["2027-03-08T16:30:00.000Z", ["2027-03-08T16:00:00.000Z reminder sent"]])
    service.clock.advanceMs(60_000)
    expect(dataOf(await one.api("POST", "/test-clock/freeze"))).toEqual({
      now: "2027-03-08T16:31:00.000Z",
      running: false,
    })
    service.clock.set("2027-03-01T12:00:00.000Z")
  })

  it("DX-02 texts codes into the outbox at once, and ends them by its own time", async () => {
    const one = await twin()
    await customer(one)
    const { public_slug } = dataOf(await one.api("GET", "/company"))
    const visitor = visitorOf(service, public_slug, undefined, { authorization: `Bearer ${one.key}` })
    const codeAt = async () => {
      const { data } = await visitor.code("+15125550123")
      const [{ body, at }] = dataOf(await one.api("GET", "/test-outbox?purpose=code"))
      expect(at).toBe(dataOf(await one.api("GET", "/test-clock")).now)
      return { id: data.verificationId, code: /\d{6}/.exec(body)![0] }
    }
    const late = await codeAt()
    const { ran } = await advance(one, { by_minutes: 10 })
    expect(ran).toEqual([
      { at: "2027-03-08T14:10:00.000Z", kind: "code_expired", id: late.id, outcome: "done" },
    ])
    expect((await visitor.verify(late.id, late.code)).error.code).toBe("code_expired")
    const { id, code } = await codeAt()
    const verified = await visitor.verify(id, code)
    expect(verified.data.customer).toEqual({ firstName: "Sam" })
    visitor.token = verified.data.visitToken!
    expect((await visitor.visit()).status).toBe(200)
    await advance(one, { by_minutes: 30 })
    expect((await visitor.visit()).error.code).toBe("visit_expired")
  })

  it("DX-02 its pages say in the visitor's language that they are for testing, and a live company's do not", async () => {
    const one = await twin()
    const { public_slug } = dataOf(await one.api("GET", "/company"))
    const { booking_url } = dataOf(
      await one.api("POST", "/scheduling-requests", {
        customer_id: await customer(one),
        appointment_type_id: one.typeId,
        latest_date: "2027-03-31",
      }),
    )
    const link = new URL(booking_url).pathname
    const said = {
      en: "This page is for testing. Nothing booked here is real, and no texts are sent.",
      fr: "Cette page sert à des essais.",
      es: "Esta página es de prueba.",
    }
    for (const path of [`/${public_slug}`, link]) {
      for (const [locale, words] of Object.entries(said)) {
        const page = await fetch(service.bookUrl + path, {
          headers: { "accept-language": locale, authorization: `Bearer ${one.key}` },
        })
        expect([page.status, (await page.text()).includes(words)]).toEqual([200, true])
      }
    }
    expect(await (await fetch(`${service.bookUrl}/harbour`)).text()).not.toContain(said.en)
  })
})

it("TQ-06 MD-09 a clock that is being moved is neither stopped nor set back meanwhile", async () => {
  const one = await twin()
  dataOf(
    await one.api("POST", "/webhook-endpoints", {
      url: "https://hooks.example.com/test",
      events: ["scheduling_request.expired"],
    }),
  )
  await one.api("POST", "/scheduling-requests", {
    customer_id: await customer(one),
    appointment_type_id: one.typeId,
    latest_date: "2027-03-10",
  })
  answers = ["hang"]
  const to = "2027-03-12T00:00:00.000Z"
  const moving = one.api("POST", "/test-clock/advance", { to })
  while (hanging.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const path = `/test-companies/${one.companyId}`
  const refused = await Promise.all([
    one.api("POST", "/test-clock/run"),
    one.api("POST", "/test-clock/freeze"),
    service.api("POST", `${path}/reset`),
    service.api("DELETE", path),
  ])
  expect(refused.map(({ body }) => body.error?.code)).toEqual(Array(4).fill("test_clock_moving"))
  hanging[0]!()
  expect((await moving).body.data).toMatchObject({ now: to })
  expect(dataOf(await one.api("GET", "/test-clock"))).toMatchObject({ now: to, running: false })
})

it("DX-02 an advance that was killed on its way loses nothing and does nothing twice", async () => {
  const one = await twin()
  dataOf(
    await one.api("POST", "/webhook-endpoints", {
      url: "https://hooks.example.com/test",
      events: ["appointment.created", "scheduling_request.expired"],
    }),
  )
  const sam = await customer(one)
  await book(one, sam, "2027-03-10T16:00:00.000Z")
  await one.api("POST", "/scheduling-requests", {
    customer_id: sam,
    appointment_type_id: one.typeId,
    latest_date: "2027-03-09",
  })
  await advance(one, { by_minutes: 1 })
  // The worker that died hangs in the webhook of the expiry, with the clock's lease.
  answers = ["hang"]
  const to = "2027-03-12T00:00:00.000Z"
  const killed = one.api("POST", "/test-clock/advance", { to })
  while (hanging.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const meanwhile = await one.api("POST", "/test-clock/advance", { to })
  expect([meanwhile.status, meanwhile.body.error.code]).toEqual([409, "test_clock_moving"])
  service.clock.advanceMs(31_000)
  const { now, ran } = await advance(one, { to })
  expect(now).toBe(to)
  expect(said(ran)).toEqual([
    "2027-03-10T06:00:30.000Z webhook succeeded",
    "2027-03-10T15:00:00.000Z reminder sent",
  ])
  hanging[0]!()
  expect((await killed).status).toBe(409)
  const outbox = dataOf(await one.api("GET", "/test-outbox"))
  expect(outbox.filter(({ purpose }: { purpose: string }) => purpose === "reminder")).toHaveLength(2)
  const expiries = posted.filter(({ body }) => body.includes("scheduling_request.expired"))
  // One event under one id, posted again since its first answer was lost.
  expect(new Set(expiries.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
  await service.events()
  const events = dataOf(await one.api("GET", "/events?limit=100")).filter(isOfBooking)
  expect(events.map(({ type }: { type: string }) => type)).toEqual([
    "appointment.created",
    "scheduling_request.expired",
  ])
  service.clock.set("2027-03-01T12:00:00.000Z")
})

it("FX-09 a type whose only location is archived is offered nowhere in its twin", async () => {
  const other = await make(service, "/locations", {
    name: "Old shop",
    timezone: "America/Chicago",
    address: { line1: "2 Main St", city: "Austin", state: "TX", postal_code: "78701", country: "US" },
  })
  const type = await make(service, "/appointment-types", {
    name: "Fitting",
    duration_minutes: 30,
    location_ids: [other.id],
  })
  expect((await service.api("DELETE", `/locations/${other.id}`)).status).toBe(200)
  const { api_key: key } = (await service.api("POST", "/test-company")).body.data
  const types = (await service.api("GET", "/appointment-types", undefined, { key })).body.data
  const twin = types.find(({ name }: { name: string }) => name === type.name)
  expect(twin.location_ids).toEqual([])
})
