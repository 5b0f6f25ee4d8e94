import { describe, expect, it } from "vitest"
import { upkeep } from "../../service/host/upkeep.worker.ts"
import {
  type Conversation,
  companyNumber,
  init,
  samsNumber,
  strangersNumber,
  talk,
  texting,
} from "../support/agent.ts"
import type { Answer, TestService } from "../support/service.ts"
import { make, makeType, type Story } from "../support/story.ts"
import { openCompanyForEachTest, service, story } from "./fresh-service.ts"

openCompanyForEachTest()

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour

const names = [
  ...["session_id", "is_new_customer", "can_self_register", "customer_first_name", "customer_last_name"],
  ...[
    "customer_full_name",
    "upcoming_appointments",
    "open_requests",
    "bookable_types",
    "has_address",
    "channel",
    "today",
    "weekday",
    "language",
    "say_first",
    "greeting",
  ],
]
const use = (conversation: Conversation) => conversation.tool("GET", "/appointment-types")
const codeOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.message]

describe("conversation-init", () => {
  it("AG-01 answers by itself, with every variable a scalar, for whoever calls", async () => {
    const { body } = await init(service, {
      caller_id: samsNumber,
      called_number: companyNumber,
      call_sid: "CA1",
    })
    expect(Object.keys(body)).toEqual(["type", "dynamic_variables"])
    expect(body.type).toBe("conversation_initiation_client_data")
    for (const caller of [
      samsNumber,
      strangersNumber,
      "anonymous",
      "",
      null,
      undefined,
      "sip:x@example.com",
    ]) {
      const { variables } = await talk(service, null, { caller_id: caller })
      expect(Object.keys(variables)).toEqual(names)
      for (const value of Object.values(variables)) expect(typeof value).toMatch(/^(string|boolean)$/)
    }
  })

  it("AG-01 AG-14 knows the caller, what they have, and every day of it", async () => {
    await makeMultiDay(story)
    const { variables } = await talk(service, samsNumber)
    expect(variables).toMatchObject({
      is_new_customer: false,
      can_self_register: false,
      customer_first_name: "Sam",
      customer_last_name: "Poe",
      customer_full_name: "Sam Poe",
      upcoming_appointments:
        "Repiping with Ana Ruiz on Thursday, March 4; Friday, March 5 and Monday, March 8, each day at 9:00 AM",
      open_requests: "Boiler service (long one, 90 minutes), by Wednesday, March 31",
      bookable_types: "Boiler service, Repiping",
      has_address: false,
      channel: "voice",
    })
  })

  it("AG-14 leaves nothing out for somebody unknown, where texts may be empty", async () => {
    await service.api("PUT", "/company", { new_customers: "not_allowed" })
    const { variables } = await talk(service, strangersNumber)
    expect(variables).toEqual({
      session_id: expect.stringMatching(/^ses_[\w-]{32}$/),
      is_new_customer: true,
      can_self_register: false,
      customer_first_name: "",
      customer_last_name: "",
      customer_full_name: "",
      upcoming_appointments: "",
      open_requests: "",
      bookable_types: "",
      has_address: false,
      channel: "voice",
      today: "2027-03-01",
      weekday: "Monday",
      language: "en",
      say_first: "We don't take new customers at the moment. Please call us at (512) 555-0100.",
      greeting: `Thank you for calling Harbour Heating. We don't take new customers at the moment. Please call us at (512) 555-0100.`,
    })
  })

  it("TR-43 tells today's date and weekday as the company's clocks show them", async () => {
    service.clock.set("2027-03-02T05:30:00.000Z")
    const atHome = await talk(service, samsNumber)
    expect(atHome.variables).toMatchObject({ today: "2027-03-01", weekday: "Monday" })
    await service.api("PUT", "/company", { timezone: "Pacific/Auckland" })
    const abroad = await talk(service, samsNumber)
    expect(abroad.variables).toMatchObject({ today: "2027-03-02", weekday: "Tuesday" })
  })

  it("AG-01 an empty or absent call_sid is a text thread; one number serves both kinds", async () => {
    for (const call_sid of ["", null, undefined]) {
      const { variables } = await talk(service, samsNumber, { call_sid })
      expect([variables.channel, variables.customer_first_name]).toEqual(["sms", "Sam"])
    }
    expect((await talk(service, samsNumber)).variables.channel).toBe("voice")
  })

  it("AG-01 a number that is not registered for the channel, or is another company's, is unknown", async () => {
    await make(service, "/channels", { kind: "voice", phone: "+15125550181" })
    const other = await service.anotherCompany()
    const calls = [
      { called_number: "+15125550181", call_sid: "" },
      { called_number: "+15125550199", call_sid: "CA1" },
      { called_number: "", call_sid: "CA1" },
      { call_sid: "CA1" },
    ]
    for (const call of calls) expect(codeOf(await init(service, call))).toEqual(unknownNumber)
    const theirs = { called_number: companyNumber, call_sid: "CA1" }
    expect(codeOf(await init(service, theirs, { key: other.key }))).toEqual(unknownNumber)
    expect((await init(service, { called_number: "+15125550181", call_sid: "CA1" })).status).toBe(200)
  })

  it("AG-01 takes what platforms add, and numbers as carriers write them", async () => {
    const sent = {
      caller_id: "(512) 555-0123",
      called_number: "1-512-555-0188",
      call_sid: "CA1",
      agent_id: "agent_1",
      conversation_id: "conv_1",
      more: { nested: [1] },
    }
    const { status, body } = await init(service, sent)
    expect([status, body.dynamic_variables.customer_first_name]).toEqual([200, "Sam"])
  })

  it("AG-01 callers who hide their number are nobody, not one another", async () => {
    await make(service, "/customers", { name: "Hidden One", phone: "+266696687" })
    for (const hidden of [
      "+266696687",
      "+7378742833",
      "+2562533",
      "+86282452253",
      "anonymous",
      "Restricted",
    ]) {
      const { variables } = await talk(service, hidden)
      expect([variables.is_new_customer, variables.can_self_register]).toEqual([true, false])
    }
  })

  it("AG-01 GE-07 needs a key before anything of the body is judged; agents' keys do", async () => {
    for (const key of [null, "sk_unknown_unknown"]) {
      const answer = await init(service, {}, { key })
      expect([answer.status, answer.body.error.code]).toEqual([401, "unauthorized"])
    }
    for (const role of ["agent", "member", "admin"]) {
      const { body } = await service.api("POST", "/api-keys", { name: role, role })
      const conversation = await talk(service, samsNumber, {}, { key: body.data.key })
      expect((await use(conversation)).status).toBe(200)
    }
  })
})

