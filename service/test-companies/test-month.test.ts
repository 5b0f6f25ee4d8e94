/** A month in a test company, taken five times beside the service's own loops: the same steps, and so the same of everything. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { msPerDay } from "../../domain/time/units.ts"
import { companyNumber, talk } from "../../test/support/agent.ts"
import { linkOf } from "../../test/support/link.ts"
import { visitorOf } from "../../test/support/public-page.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, put, type Story, tellStory } from "../../test/support/story.ts"
import type { Posting } from "../platform/ports.ts"
import type { Loop } from "../platform/queue/loop.ts"
import { serveTestCompanies, startTestCompanies } from "./serve-test-companies.worker.ts"

const start = "2027-03-01T14:00:00.000Z"
const monthDays = 30
const customers = 10
const runs = 5

let service: TestService
let loop: Loop
let posted: { url: string; body: string }[]
/** Tries of each event at each endpoint. */
let tries: Map<string, number>

/** Takes every event at once, but for one endpoint that fails the first two times, and one that always does. */
const receivers = {
  async send({ url, body, headers }: Posting) {
    const key = `${url} ${headers["webhook-id"]}`
    const tried = (tries.get(key) ?? 0) + 1
    tries.set(key, tried)
    posted.push({ url, body })
    const fails = url.endsWith("/broken") || (url.endsWith("/moody") && tried < 3)
    const statusCode = fails ? 500 : 200
    return { statusCode, error: null, tlsReason: null, address: "127.0.0.1", answerBody: null }
  },
  close() {},
}

beforeAll(async () => {
  service = await startService({ post: receivers, book: true, trustProxyHops: 1 })
  const story: Story = await tellStory(service)
  for (const kind of ["voice", "sms"]) await make(service, "/channels", { kind, phone: companyNumber })
  await make(service, "/outreach-plans", {
    name: "Nudges",
    steps: [
      { after_minutes: 0, channel: "sms", sms_text: "Please book: {booking_link}" },
      { after_minutes: 1_440, channel: "sms", sms_text: "Still time: {booking_link}" },
      { after_minutes: 2_880, channel: "voice" },
    ],
  })
  await put(service, "/company", { public_slug: "harbour", public_booking_enabled: true })
  await put(service, `/appointment-types/${story.typeId}`, { public_booking: true })
  loop = startTestCompanies(service.context)
})
afterAll(async () => {
  await loop.stop()
  await service.stop()
})

it("MD-15 five runs of a month with ten customers give the same answers, events, texts and webhooks", async () => {
  const first = await takeMonth(0)
  const others: Month[] = []
  for (let run = 1; run < runs; run += 1) others.push(await takeMonth(run))
  const { events, outbox, webhooks } = first
  expect(events.length).toBeGreaterThan(customers)
  expect(outbox.length).toBeGreaterThan(2 * customers)
  expect(webhooks.length).toBeGreaterThan(events.length)
  for (const other of others) {
    for (const [part, lines] of Object.entries(first)) expect(other[part as keyof Month], part).toEqual(lines)
    expect(JSON.stringify(other)).toBe(JSON.stringify(first))
  }
})

it("MD-15 nothing happens between the calls of a company whose clock stands, and a call's work is done when it answers", async () => {
  const { company, ask } = await openTwin()
  const endpoint = { url: "https://hooks.example.com/good", events: ["appointment.created"] }
  await ask("POST", "/webhook-endpoints", endpoint)
  await ask("POST", "/customers", { name: "Sam Poe", phone: "+15125550123" })
  posted = []
  await book(ask, 0, 0)
  expect(posted.map(({ url }) => url)).toEqual([endpoint.url])
  expect((await ask("GET", "/test-outbox")).map(({ purpose }: { purpose: string }) => purpose)).toEqual([
    "confirmation",
  ])
  // The reminder of today waits for the end of quiet hours. Made due by no call, it stays until the next one.
  const { db } = service.context
  await db.query("UPDATE text_due SET due_at = $2 WHERE company_id = $1", [company, new Date(start)])
  const dueTimes = async () => {
    const rows = await db.query<{ due_at: Date }>("SELECT due_at FROM text_due WHERE company_id = $1", [
      company,
    ])
    return rows.map((row) => row.due_at.toISOString())
  }
  await serveTestCompanies(service.context)
  expect(await dueTimes()).toEqual([start])
  await ask("POST", "/customers", { name: "Kim Lee" })
  expect(await dueTimes()).toEqual(["2027-03-01T15:00:00.000Z"])
  await close(company)
})

type Ask = (method: string, path: string, body?: object) => Promise<ReturnType<typeof JSON.parse>>

