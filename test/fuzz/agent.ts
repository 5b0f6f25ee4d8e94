/** Fuzzes the agent's tools: their own schemas' inputs and broken ones, with sessions that are good, over, and none. */
import fc, { type Arbitrary } from "fast-check"
import { type AgentMount, agentPrefix, agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { make } from "../support/story.ts"
import { broken } from "./break.ts"
import { fuzzSeed } from "./company.ts"
import { nastyBody, nastyHeaders, nastyQuery } from "./nasty.ts"
import { type Counts, noCounts, type Probe } from "./probe.ts"
import { schemaOf } from "./requests.ts"
import { valueFor } from "./values.ts"
import type { Sending } from "./wire.ts"
import type { World } from "./world.ts"

const channel = "+15125550195"

/** Phone calls of a customer, of somebody new and of somebody who hides; texts would be prolonged by every refusal. */
export async function makeSessions({ service }: World): Promise<string[]> {
  await make(service, "/channels", { kind: "voice", phone: channel })
  const sessions = []
  for (const caller_id of ["+15125550123", "+15125550177", "anonymous"]) {
    const sent = { caller_id, called_number: channel, call_sid: "CA1" }
    const { body } = await service.api("POST", "/agent/conversation-init", sent)
    sessions.push(body.dynamic_variables.session_id as string)
  }
  return sessions
}

/** Sends `runs` requests; throws with the seed and the request at the first answer that is wrong. */
export async function fuzzTool(
  world: World,
  probe: Probe,
  mount: AgentMount,
  sessions: readonly string[],
  runs: number,
  seed = fuzzSeed,
): Promise<Counts> {
  const counts = noCounts()
  const examples: [Sending][] = sessions.map((session) => [
    sendingOf(mount, world, rightInput(mount, world), session),
  ])
  const property = fc.asyncProperty(requestsFor(mount, world, sessions), (sending) =>
    probe.send(sending, { result: mount.tool.result, list: false }, counts),
  )
  // Not shrunk: what a request meets depends on those before it.
  await fc.assert(property, {
    seed: seed + agentTools.indexOf(mount),
    numRuns: runs,
    examples,
    endOnFailure: true,
  })
  return counts
}

/** The right call of the tool, and others as its schema has them. */
export function plausibleCalls(
  mount: AgentMount,
  world: World,
  session: string,
  count: number,
  seed: number,
): Sending[] {
  const derived = valueFor(schemaOf(mount.tool.input), "body", world)
  const inputs = [rightInput(mount, world), ...fc.sample(derived, { numRuns: count, seed })]
  return inputs.map((input) => sendingOf(mount, world, input, session))
}

const strangeSessions: unknown[] = [undefined, null, "", 7, {}, `ses_${"A".repeat(32)}`, "x".repeat(3_000)]

function requestsFor(mount: AgentMount, world: World, sessions: readonly string[]): Arbitrary<Sending> {
  const session = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom<unknown>(...sessions) },
    { weight: 1, arbitrary: fc.constantFrom(...strangeSessions) },
  )
  const derived = valueFor(schemaOf(mount.tool.input), "body", world)
  const right = fc.constant(0).map(() => rightInput(mount, world))
  const input = fc.oneof(derived, right, broken(derived), broken(right))
  const forms = fc.tuple(input, session).map(([value, id]) => sendingOf(mount, world, value, id))
  const raw = fc
    .record({ form: forms, body: nastyBody })
    .map(({ form, body }) => (mount.method === "GET" ? form : { ...form, body }))
  const odd = fc
    .record({ form: forms, headers: nastyHeaders, query: nastyQuery })
    .map(({ form, headers, query }) => ({
      ...form,
      path: `${form.path}${form.path.includes("?") ? "&" : "?"}${query}`,
      headers: { ...form.headers, ...headers },
    }))
  return fc.oneof(
    { weight: 8, arbitrary: forms },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: odd },
  )
}

function sendingOf({ method, path }: AgentMount, world: World, input: unknown, session_id: unknown): Sending {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input)
  const fields: Record<string, unknown> = isObject ? { ...input, session_id } : {}
  const id = fields.appointment_id
  const at = agentPrefix + path.replace(":appointment_id", encodeURIComponent(inAddress(id ?? 1)))
  if (path.includes(":")) delete fields.appointment_id
  const headers = { authorization: `Bearer ${world.service.key}`, "content-type": "application/json" }
  if (method !== "GET")
    return { method, path: at, headers, body: JSON.stringify(isObject ? fields : (input ?? null)) }
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(sent.map(([name, value]) => [name, inAddress(value)]))
  return { method, path: `${at}?${query}`, headers: { authorization: headers.authorization } }
}

/** Lone surrogates can't stand in an address, and an object may have no text of its own. */
const inAddress = (value: unknown): string =>
  (typeof value === "object" ? JSON.stringify(value) : String(value)).toWellFormed()

/** The right inputs of the story's customer; the newest appointment is the one that was just booked. */
function rightInput({ tool }: AgentMount, world: World): Record<string, unknown> {
  const type = { appointment_type_id: world.story.typeId }
  const appointment = { appointment_id: world.idsOf("appointment")[0] }
  const standing = { appointment_id: world.swapIds[0] }
  const inputs: Record<string, Record<string, unknown>> = {
    list_locations: type,
    list_providers: type,
    find_slots: { ...type, start_date: "2027-03-02", end_date: "2027-03-09" },
    hold_slot: { ...type, provider_id: world.story.benId, start_time: "2027-03-10T15:00:00.000Z" },
    book_appointment: { ...type, provider_id: world.story.benId, start_time: "2027-03-05T20:00:00.000Z" },
    reschedule_appointment: { ...appointment, start_time: "2027-03-05T17:00:00.000Z" },
    cancel_appointment: appointment,
    update_booking: { ...standing, note: "The gate sticks" },
    confirm_attendance: standing,
    resend_link: standing,
    accept_proposal: world.asked.proposed,
    accept_offer: { ...world.asked.offered, accepted: false },
    create_customer: { first_name: "Pat", last_name: "Kim" },
    save_address: { line1: "2 Oak Ave", postal_code: "78702" },
    start_contact: { contact_number: "+15125550150" },
    join_waiting_list: { ...type, texts_agreed: true },
    request_callback: { message: "Wants an offer" },
  }
  return { ...inputs[tool.name] }
}
