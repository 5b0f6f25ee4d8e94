/** A customer with a canary in every field, through every way in, and what a dump and the logs still say after the erasure. */
import { PassThrough } from "node:stream"
import { buffer } from "node:stream/consumers"
import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openChannels, talk } from "../../test/support/agent.ts"
import { keptTexts } from "../../test/support/kept-text-columns.ts"
import { linkOf } from "../../test/support/link.ts"
import { createTestDatabase, type TestDatabase } from "../../test/support/postgres.ts"
import { openPublicPage, visitorOf } from "../../test/support/public-page.ts"
import { lastCode } from "../../test/support/read-texts.ts"
import { type Api, startService, type TestService } from "../../test/support/service.ts"
import { put, type Story, tellStory } from "../../test/support/story.ts"
import { makeEndpoint } from "../../test/support/webhooks.ts"
import { createLog } from "../host/adapters/log.ts"
import { dump } from "../host/database/dump.ts"
import { startWorker } from "../host/start-worker.ts"
import { sendTexts } from "../messages/messages.worker.ts"
import type { Post } from "../platform/ports.ts"

let database: TestDatabase
let service: TestService
let story: Story
const lines: string[] = []
/** A receiver that repeats what it was sent. */
const echo: Post = {
  send: async ({ body }) => ({
    statusCode: 400,
    error: null,
    tlsReason: null,
    address: "192.0.2.1",
    answerBody: body,
  }),
  close() {},
}