const unknownNumber = [404, "unknown_number", "Unknown number"]
const expired = [401, "session_expired", "Session expired"]

describe("sessions", () => {
  it("AG-02 on the phone last two hours, however much is said", async () => {
    const call = await talk(service, samsNumber)
    service.clock.advanceMs(hour)
    expect((await use(call)).status).toBe(200)
    service.clock.advanceMs(hour - 1)
    expect((await use(call)).status).toBe(200)
    service.clock.advanceMs(1)
    expect(codeOf(await use(call))).toEqual(expired)
  })

  it("AG-02 by text last 24 hours from the last call, and seven days at the most", async () => {
    const thread = await texting(service, samsNumber)
    const silent = await texting(service, samsNumber)
    for (let days = 1; days < 7; days += 1) {
      service.clock.advanceMs(day - 1)
      expect((await use(thread)).status).toBe(200)
    }
    expect(codeOf(await use(silent))).toEqual(expired)
    service.clock.set("2027-03-08T00:00:00.000Z")
    expect((await use(thread)).status).toBe(200)
    service.clock.set("2027-03-08T11:59:59.999Z")
    expect((await use(thread)).status).toBe(200)
    service.clock.advanceMs(1)
    expect(codeOf(await use(thread))).toEqual(expired)
  })

  it("AG-02 missing, unknown, malformed, over and another company's are refused exactly alike", async () => {
    const over = await talk(service, samsNumber)
    service.clock.advanceMs(2 * hour)
    const live = await talk(service, samsNumber)
    const other = await service.anotherCompany()
    const ids: unknown[] = [undefined, null, "", "x", 7, {}, [], `ses_${"A".repeat(32)}`, over.sessionId]
    const answers = [
      await service.api("POST", "/agent/slots", { session_id: live.sessionId }, { key: other.key }),
    ]
    for (const session_id of ids) {
      answers.push(await service.api("POST", "/agent/slots", { session_id, nonsense: true, customer_id: 1 }))
      answers.push(await service.api("GET", `/agent/appointment-types?session_id=${session_id}&x=1`))
    }
    const noObjects = [[1], "x", 7, true]
    for (const body of noObjects) answers.push(await service.api("POST", "/agent/slots", body))
    const worded = answers.map(({ status, body }) => [
      status,
      JSON.stringify(body).replace(/req_[\w-]+/, "req"),
    ])
    for (const answer of worded) expect(answer).toEqual(worded[0])
    expect(codeOf(answers[0]!)).toEqual(expired)
    for (const body of noObjects) {
      const refused = await service.api("POST", `/agent/opt-out?session_id=${live.sessionId}`, body)
      expect([refused.status, refused.body.error.field]).toEqual([400, "body"])
    }
  })

  it("AG-03 AG-07 session_id may stand in the query or in the body, of a GET and a DELETE too", async () => {
    const { sessionId } = await talk(service, samsNumber)
    const query = `?session_id=${sessionId}`
    const range = { appointment_type_id: story.typeId, start_date: "2027-03-02", end_date: "2027-03-03" }
    expect((await service.api("GET", `/agent/appointments${query}`)).status).toBe(200)
    expect((await service.api("POST", `/agent/slots${query}`, range)).status).toBe(200)
    expect((await service.api("POST", "/agent/slots", { ...range, session_id: sessionId })).status).toBe(200)
    expect((await service.api("DELETE", `/agent/appointments/1${query}`)).body.error.code).toBe("not_found")
    const inBody = await service.api("DELETE", "/agent/appointments/1", { session_id: sessionId })
    expect(inBody.body.error.code).toBe("not_found")
    expect((await getWithBody(service, "/agent/appointments", { session_id: sessionId })).status).toBe(200)
    expect((await getWithBody(service, "/agent/appointments", "{")).status).toBe(400)
  })

  it("AG-02 a session keeps neither its id nor the caller's number readable", async () => {
    const { sessionId } = await talk(service, samsNumber)
    const [row] = await service.context.db.query<{ row: string }>(
      "SELECT row_to_json(s)::text AS row FROM agent_session s",
    )
    expect(row!.row).not.toContain(sessionId)
    expect(row!.row).not.toContain(samsNumber.slice(2))
  })

  it("AG-02 is cleared away a day after it ended, and ends with its customer's erasure", async () => {
    const all = "SELECT 1 FROM agent_session WHERE company_id = $1"
    const count = async () => (await service.context.db.query(all, [service.companyId])).length
    const call = await talk(service, samsNumber)
    await service.api("DELETE", `/customers/${story.customerId}?erase=true`)
    expect(codeOf(await use(call))).toEqual(expired)
    expect(await count()).toBe(0)
    await talk(service, samsNumber)
    service.clock.advanceMs(day + 2 * hour - 1)
    await upkeep(service.context)
    expect(await count()).toBe(1)
    service.clock.advanceMs(2)
    await upkeep(service.context)
    expect(await count()).toBe(0)
  })

  it("CU-05 a number that moves to another customer, or to nobody, takes the conversation with it", async () => {
    const call = await talk(service, samsNumber)
    const mine = await bookBySam()
    expect((await call.tool("GET", "/appointments")).body.data.appointments).toHaveLength(1)
    await service.api("PUT", `/customers/${story.customerId}`, { phone: "+15125550124" })
    expect((await call.tool("GET", "/appointments")).body.data.appointments).toEqual([])
    await make(service, "/customers", { name: "Kim Lee", phone: samsNumber })
    expect((await call.tool("DELETE", `/appointments/${mine}`)).status).toBe(404)
    expect((await call.tool("POST", "/customers", { name: "X" })).body.data.customer_first_name).toBe("Kim")
  })
})

