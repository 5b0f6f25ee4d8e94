/**
 * The fields that an answer may hold. Every tool is called by every kind of caller, rightly and wrongly, and every field of every
 * answer is walked.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { type Conversation, companyNumber, openChannels, talk } from "../support/agent.ts"
import { lastCode } from "../support/read-texts.ts"
import { type Answer, startService, type TestService } from "../support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  type Story,
  tellStory,
  weekdays,
} from "../support/story.ts"

let service: TestService
let story: Story
let vans: number
let callers: Record<string, Conversation>
let theirs: Ids
let others: Ids
let unknown: Ids
let othersCode: string

/** Ids that a call can name, one of each kind. */
type Ids = Record<string, number | string>

const secrets = [
  ...[
    "5550111",
    "5550112",
    "5550113",
    "5550177",
    "wanda@private.example",
    "eve@private.example",
    "crm-wanda",
  ],
  ...["77 Secret Grove", "Apt 9", "78702", "77002", "30.2626", "-97.7134", "29.7604", "Gate code 4711"],
  ...["1 Depot Road", "30.3111", "-97.7111", "Wife is ill", "Quartermaine"],
]
const forbiddenKeys =
  /phone|email|address(?!$)|^address$|latitude|longitude|distance|travel|_km|customer_id|company_id|start_address|notes|contact_number|external_ref|score|area$/
const allowedKeys = new Set(["has_address", "needs_address", "in_service_area"])

/** Own records have ids below this, foreign records above. */
const foreignFrom = 700_000

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  await openChannels(service)
  vans = await makeType(service, { name: "AppContext call", place: "at_customer" })
  await service.api("PUT", `/locations/${story.locationId}`, { service_area: { kind: "radius", km: 40 } })
  await makeProvider(service, {
    name: "Vera",
    appointment_type_ids: [vans],
    start_address: depot,
    max_travel_km: 25,
    weekly_hours: weekdays(story.locationId),
  })
  await makeCallers()
  await startIdsAt(foreignFrom)
  others = await otherCallersRecords()
  theirs = await otherCompanysRecords()
  await service.context.db.query("SELECT setval('appointment_id_seq', 1000), setval('customer_id_seq', 1000)")
  unknown = Object.fromEntries(Object.keys(others).map((field) => [field, 654_321]))
  unknown.verification_id = "AAAAAAAAAAAAAAAAAAAAAA"
})
afterAll(() => service.stop())

async function makeCallers(): Promise<void> {
  const person = { phone: "+15125550111", email: "wanda@private.example", external_ref: "crm-wanda" }
  const wanda = await makeCustomer(service, { name: "Wanda Quick", ...person, address: near })
  await makeCustomer(service, { name: "Far Off", phone: "+15125550112", address: far })
  await makeCustomer(service, { name: "Plain Jane", phone: "+15125550113", email: "eve@private.example" })
  for (const [start_time, typeId] of [
    ["2027-03-03T15:00:00.000Z", story.typeId],
    ["2027-03-04T15:00:00.000Z", vans],
  ] as const) {
    await make(service, "/appointments", {
      customer_id: wanda,
      appointment_type_id: typeId,
      provider_id: typeId === vans ? story.benId + 1 : story.anaId,
      start_time,
      notes: "Gate code 4711",
    })
  }
  await make(service, "/scheduling-requests", {
    customer_id: wanda,
    appointment_type_id: story.typeId,
    latest_date: "2027-03-20",
    external_ref: "crm-wanda-deal",
  })
  callers = {
    "known, with everything": await talk(service, "+15125550111"),
    "known, out of the area": await talk(service, "+15125550112"),
    "known, without an address": await talk(service, "+15125550113"),
    "new": await talk(service, "+15125550177"),
    hidden: await talk(service, "anonymous"),
  }
}

const depot = {
  ...{ line1: "1 Depot Road", city: "Austin", state: "TX", postal_code: "78703", country: "US" },
  ...{ latitude: 30.3111, longitude: -97.7111 },
}
const near = {
  ...{
    line1: "77 Secret Grove",
    line2: "Apt 9",
    city: "Austin",
    state: "TX",
    postal_code: "78702",
    country: "US",
  },
  ...{ latitude: 30.2626, longitude: -97.7134 },
}
const far = {
  ...{ line1: "77 Secret Grove", city: "Houston", state: "TX", postal_code: "77002", country: "US" },
  ...{ latitude: 29.7604, longitude: -95.3698 },
}