beforeAll(async () => {
  database = await createTestDatabase({ startsAt: Date.parse("2027-03-01T12:00:00.000Z") })
  const log = createLog({ level: "trace", destination: { write: (line) => void lines.push(line) } })
  service = await startService({ database, log, post: echo, book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
  await openChannels(service)
  await put(service, `/appointment-types/${story.typeId}`, {
    questions: [{ key: "wish", label: "Anything we should know?", kind: "long_text" }],
  })
  await makeEndpoint(service, { include_answers: true })
})
afterAll(() => service.stop())

const canaries: string[] = []
let planted = 0

const plant = (where: string): string => {
  planted += 1
  const canary = `Canary${where}${planted}x`
  canaries.push(canary)
  return canary
}
const plantPhone = (): string => {
  planted += 1
  const phone = `+1512777${1_000 + planted}`
  canaries.push(phone)
  return phone
}
const plantEmail = () => `${plant("Email")}@example.com`
const plantAddress = () => ({
  line1: plant("Line"),
  line2: plant("Flat"),
  city: plant("City"),
  state: "TX",
  postal_code: "78701",
  country: "US",
})

/** Calls under keys that are made of the customer's data, as clients make them. Throws what is refused. */
const keyed =
  (api: Api) =>
  async (method: string, path: string, body?: unknown, status = [200, 201]) => {
    const answer = await api(method, path, body, { headers: { "idempotency-key": plant("Key") } })
    if (!status.includes(answer.status)) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data ?? answer.body.error
  }

/** Working hours of the story's Ana, each once. */
const starts = (function* () {
  for (const day of ["02", "03", "04", "05"])
    for (const hour of [15, 16, 17, 18, 19, 20, 21, 22]) yield `2027-03-${day}T${hour}:00:00.000Z`
})()

const atAnas = () => ({
  provider_id: story.anaId,
  location_id: story.locationId,
  start_time: starts.next().value!,
})

/** A canary as a key, and one as its text. */
const plantPair = () => ({ [plant("Key")]: plant("Value") })

async function byTheApi(api: Api, of: Story): Promise<number> {
  const call = keyed(api)
  const wrong = { first_name: plant("Wrong"), phone: plant("NoPhone"), email: plant("NoEmail") }
  await call("POST", "/customers", wrong, [400])
  const { id } = await call("POST", "/customers", {
    first_name: plant("First"),
    last_name: plant("Last"),
    email: plantEmail(),
    phone: plantPhone(),
    external_ref: plant("Ref"),
    metadata: plantPair(),
    address: { ...plantAddress(), latitude: 30.2764321, longitude: -97.7464321 },
  })
  const contact = await call("POST", `/customers/${id}/contacts`, {
    phone: plantPhone(),
    label: plant("Label"),
  })
  const consent = { channel: "sms", event: "revoked", source: plant("Source") }
  await call("POST", `/customers/${id}/contacts/${contact.id}/consent`, consent)
  // The canary of the address that leaves with the customer.
  const email = plantEmail()
  await call("PUT", `/customers/${id}`, { email })
  const source = plant("Source")
  await call("POST", `/customers/${id}/email-consent`, { event: "revoked", source })
  const known = { warning: plant("Warning"), notes: plant("Notes") }
  await call("PUT", `/customers/${id}`, { external_ref: plant("Ref"), ...known })
  const booked = await call("POST", "/appointments", {
    customer_id: id,
    appointment_type_id: of.typeId,
    notes: plant("Notes"),
    external_ref: plant("Job"),
    metadata: plantPair(),
    answers: { wish: plant("Answer") },
    ...{ ...atAnas(), provider_id: of.anaId, location_id: of.locationId },
  })
  await call("PUT", `/appointments/${booked.id}`, { notes: plant("Notes") })
  await call("POST", `/appointments/${booked.id}/cancel`, { reason: plant("Reason") })
  await call("POST", "/scheduling-requests", {
    customer_id: id,
    appointment_type_id: of.typeId,
    latest_date: "2027-03-31",
    external_ref: plant("Deal"),
    metadata: plantPair(),
    duration_label: plant("Duration"),
  })
  return id
}

async function byImports(api: Api): Promise<void> {
  const call = keyed(api)
  await call("POST", "/imports/customers", {
    rows: [
      {
        external_ref: plant("Ref"),
        name: `${plant("First")} ${plant("Last")}`,
        phone: plantPhone(),
        email: plantEmail(),
        ...{ line1: plant("Line"), city: plant("City"), state: "TX", postal_code: "78701" },
      },
      { name: plant("Name"), phone: plantPhone() },
      { name: plant("Name"), email: plantEmail() },
      { name: plant("Refused"), phone: plant("NoPhone"), email: plant("NoEmail"), locale: plant("NoLocale") },
    ],
  })
  const row = { appointment_type: "Boiler service", provider: "Ana Ruiz", location: "Downtown" }
  await call("POST", "/imports/appointments", {
    rows: [
      {
        ...row,
        external_ref: plant("Booking"),
        start_time: starts.next().value!,
        notes: plant("Notes"),
        customer_ref: plant("Ref"),
        name: `${plant("First")} ${plant("Last")}`,
        phone: plantPhone(),
        email: plantEmail(),
      },
      { ...row, start_time: plant("NoTime"), name: plant("Refused"), phone: plant("NoPhone") },
    ],
  })
}

async function byThePage(): Promise<void> {
  const visitor = visitorOf(service)
  await visitor.proves(plantPhone())
  const { line1, line2, city } = plantAddress()
  const address = { line1, line2, city, state: "TX", postalCode: "78701", country: "US" }
  const registered = await visitor.register(
    { firstName: plant("First"), lastName: plant("Last"), email: plantEmail(), address, textUpdates: true },
    plant("Key"),
  )
  expect(registered.status).toBe(201)
  const { typeId, anaId: providerId, locationId } = story
  const booked = await visitor.book(
    { typeId, providerId, locationId, startTime: starts.next().value!, answers: { wish: plant("Answer") } },
    plant("Key"),
  )
  expect(booked.status).toBe(201)
}

async function byAnAgent(): Promise<void> {
  const caller = plantPhone()
  const call = await talk(service, caller, { call_sid: plant("Call") })
  // Before they are a customer, and after.
  const leaving = (number?: string) => ({
    message: plant("Message"),
    name: plant("Name"),
    best_time: plant("Time"),
    ...(number && { contact_number: number }),
  })
  expect((await call.tool("POST", "/callbacks", leaving(plantPhone()))).status).toBe(201)
  const created = await call.tool("POST", "/customers", {
    name: `${plant("First")} ${plant("Last")}`,
    email: plantEmail(),
  })
  expect(created.status).toBe(201)
  const address = {
    line1: plant("Line"),
    line2: plant("Flat"),
    city: "Austin",
    state: "TX",
    postal_code: "78701",
  }
  expect((await call.tool("PUT", "/address", address)).status).toBe(200)
  const other = { contact_number: plantPhone(), label: plant("Label") }
  const started = await call.tool("POST", "/contacts", other)
  const { verification_id } = started.body.data
  const code = await lastCode(service)
  expect((await call.tool("POST", "/contacts/confirm", { verification_id, code })).status).toBe(200)
  await call.tool("POST", "/contacts", { contact_number: plantPhone(), label: plant("Label") })
  const { provider_id, start_time } = atAnas()
  const answers = { wish: plant("Answer") }
  const wish = { appointment_type_id: story.typeId, provider_id, start_time, answers }
  expect((await call.tool("POST", "/appointments", wish)).status).toBe(201)
  expect((await call.tool("POST", "/callbacks", leaving())).status).toBe(201)
  expect((await call.tool("POST", "/opt-out", { channel: "sms" })).status).toBe(200)
}

async function byALink(): Promise<void> {
  const call = keyed(service.api)
  const { id } = await call("POST", "/customers", { name: plant("Name"), phone: plantPhone() })
  const request = await call("POST", "/scheduling-requests", {
    customer_id: id,
    appointment_type_id: story.typeId,
    latest_date: "2027-03-31",
    external_ref: plant("Deal"),
  })
  const link = linkOf(service, request.booking_url)
  const choice = { providerId: story.anaId, locationId: story.locationId, startTime: starts.next().value! }
  expect((await link.book({ ...choice, answers: { wish: plant("Answer") } }, plant("Key"))).status).toBe(201)
}

async function inATestCompany(): Promise<Api> {
  const made = await service.api("POST", "/test-company")
  const key = made.body.data.api_key
  const api: Api = (method, path, body, options) => service.api(method, path, body, { key, ...options })
  await api("POST", "/test-clock/freeze")
  const first = async (path: string) => (await api("GET", path)).body.data[0].id
  const endpoint = {
    url: "https://receiver.example/hooks",
    events: ["appointment.created"],
    include_answers: true,
  }
  expect((await api("POST", "/webhook-endpoints", endpoint)).status).toBe(201)
  await byTheApi(api, {
    ...story,
    typeId: await first("/appointment-types"),
    anaId: await first("/providers"),
    locationId: await first("/locations"),
  })
  await byImports(api)
  expect((await api("POST", "/test-clock/advance", { by_minutes: 60 })).status).toBe(200)
  return api
}

/** Ends what is to come, and erases every customer but the story's. */
async function eraseAll(api: Api): Promise<number> {
  const scheduled = (await api("GET", "/appointments?status=scheduled&limit=100")).body.data
  for (const { id } of scheduled)
    await keyed(api)("POST", `/appointments/${id}/cancel`, { reason: plant("Reason") })
  const customers: { id: number }[] = (await api("GET", "/customers?limit=100")).body.data
  const erased = customers.filter(({ id }) => id !== story.customerId)
  for (const { id } of erased) expect((await api("DELETE", `/customers/${id}?erase=true`)).status).toBe(200)
  return erased.length
}

async function dumped(): Promise<string> {
  const output = new PassThrough()
  const [bytes] = await Promise.all([buffer(output), dump(database.url, output)])
  return gunzipSync(bytes).toString()
}

/** The spots of canaries: the table, and the line's beginning. */
function foundIn(text: string): string[] {
  let table = ""
  return text.split("\n").flatMap((line) => {
    table = /^\{"table":"(\w+)"/.exec(line)?.[1] ?? table
    return canaries.filter((canary) => line.includes(canary)).map((canary) => `${table}: ${canary}`)
  })
}

/** Text columns of companies' tables as `table.column`, those of a day's tables by their parent. */
async function textColumns(): Promise<string[]> {
  const rows = await service.context.db.query<{ name: string }>(
    `SELECT c.relname || '.' || a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped
       AND format_type(a.atttypid, NULL) IN ('text', 'text[]', 'jsonb', 'bytea', 'character varying')
       AND EXISTS (SELECT FROM pg_attribute k WHERE k.attrelid = c.oid AND k.attname = 'company_id')
     ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** True where a canary stands in the column now. */
async function isPlanted(name: string): Promise<boolean> {
  const [table, column] = name.split(".")
  const like = canaries.map((canary) => `%${canary}%`)
  return service.context.db.some(`SELECT 1 FROM ${table} WHERE ${column}::text ILIKE ANY ($1) LIMIT 1`, [
    like,
  ])
}

/** Each text column holds a canary, which the erasure has to reach, or is kept with a reason. */
async function expectColumnsDecided(): Promise<void> {
  const kept = new Set(Object.values(keptTexts).flat())
  const isKept = (name: string) => kept.has(name) || kept.has(`${name.split(".")[0]}.*`)
  const undecided: string[] = []
  const reached: string[] = []
  const columns = await textColumns()
  for (const name of columns) {
    if (await isPlanted(name)) reached.push(name)
    else if (!isKept(name)) undecided.push(name)
  }
  expect(columns.length).toBeGreaterThan(200)
  expect(undecided).toEqual([])
  expect(reached.filter(isKept)).toEqual([])
}

it("MD-31 FX-11 an erased customer is found nowhere: not in a whole dump, not in the logs, whichever way they came in", async () => {
  await put(service, "/company", { new_customers: "allowed" })
  const archived = await byTheApi(service.api, story)
  await byImports(service.api)
  await byThePage()
  await byAnAgent()
  await byALink()
  const testApi = await inATestCompany()
  const worker = startWorker(service.context, echo)
  await sendTexts(service.context)
  await expect.poll(() => service.context.db.some("SELECT 1 FROM delivery WHERE has_failed")).toBe(true)
  await worker.stop()
  const requests = (await service.api("GET", `/scheduling-requests?customer_id=${archived}`)).body.data
  for (const { id } of requests) await service.api("POST", `/scheduling-requests/${id}/cancel`)
  await keyed(service.api)("DELETE", `/customers/${archived}`)

  // The premise: each field got in.
  const before = foundIn(await dumped())
  expect(new Set(before.map((found) => found.split(":")[0]!))).toEqual(
    new Set([
      "agent_contact_code",
      "callback",
      "customer",
      "contact",
      "appointment",
      "event",
      "delivery",
      "idempotency",
      "consent",
      "scheduling_request",
    ]),
  )
  await expectColumnsDecided()
  expect(await eraseAll(service.api)).toBeGreaterThan(5)
  expect((await service.api("DELETE", `/customers/${archived}?erase=true`)).status).toBe(200)
  expect(await eraseAll(testApi)).toBeGreaterThan(3)

  // IN-14: what the company's other systems knew them by is in the event that tells these of the erasure.
  const left = foundIn(await dumped())
  expect(left.filter((found) => !/^event: CanaryRef\d+x$/.test(found))).toEqual([])
  expect(left.length).toBeGreaterThan(2)
  const logged = lines.join("")
  expect(canaries.filter((canary) => logged.includes(canary))).toEqual([])
  expect(lines.length).toBeGreaterThan(50)
})