async function makeMultiDay({ customerId, locationId, anaId }: Story): Promise<void> {
  const typeId = await makeType(service, { name: "Repiping", blocks: [240, 240, 120] })
  await service.api("PUT", `/providers/${anaId}`, { appointment_type_ids: [story.typeId, typeId] })
  await make(service, "/appointments", {
    customer_id: customerId,
    appointment_type_id: typeId,
    provider_id: anaId,
    location_id: locationId,
    start_time: "2027-03-04T15:00:00.000Z",
  })
  await make(service, "/scheduling-requests", {
    customer_id: customerId,
    appointment_type_id: story.typeId,
    latest_date: "2027-03-31",
    duration_minutes: 90,
    duration_label: "long one",
  })
}

async function bookBySam(): Promise<number> {
  const { id } = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: "2027-03-04T15:00:00.000Z",
  })
  return id
}

/** `fetch` sends no body with a GET; agent platforms do. */
async function getWithBody(
  service: TestService,
  path: string,
  body: object | string,
): Promise<{ status: number }> {
  const { request } = await import("node:http")
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${service.key}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    }
    const sending = request(`${service.apiUrl}/api/v1${path}`, { method: "GET", headers }, (answer) => {
      answer.resume()
      answer.on("end", () => resolve({ status: answer.statusCode! }))
    })
    sending.on("error", reject)
    sending.end(text)
  })
}