async function startIdsAt(first: number): Promise<void> {
  const sequences = [
    "appointment",
    "appointment_type",
    "customer",
    "location",
    "provider",
    "scheduling_request",
  ]
  for (const name of [...sequences, "duration_option", "contact"]) {
    await service.context.db.query(`SELECT setval('${name}_id_seq', ${first})`)
  }
}

/** Another customer of the company, with an appointment, a request and a code. */
async function otherCallersRecords(): Promise<Ids> {
  const zed = await makeCustomer(service, { name: "Zed Quartermaine", phone: "+15125550199" })
  const wish = { customer_id: zed, appointment_type_id: story.typeId }
  const request = await make(service, "/scheduling-requests", { ...wish, latest_date: "2027-03-20" })
  const booked = { ...wish, provider_id: story.benId, start_time: "2027-03-09T15:00:00.000Z" }
  const other = await makeCustomer(service, { name: "Yan Quartermaine", phone: "+15125550198" })
  const appointment = await make(service, "/appointments", { ...booked, customer_id: other })
  const code = await (await talk(service, "+15125550199")).tool("POST", "/contacts", {
    contact_number: "+15125550150",
  })
  othersCode = await lastCode(service)
  return {
    appointment_id: appointment.id,
    scheduling_request_id: request.id,
    verification_id: code.body.data.verification_id,
  }
}

async function otherCompanysRecords(): Promise<Ids> {
  const company = await service.anotherCompany()
  const asOther: TestService = {
    ...service,
    api: (method, path, body, sending) => service.api(method, path, body, { ...sending, key: company.key }),
  }
  const told = await tellStory(asOther)
  await openChannels(asOther, "+15125550187")
  const wish = { customer_id: told.customerId, appointment_type_id: told.typeId }
  const request = await make(asOther, "/scheduling-requests", { ...wish, latest_date: "2027-03-20" })
  const appointment = await make(asOther, "/appointments", {
    ...wish,
    provider_id: told.benId,
    start_time: "2027-03-09T15:00:00.000Z",
  })
  const optional = await makeType(asOther, {
    name: "Either",
    duration_options: [{ label: "Long", minutes: 90 }],
  })
  const read = await asOther.api("GET", `/appointment-types/${optional}`)
  return {
    appointment_id: appointment.id,
    scheduling_request_id: request.id,
    appointment_type_id: told.typeId,
    provider_id: told.anaId,
    location_id: told.locationId,
    duration_option_id: read.body.data.duration_options[0].id,
  }
}

/** A call of the tool with all that it needs. */
function rightInput(name: string): Record<string, unknown> {
  const type = { appointment_type_id: story.typeId }
  const range = { start_date: "2027-03-02", end_date: "2027-03-12" }
  const inputs: Record<string, object> = {
    list_locations: type,
    list_providers: type,
    find_slots: { ...type, ...range },
    hold_slot: { ...type, provider_id: story.benId, start_time: "2027-03-10T15:00:00.000Z" },
    book_appointment: { ...type, provider_id: story.benId, start_time: "2027-03-10T15:00:00.000Z" },
    reschedule_appointment: { appointment_id: 1, start_time: "2027-03-11T15:00:00.000Z" },
    cancel_appointment: { appointment_id: 2 },
    create_customer: { name: "Nobody New", email: "eve@private.example" },
    save_address: { line1: "77 Secret Grove", line2: "Apt 9", postal_code: "78702" },
    start_contact: { contact_number: "+15125550177", label: "Quartermaine" },
    request_callback: { message: "Asks about the Secret", contact_number: "+15125550177" },
    join_waiting_list: { ...type, texts_agreed: true },
    confirm_contact: { verification_id: "AAAAAAAAAAAAAAAAAAAAAA", code: "123456" },
  }
  return { ...inputs[name] }
}

