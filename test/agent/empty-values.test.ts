/** Platforms fill in every input that they know, and have nothing to say for most. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { type Conversation, openChannels, strangersNumber, talk } from "../support/agent.ts"
import { startService, type TestService } from "../support/service.ts"
import { makeType, type Story, tellStory } from "../support/story.ts"

let service: TestService
let story: Story
let callers = 0

beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  await openChannels(service)
})
afterAll(() => service.stop())

const emptyValues: readonly unknown[] = ["", "  ", 0, null]

/** The inputs that each tool cannot do without. */
async function neededBy(call: Conversation, name: string): Promise<Record<string, unknown>> {
  const type = { appointment_type_id: story.typeId }
  switch (name) {
    case "list_locations":
    case "list_providers":
      return type
    case "find_slots":
      return { ...type, start_date: "2027-03-02", end_date: "2027-03-03" }
    case "hold_slot":
    case "book_appointment":
      return { ...type, ...(await freeSlot(call, type)) }
    case "reschedule_appointment":
    case "cancel_appointment": {
      const booked = await call.tool("POST", "/appointments", { ...type, ...(await freeSlot(call, type)) })
      const appointment_id: number = booked.body.data.id
      const { start_time } = await freeSlot(call, { appointment_id })
      return { appointment_id, ...(name === "cancel_appointment" ? {} : { start_time }) }
    }
    case "update_booking":
    case "confirm_attendance":
    case "resend_link": {
      const booked = await call.tool("POST", "/appointments", { ...type, ...(await freeSlot(call, type)) })
      const note = name === "update_booking" ? { note: "The gate sticks" } : {}
      return { appointment_id: booked.body.data.id, ...note }
    }
    // Offers and proposals are answered in `answering.test.ts`.
    case "accept_offer":
      return { waiting_entry_id: 1, offer_id: 1, accepted: true, answers: {} }
    case "accept_proposal":
      return { appointment_id: 1, start_time: "2027-04-01T15:00:00.000Z" }
    case "create_customer":
      return { name: "Mia Torres" }
    case "save_address":
      return { line1: "2 Oak Ave", postal_code: "78702" }
    case "start_contact":
      return { contact_number: "+15125550144" }
    case "join_waiting_list":
      return { ...type, texts_agreed: true }
    case "request_callback":
      return { message: "Wants an offer for a second boiler" }
    default:
      return {}
  }
}

async function freeSlot(call: Conversation, wish: object) {
  const range = { start_date: "2027-04-01", end_date: "2027-04-20" }
  const { provider_id, start_time } = (await call.tool("POST", "/slots", { ...wish, ...range })).body.data
    .recommended[0]
  return { provider_id, start_time }
}

/** A conversation of a caller of its own. */
async function newCall(isCustomer: boolean): Promise<Conversation> {
  callers += 1
  const call = await talk(service, `+1512555${2_000 + callers}`)
  if (isCustomer) await call.tool("POST", "/customers", { name: "Mia Torres" })
  return call
}

it.each(agentTools)("TR-46 $tool.name takes an optional input that is empty as left out", async (mount) => {
  const { method, path, tool } = mount
  const answersWith = async (field: string, value: unknown) => {
    const call = await newCall(tool.name !== "create_customer")
    const needed = await neededBy(call, tool.name)
    const { appointment_id, ...rest } = { ...needed, ...(value === undefined ? {} : { [field]: value }) }
    const isInPath = path.includes(":appointment_id")
    const sent = isInPath ? rest : { ...rest, ...(appointment_id === undefined ? {} : { appointment_id }) }
    const at = path.replace(":appointment_id", String(appointment_id))
    const { status, body } = await call.tool(method, at, sent)
    return [status, shapeOf(body)]
  }
  const needed = Object.keys(await neededBy(await newCall(true), tool.name))
  const optional = Object.entries(tool.input.shape)
    .filter(([name, schema]) => !needed.includes(name) && schema.safeParse(undefined).success)
    .map(([name]) => name)
  for (const field of optional) {
    const without = await answersWith(field, undefined)
    expect([200, 201], field).toContain(without[0])
    for (const value of emptyValues) {
      expect(await answersWith(field, value), `${field}: ${JSON.stringify(value)}`).toEqual(without)
    }
  }
})

/** The keys of an answer, all the way down. */
const shapeOf = (value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
    : typeof value

it("TR-46 an empty id in a query counts as left out too", async () => {
  const call = await talk(service, strangersNumber)
  const query = { appointment_type_id: story.typeId, location_id: "0" }
  expect((await call.tool("GET", "/providers", query)).status).toBe(200)
})

it("TR-46 what a tool cannot do without is still asked for when it is empty", async () => {
  const call = await newCall(true)
  const typeId = await makeType(service, { name: "Another" })
  for (const value of emptyValues) {
    const sent = { appointment_type_id: typeId, start_time: "2027-03-10T15:00:00.000Z", provider_id: value }
    const answer = await call.tool("POST", "/appointments", sent)
    expect([answer.status, answer.body.error.field]).toEqual([400, "provider_id"])
  }
})
