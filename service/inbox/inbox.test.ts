/** CB-05: what waits for staff follows from state, goes with its cause, and is answered once. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../../test/support/agent.ts"
import { openEventSource } from "../../test/support/event-source.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import { make, makeType, put, type Story, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { makeUser, signedIn } from "../../test/support/users.ts"
import { makeEndpoint } from "../../test/support/webhooks.ts"
import { sendTexts } from "../messages/messages.worker.ts"

const noon = "2027-03-01T18:00:00.000Z"

let service: TestService
let story: Story
let carrier: PlayedCarrier
let askedId: number
beforeAll(async () => {
  carrier = playCarrier()
  service = await startService({ texts: carrier, book: true, platformSmsNumber: "+15005550006", now: noon })
  story = await tellStory(service)
  await openChannels(service)
  askedId = await makeType(service, {
    name: "Survey",
    confirmation: "staff",
    answer_within_minutes: 240,
    customer_overlap: true,
  })
  for (const id of [story.anaId, story.benId])
    await put(service, `/providers/${id}`, { appointment_type_ids: [story.typeId, askedId] })
})
afterAll(() => service.stop())
beforeEach(async () => {
  service.clock.set(noon)
  carrier.answers.length = 0
  // Bookings of earlier tests are texted first, so that an answer of the carrier is about the test's own.
  await sendTexts(service.context)
  const { db } = service.context
  await db.query("UPDATE appointment SET status = 'cancelled'")
  await db.query("DELETE FROM allocation WHERE appointment_id IS NOT NULL")
  for (const table of ["callback", "inbox_later", "time_off"]) await db.query(`DELETE FROM ${table}`)
})

interface Entry extends Record<string, unknown> {
  kind: string
  id: number
}

const inbox = async (query = "", options = {}): Promise<Entry[]> => {
  const { status, body } = await service.api("GET", `/inbox${query}`, undefined, options)
  expect(status).toBe(200)
  return body.data
}
const kinds = async () => (await inbox()).map(({ kind }) => kind)
const post = (path: string, body: object = {}): Promise<Answer> => service.api("POST", path, body)
const later = (kind: string, id: number, until: string | null) =>
  post(`/inbox/${kind}/${id}/later`, { until })

const book = (start_time: string, fields: object = {}) =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time,
    ...fields,
  })
const ask = (start_time: string) => book(start_time, { appointment_type_id: askedId })
const callMe = async (message: string) =>
  expect((await (await talk(service, samsNumber)).tool("POST", "/callbacks", { message })).status).toBe(201)
const proposeTime = (id: number, start: string, end: string) =>
  service.context.db.query(
    "UPDATE appointment SET proposed_start_at = $3, proposed_end_at = $4 WHERE company_id = $1 AND id = $2",
    [service.companyId, id, start, end],
  )

it("CB-05 what waits stands by when it ends, says what happens then, and goes when its cause goes", async () => {
  const asked = await ask("2027-03-04T16:00:00.000Z")
  const declined = await book("2027-03-03T16:00:00.000Z")
  await put(service, `/appointments/${declined.id}/attendance`, { attendance: "not_coming" })
  const moved = await book("2027-03-05T16:00:00.000Z", { provider_id: story.benId })
  await proposeTime(moved.id, "2027-03-08T16:00:00.000Z", "2027-03-08T17:00:00.000Z")
  await callMe("Can I bring my daughter along?")

  const entries = await inbox()
  expect(entries).toMatchObject([
    {
      kind: "pending",
      id: asked.id,
      since: noon,
      due: "2027-03-01T22:00:00.000Z",
      what_then: "declined",
      customer: { id: story.customerId, name: "Sam Poe" },
      appointment: { id: asked.id, appointment_type: { name: "Survey" }, provider: { name: "Ana Ruiz" } },
      links: {
        record: `/api/v1/appointments/${asked.id}`,
        console: `/console?date=2027-03-04&appointment=${asked.id}`,
      },
    },
    {
      kind: "callback",
      due: null,
      what_then: null,
      phone: samsNumber,
      message: "Can I bring my daughter along?",
    },
    { kind: "declined", id: declined.id, due: "2027-03-03T16:00:00.000Z", what_then: "starts" },
    {
      kind: "counter_proposal",
      id: moved.id,
      due: "2027-03-05T16:00:00.000Z",
      what_then: "stands",
      proposed_time: { start_time: "2027-03-08T16:00:00.000Z", end_time: "2027-03-08T17:00:00.000Z" },
    },
  ])
  expect((await inbox("?kind=declined")).map(({ id }) => id)).toEqual([declined.id])

  await put(service, `/callbacks/${entries[1]!.id}`, { done: true })
  await put(service, `/appointments/${declined.id}/attendance`, { attendance: "coming" })
  await post(`/appointments/${asked.id}/confirm`)
  await post(`/appointments/${moved.id}/reschedule`, { start_time: "2027-03-08T16:00:00.000Z" })
  expect(await kinds()).toEqual([])
})

it("CB-05 time off of somebody who is booked, and a text that did not go or perhaps, wait for staff", async () => {
  await put(service, "/company", { sms_confirmations: true })
  carrier.answers.push({ kind: "unknown", error: "timeout" })
  const uncertain = await book("2027-03-04T16:00:00.000Z")
  await sendTexts(service.context)
  carrier.answers.push({ kind: "refused", error: "carrier_30006", optedOut: false })
  const failed = await book("2027-03-05T16:00:00.000Z")
  await sendTexts(service.context)
  await put(service, "/company", { sms_confirmations: false })
  expect(await inbox()).toMatchObject([
    {
      kind: "message_uncertain",
      about: "confirmation",
      reason: "unknown_outcome",
      appointment: { id: uncertain.id },
    },
    {
      kind: "message_failed",
      about: "confirmation",
      reason: "carrier_30006",
      appointment: { id: failed.id },
    },
  ])

  const path = `/providers/${story.anaId}/time-off`
  const off = await make(service, path, {
    start: "2027-03-04T06:00:00.000Z",
    end: "2027-03-05T06:00:00.000Z",
  })
  expect(await inbox("?kind=understaffed")).toMatchObject([
    { id: uncertain.id, about: "Ana Ruiz", what_then: "starts", due: "2027-03-04T16:00:00.000Z" },
  ])
  await service.api("DELETE", `${path}/${off.id}`)
  expect(await inbox("?kind=understaffed")).toEqual([])
})

it("CB-05 connections that fail wait for staff: endpoints for admins alone", async () => {
  const { id } = await makeEndpoint(service)
  const { db } = service.context
  await db.query("UPDATE webhook_endpoint SET first_failure_at = $1, last_failure_at = $1", [noon])
  const { email } = await makeUser(service, { role: "member" })
  const member = { key: await signedIn(service, email) }
  expect(await inbox()).toMatchObject([
    {
      kind: "endpoint_failing",
      id,
      what_then: "disabled",
      about: "https://receiver.example/hooks",
      since: noon,
    },
  ])
  expect(await inbox("", member)).toEqual([])
  await service.api("DELETE", `/webhook-endpoints/${id}`)
  await db.query(
    `INSERT INTO provider_calendar (company_id, provider_id, kind, address, writes, timezone, settings, mark, failing_since, problem, created_at)
     VALUES ($1, $2, 'ics', 'https://calendar.example', false, 'UTC', 'sealed', 'mark', $3, 'timeout', $3)`,
    [service.companyId, story.benId, noon],
  )
  expect(await inbox("", member)).toMatchObject([
    { kind: "calendar_failing", about: "Ben Okafor", reason: "timeout", since: noon, due: null },
  ])
  await db.query("DELETE FROM provider_calendar")
  expect(await inbox()).toEqual([])
})

it("CB-05 what is put off comes back at its time, on demand, and when something new comes of it", async () => {
  const { id } = await book("2027-03-04T16:00:00.000Z")
  const say = (attendance: string) => put(service, `/appointments/${id}/attendance`, { attendance })
  await say("not_coming")
  const until = "2027-03-01T19:00:00.000Z"
  expect((await later("declined", id, until)).body.data).toEqual({ kind: "declined", id, until })
  expect(await kinds()).toEqual([])
  expect((await later("declined", id, null)).body.data.until).toBeNull()
  expect(await kinds()).toEqual(["declined"])
  await later("declined", id, until)
  service.clock.set("2027-03-01T18:30:00.000Z")
  await say("coming")
  await say("not_coming")
  expect(await kinds()).toEqual(["declined"])
  await later("declined", id, until)
  service.clock.set(until)
  expect(await kinds()).toEqual(["declined"])

  expect((await later("declined", id, until)).body.error).toMatchObject({
    code: "invalid_input",
    field: "until",
  })
  expect((await later("declined", id, "2028-03-01T18:00:00.000Z")).status).toBe(400)
  expect((await later("pending", id, "2027-03-02T18:00:00.000Z")).body.error.code).toBe("not_found")
  expect((await later("riddle", id, "2027-03-02T18:00:00.000Z")).status).toBe(400)
})

it("CB-05 two who answer at once: one wins, and the other is told", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, version } = await ask(
      `2027-03-${10 + round}T16:00:00.000Z`.replace("13", "17").replace("14", "18"),
    )
    const answers = await Promise.all(
      ["confirm", "decline"].map((answer) => post(`/appointments/${id}/${answer}`, { if_version: version })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  }
  await callMe("Call me")
  const [entry] = await inbox("?kind=callback")
  const done = { done: true, if_status: "waiting" }
  const answers = await Promise.all([1, 2, 3].map(() => service.api("PUT", `/callbacks/${entry!.id}`, done)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)!.body.error.code).toBe("version_conflict")
})

it("CB-05 the stream of events tells of what comes and of what is put off", async () => {
  const source = openEventSource({
    url: () => `${service.apiUrl}/api/v1/events/stream`,
    headers: { authorization: `Bearer ${service.key}` },
  })
  await source.opened()
  const told = () => source.changes() + source.received.length
  const tells = async (what: () => Promise<unknown>) => {
    const before = told()
    await what()
    await expect.poll(told).toBeGreaterThan(before)
  }
  const start_time = "2027-03-04T16:00:00.000Z"
  const { id } = await book(start_time)
  await tells(() => ask("2027-03-04T18:00:00.000Z"))
  await tells(() => callMe("Call me"))
  await tells(() => put(service, `/appointments/${id}/attendance`, { attendance: "not_coming" }))
  await tells(() => later("declined", id, "2027-03-02T18:00:00.000Z"))
  const off = { start: "2027-03-04T06:00:00.000Z", end: "2027-03-05T06:00:00.000Z" }
  await tells(() => make(service, `/providers/${story.anaId}/time-off`, off))
  await put(service, "/company", { sms_confirmations: true })
  await book("2027-03-05T16:00:00.000Z")
  await put(service, "/company", { sms_confirmations: false })
  carrier.answers.push({ kind: "unknown", error: "timeout" })
  await tells(() => sendTexts(service.context))
  source.close()
})