async function openTwin(): Promise<{ company: number; key: string; ask: Ask }> {
  const answer = await service.api("POST", "/test-company")
  const { company_id: company, api_key: key } = answer.body.data
  const ask: Ask = async (method, path, body) => {
    const { status, body: read } = await service.api(method, path, body, { key })
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(read)}`)
    return read.data
  }
  await ask("POST", "/test-clock/freeze")
  await ask("POST", "/test-clock/advance", { to: start })
  return { company, key, ask }
}

const close = (company: number) => service.api("DELETE", `/test-companies/${company}`)

/** Books the nth recommended time of the day so many days ahead for the nth customer. */
async function book(ask: Ask, nth: number, daysAhead: number) {
  const [type] = await ask("GET", "/appointment-types")
  const [customer] = (await ask("GET", "/customers")).slice(nth)
  const { now } = await ask("GET", "/test-clock")
  const dateAt = (days: number) => new Date(Date.parse(now) + days * msPerDay).toISOString().slice(0, 10)
  const wish = { customer_id: customer.id, appointment_type_id: type.id }
  const range = { start_date: dateAt(daysAhead), end_date: dateAt(daysAhead + 7) }
  const { recommended } = await ask("POST", "/slots", { ...wish, ...range })
  const { provider_id, location_id, start_time } = recommended[nth % recommended.length]
  return ask("POST", "/appointments", { ...wish, provider_id, location_id, start_time })
}

interface Month {
  answers: unknown[]
  events: unknown[]
  outbox: unknown[]
  webhooks: unknown[]
}

/** `run` only says where the service's own loops look for work, which must change nothing. */
async function takeMonth(run: number): Promise<Month> {
  posted = []
  tries = new Map()
  const { company, key, ask } = await openTwin()
  const answers: unknown[] = []
  let calls = 0
  const step: Ask = async (method, path, body) => {
    const answer = await ask(method, path, body)
    answers.push(answer)
    calls += 1
    if (run > 0 && calls % (run + 1) === 0) await serveTestCompanies(service.context)
    return answer
  }
  const advanceDays = (days: number) => step("POST", "/test-clock/advance", { by_minutes: days * 1_440 })
  for (const path of ["good", "moody", "broken"])
    await ask("POST", "/webhook-endpoints", {
      url: `https://hooks.example.com/${path}`,
      events: [
        "appointment.created",
        "appointment.rescheduled",
        "appointment.cancelled",
        "scheduling_request.expired",
      ],
    })
  const [type] = await ask("GET", "/appointment-types")
  const [plan] = await ask("GET", "/outreach-plans")
  const requests: { booking_url: string }[] = []
  for (let nth = 0; nth < customers; nth += 1) {
    const { id: customer_id } = await step("POST", "/customers", {
      name: `Sam Poe ${nth}`,
      phone: `+1512555${1_000 + nth}`,
    })
    if (nth % 2 === 0) continue
    const wish = { customer_id, appointment_type_id: type.id, outreach_plan_id: plan.id }
    requests.push(await step("POST", "/scheduling-requests", { ...wish, latest_date: `2027-03-${10 + nth}` }))
  }
  const booked = []
  for (let nth = 0; nth < customers; nth += 2) booked.push(await book(step, nth, nth + 10))
  await advanceDays(2)

  const link = linkOf(service, requests[0]!.booking_url)
  const { data: times } = await link.slots("2027-03-03", "2027-03-10")
  const { providerId, locationId, startTime } = times.recommended[0]!
  answers.push((await link.book({ providerId, locationId, startTime })).data)
  const caller = await talk(service, "+15125551003", {}, { key })
  const found = await caller.tool("POST", "/slots", { appointment_type_id: type.id })
  const { provider_id, location_id, start_time } = found.body.data.recommended[0]
  const wish = { appointment_type_id: type.id, provider_id, location_id, start_time }
  answers.push((await caller.tool("POST", "/appointments", wish)).body)
  const company_ = await ask("GET", "/company")
  const visitor = visitorOf(service, company_.public_slug, undefined, { authorization: `Bearer ${key}` })
  const { data } = await visitor.code("+15125551004")
  const [{ body }] = await ask("GET", "/test-outbox?purpose=code")
  answers.push((await visitor.verify(data.verificationId, /\d{6}/.exec(body)![0])).data)

  for (const [nth, { id }] of booked.entries()) {
    if (nth % 2 === 0) await step("POST", `/appointments/${id}/cancel`, { reason: "Away" })
    else {
      const { now } = await ask("GET", "/test-clock")
      const from = now.slice(0, 10)
      const end_date = new Date(Date.parse(from) + 20 * msPerDay).toISOString().slice(0, 10)
      const { recommended } = await step("POST", "/slots", { appointment_id: id, start_date: from, end_date })
      await step("POST", `/appointments/${id}/reschedule`, { start_time: recommended.at(-1).start_time })
    }
    await advanceDays(1)
  }
  for (let day = 7; day < monthDays; day += 8) {
    for (const nth of [1, 2, 3]) await book(step, nth, 1)
    await advanceDays(8)
  }
  for (const path of [
    "/appointments?limit=100",
    "/scheduling-requests?limit=100",
    "/customers",
    "/webhook-endpoints",
  ])
    await step("GET", path)
  await service.events()
  const events = await ask("GET", "/events?limit=100")
  const outbox = await ask("GET", "/test-outbox?limit=100")
  await close(company)
  // Endpoints are reached side by side, each in its own order.
  const webhooks = posted.toSorted((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0))
  return JSON.parse(withoutIds({ answers, events, outbox, webhooks }))
}

/** Ids, tokens of links, and codes are new each time. */
function withoutIds(value: unknown): string {
  const isId = (key: string) => key === "id" || /(_id|Id|_ids|Token)$/.test(key)
  const text = JSON.stringify(value, (key, inner) => {
    if (isId(key) && inner !== null) return "id"
    return key === "body" && typeof inner === "string" && inner.startsWith("{")
      ? JSON.parse(withoutIds(JSON.parse(inner)))
      : inner
  })
  return text.replaceAll(/http:[^"\s]+\/[ra]\/[\w-]+/g, "link").replaceAll(/\b\d{6}\b/g, "code")
}