async function callEvery(
  conversation: Conversation,
  more: (name: string) => Record<string, unknown>[],
): Promise<{ name: string; answer: Answer }[]> {
  const answers = []
  for (const { method, path, tool } of agentTools) {
    for (const input of more(tool.name)) {
      const { appointment_id, ...rest } = input
      const inPath = path.includes(":appointment_id")
      const at = path.replace(":appointment_id", String(appointment_id))
      const body = inPath || appointment_id === undefined ? rest : input
      answers.push({ name: tool.name, answer: await conversation.tool(method, at, body) })
    }
  }
  return answers
}

function walk(value: unknown, visit: (key: string, value: unknown) => void, key = ""): void {
  visit(key, value)
  if (value === null || typeof value !== "object") return
  for (const [name, inner] of Object.entries(value)) walk(inner, visit, Array.isArray(value) ? key : name)
}

const withoutRequestId = ({ status, body }: Answer) => [
  status,
  JSON.stringify(body).replace(/req_[\w-]+/, "req"),
]

describe("every field of every answer", () => {
  it("AG-04 names no phone, email, address, coordinate, distance, or anybody else's record", async () => {
    let seen = 0
    for (const [kind, conversation] of Object.entries(callers)) {
      const answers = await callEvery(conversation, (name) => {
        const right = rightInput(name)
        const atHome = {
          ...right,
          appointment_type_id: vans,
          provider_id: undefined,
          appointment_id: undefined,
        }
        return [
          right,
          ...(name === "find_slots" ? [atHome, { ...right, appointment_id: 1 }] : []),
          ...(name === "list_locations" || name === "list_providers" ? [{ appointment_type_id: vans }] : []),
          ...(name === "book_appointment" ? [{ ...right, start_time: "2027-03-09T15:00:00.000Z" }] : []),
          { ...right, nonsense: 1 },
        ]
      })
      const variables = {
        name: "conversation-init",
        answer: { body: conversation.variables } as unknown as Answer,
      }
      for (const { name, answer } of [variables, ...answers]) {
        walk(answer.body, (key, value) => {
          seen += 1
          const where = `${kind}: ${name}: ${key}`
          if (forbiddenKeys.test(key) && !allowedKeys.has(key)) expect.fail(`${where} is a field`)
          if (typeof value === "number") expect(value, where).toBeLessThan(foreignFrom)
          if (typeof value === "string") {
            for (const secret of secrets) expect(value, where).not.toContain(secret)
          }
        })
      }
    }
    expect(seen).toBeGreaterThan(2_000)
  })

  it("AG-04 the walker would have seen them: what the company API itself answers fails it", async () => {
    const { body } = await service.api("GET", "/customers?external_ref=crm-wanda")
    const fields = new Set<string>()
    const found = new Set<string>()
    walk(body, (key, value) => {
      if (forbiddenKeys.test(key) && !allowedKeys.has(key)) fields.add(key)
      if (typeof value === "string")
        for (const secret of secrets) if (value.includes(secret)) found.add(secret)
    })
    expect([...fields]).toEqual(expect.arrayContaining(["phone", "email", "address", "external_ref"]))
    expect(found.size).toBeGreaterThan(4)
  })
})