describe("a session from one call to the next", () => {
  const dates = { start_date: "2027-03-02", end_date: "2027-03-05" }

  it("AG-02 is over for a call whose session has ended, before anything else is refused", async () => {
    const call = await talk(service, samsNumber)
    expect((await call.tool("GET", "/appointments")).status).toBe(200)
    service.clock.advanceMs(2 * 3_600_000)
    for (const body of [{ appointment_type_id: story.typeId, ...dates }, { customer_id: 1 }]) {
      const over = await call.tool("POST", "/slots", body)
      expect([over.status, over.body.error.message]).toEqual([401, "Session expired"])
    }
  })

  it("AG-02 is unknown to another company", async () => {
    const other = await service.anotherCompany()
    const call = await talk(service, samsNumber)
    expect((await call.tool("GET", "/appointments")).status).toBe(200)
    expect((await call.tool("GET", "/appointments", {}, { key: other.key })).status).toBe(401)
  })

  it("answers for the customer whom the number identifies now, not at the call before", async () => {
    const call = await talk(service, samsNumber)
    const booked = await make(service, "/appointments", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      location_id: story.locationId,
      start_time: "2027-03-03T15:00:00.000Z",
    })
    const mine = async () => (await call.tool("GET", "/appointments")).body.data.appointments
    expect(await mine()).toMatchObject([{ id: booked.id }])
    await service.api("PUT", `/customers/${story.customerId}`, { phone: strangersNumber })
    expect(await mine()).toEqual([])
    await make(service, "/customers", { name: "Ruth Hale", phone: samsNumber })
    expect(await mine()).toEqual([])
  })

  it("AG-08 searches with the address that was saved a moment ago", async () => {
    const typeId = await makeType(service, { name: "Home visit", place: "at_customer" })
    await service.api("PUT", `/providers/${story.anaId}`, { appointment_type_ids: [typeId] })
    const call = await talk(service, samsNumber)
    const search = async () =>
      (await call.tool("POST", "/slots", { appointment_type_id: typeId, ...dates })).body.data
    expect(await search()).toMatchObject({ reason: "no_address" })
    const saved = await call.tool("PUT", "/address", { line1: "2 Oak Ave", postal_code: "78702" })
    expect(saved.status).toBe(200)
    expect((await search()).recommended.length).toBeGreaterThan(0)
  })

  it("AG-06 a company that closes to new customers is closed at the next call", async () => {
    const call = await talk(service, strangersNumber, { called_number: companyNumber })
    const types = async () => (await call.tool("GET", "/appointment-types")).body.data.appointment_types
    expect(await types()).toHaveLength(1)
    await service.api("PUT", "/company", { new_customers: "not_allowed" })
    expect(await types()).toEqual([])
  })
})