describe("ids of others", () => {
  it("AG-03 GE-05 another caller's and another company's are refused exactly as unknown ones, by every tool", async () => {
    // One that has booked nothing, so that nothing is a repeat.
    const conversation = await talk(service, "+15125550111")
    let compared = 0
    for (const { tool } of agentTools) {
      for (const field of Object.keys(tool.input.shape)) {
        const strangers = [others[field], theirs[field]].filter((id) => id !== undefined)
        if (strangers.length === 0) continue
        const nobodys = field === "verification_id" ? unknown.verification_id : 654_321
        const ask = async (id: unknown) => {
          const input = { ...rightInput(tool.name), [field]: id }
          const [answered] = await callEvery(conversation, (name) => (name === tool.name ? [input] : []))
          return withoutRequestId(answered!.answer)
        }
        const expected = await ask(nobodys)
        expect(expected[0], `${tool.name} ${field}`).toBeGreaterThanOrEqual(400)
        for (const id of strangers) {
          expect(await ask(id), `${tool.name} ${field}`).toEqual(expected)
          compared += 1
        }
      }
    }
    expect(compared).toBeGreaterThan(15)
  })

  it("AG-03 somebody unknown gets nothing out of anybody's ids", async () => {
    for (const kind of ["new", "hidden"]) {
      const range = { start_date: "2027-03-02", end_date: "2027-03-12" }
      const search = (ids: object) => callers[kind]!.tool("POST", "/slots", { ...range, ...ids })
      const type = { appointment_type_id: story.typeId }
      const expected = withoutRequestId(await search({ ...type, scheduling_request_id: 654_321 }))
      expect(expected[0]).toBe(404)
      for (const id of [others.scheduling_request_id, theirs.scheduling_request_id, 1]) {
        expect(withoutRequestId(await search({ ...type, scheduling_request_id: id }))).toEqual(expected)
      }
      const moving = withoutRequestId(await search({ appointment_id: 654_321 }))
      for (const id of [others.appointment_id, theirs.appointment_id, 2]) {
        expect(withoutRequestId(await search({ appointment_id: id }))).toEqual(moving)
      }
    }
  })

  it("AG-03 nobody names the caller: not by an id, a number, a company, or staff's judgement", async () => {
    const conversation = callers["known, with everything"]!
    for (const [field, value] of Object.entries({
      customer_id: 1,
      company_id: 1,
      phone: companyNumber,
      override_eligibility: true,
    })) {
      const answers = await callEvery(conversation, (name) => [{ ...rightInput(name), a: 1, [field]: value }])
      expect(answers).toHaveLength(agentTools.length)
      for (const { name, answer } of answers) {
        expect([answer.status, answer.body.error?.field], name).toEqual([400, field])
        expect(answer.body.error.details.problem).toContain(`${field}: is not taken from an agent`)
      }
    }
    const { sessionId } = conversation
    const added = { agent_id: "a", conversation_id: "c", tool_call_id: "t" }
    const query = new URLSearchParams({ session_id: sessionId, ...added })
    expect((await service.api("GET", `/agent/appointments?${query}`)).status).toBe(200)
    expect((await conversation.tool("POST", "/opt-out", added)).status).toBe(200)
  })

  it("AG-03 every tool needs the company's key, and a session", async () => {
    for (const { method, path } of agentTools) {
      const at = `/agent${path.replace(":appointment_id", "1")}`
      const none = await service.api(method, at, method === "GET" ? undefined : {}, { key: null })
      expect([none.status, none.body.error.code]).toEqual([401, "unauthorized"])
      const sessionless = await service.api(method, at, method === "GET" ? undefined : {})
      expect([sessionless.status, sessionless.body.error.message]).toEqual([401, "Session expired"])
    }
  })

  it("CU-05 another caller's code confirms nothing, right as it is", async () => {
    const conversation = callers["known, without an address"]!
    const sent = { verification_id: others.verification_id, code: othersCode }
    const refused = await conversation.tool("POST", "/contacts/confirm", sent)
    expect(refused.body.error.message).toBe("Code expired")
  })
})

describe("every refusal", () => {
  it("AG-12 is a sentence that can be said, without the names of fields or ids", async () => {
    const sentences = new Map<string, string>()
    for (const conversation of Object.values(callers)) {
      const answers = await callEvery(conversation, (name) => {
        const right = rightInput(name)
        const fields = Object.keys(right)
        return [
          right,
          {},
          ...fields.map((field) => ({ ...right, [field]: field === "appointment_id" ? 77 : "nonsense" })),
          { ...right, nonsense: 1 },
          { ...right, scheduling_request_id: 1 },
        ]
      })
      for (const { answer } of answers) {
        if (answer.status >= 400) sentences.set(answer.body.error.message, answer.body.error.code)
      }
    }
    const broken = await service.api("POST", "/agent/slots", undefined, {
      raw: "{",
      headers: { "content-type": "application/json" },
    })
    sentences.set(broken.body.error.message, broken.body.error.code)
    const fixed = new Set(["Code expired", "Session expired", "New customers are not allowed"])
    for (const [sentence, code] of sentences) {
      if (fixed.has(sentence)) continue
      expect(sentence, code).toMatch(/^[A-Z][^_{}[\]]*[.?]$/)
      expect(sentence.length, code).toBeLessThan(200)
    }
    expect(sentences.size).toBeGreaterThan(12)
  })
})