describe("AV-23 the language of a conversation", () => {
  const setLanguages = (languages: string[]) =>
    service.api("PUT", "/company", { agent: { languages } }).then(({ status }) => expect(status).toBe(200))
  const setCustomers = (locale: string | null) =>
    service.api("PUT", `/customers/${story.customerId}`, { locale })
  const languageOf = async (more: object = {}) => (await talk(service, samsNumber, more)).variables.language

  it("is the one that its start names, else the customer's where the agent has it, else the company's", async () => {
    expect(await languageOf()).toBe("en")
    await setCustomers("es")
    expect(await languageOf()).toBe("en")
    await setLanguages(["es", "es"])
    expect((await service.api("GET", "/company")).body.data.agent.languages).toEqual(["es"])
    expect(await languageOf()).toBe("es")
    expect(await languageOf({ language: "fr-CA" })).toBe("fr")
    expect(await languageOf({ language: "EN_us" })).toBe("en")
    // One that no sentence of ours is in counts as none.
    expect(await languageOf({ language: "de" })).toBe("es")
    const stranger = await talk(service, strangersNumber)
    expect(stranger.variables.language).toBe("en")
    const refused = await service.api("PUT", "/company", { agent: { languages: ["de"] } })
    expect(refused.body.error).toMatchObject({
      code: "invalid_input",
      field: expect.stringMatching(/^agent/),
    })
  })

  it("may stand in the address of its start, as the exports have it", async () => {
    const started = await service.api("POST", "/agent/conversation-init?language=es", {
      ...{ caller_id: samsNumber, called_number: companyNumber, call_sid: "CA1" },
    })
    expect(started.body.dynamic_variables).toMatchObject({
      language: "es",
      weekday: "lunes",
      greeting: expect.stringMatching(/^Gracias por llamar a .*\. ¿En qué puedo ayudarle\?$/),
    })
    const inbound = { from_number: samsNumber, to_number: companyNumber }
    const retell = await service.api("POST", "/agent/conversation-init?language=fr", {
      ...{ event: "call_inbound", call_inbound: inbound },
    })
    expect(retell.body.call_inbound.dynamic_variables).toMatchObject({ language: "fr", weekday: "lundi" })
  })

  it("is that of every sentence from the search to the cancel, and of refusals, but for the specification's", async () => {
    const call = await talk(service, samsNumber, { language: "es" })
    const wish = { appointment_type_id: story.typeId, start_date: "2027-03-03", end_date: "2027-03-04" }
    const found = (await call.tool("POST", "/slots", wish)).body.data
    expect(found.today_say).toBe("lunes 1 de marzo de 2027")
    expect(found.say).toMatch(/^Tengo el miércoles 3 de marzo a las \d+.* de la (mañana|tarde) o las /)
    const [slot] = found.recommended
    const { provider_id, location_id, start_time } = slot
    const booking = { appointment_type_id: story.typeId, provider_id, location_id, start_time }
    const silently = { ...booking, receive_sms_confirmation: false }
    const { id, appointment_type, say } = (await call.tool("POST", "/appointments", silently)).body.data
    const what = `${appointment_type.name}, ${slot.say}`
    expect(say).toBe(`Su cita queda reservada: ${what}.`)
    expect((await call.tool("GET", "/appointments")).body.data.say).toBe(`Tiene ${what}.`)
    const cancelled = await call.tool("DELETE", `/appointments/${id}`)
    expect(cancelled.body.data.say).toBe(`Su cita queda cancelada: ${what}.`)
    const unknown = await call.tool("DELETE", "/appointments/999999")
    expect(unknown.body.error).toMatchObject({ code: "not_found", message: "No he encontrado esa cita." })
    const wrong = await call.tool("POST", "/slots", { ...wish, weekdays: "someday" })
    expect(wrong.body.error.message).toBe("¿Qué días de la semana le vendrían bien?")
    const over = await service.api("GET", "/agent/appointments?session_id=ses_x")
    expect(over.body.error.message).toBe("Session expired")
    const closed = await talk(service, strangersNumber, { language: "es" })
    await service.api("PUT", "/company", { new_customers: "not_allowed" })
    const registering = await closed.tool("POST", "/customers", { name: "Ann Doe" })
    expect(registering.body.error.message).toBe("New customers are not allowed")
  })
})
