import { readFileSync } from "node:fs"
import { Webhook } from "standardwebhooks"
import { expect, it } from "vitest"
import { errorTable } from "../../domain/model/errors.ts"
import {
  type AnswerInfo,
  createClient,
  isRefusal,
  NoAnswer,
  NotGenuine,
  Refusal,
  searchDates,
  signWebhook,
  slotsByDay,
  slotTime,
  verifyWebhook,
} from "../../sdk/src/index.ts"

interface Sent {
  url: string
  method: string
  key: string | null
  body: unknown
}

/** A client whose requests are answered in turn; the last answer stays. */
function clientAnswered(...answers: (() => Response | Promise<Response>)[]) {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const headers = new Headers(init?.headers)
    const body = typeof init?.body === "string" ? JSON.parse(init.body) : undefined
    sent.push({ url: String(url), method: init?.method ?? "GET", key: headers.get("idempotency-key"), body })
    return answers[Math.min(sent.length, answers.length) - 1]!()
  }
  return { client: createClient({ baseUrl: "https://api.example.com/", apiKey: "sk_x", fetch }), sent }
}

const pageOf = (ids: number[], next_cursor: string | null) => (): Response =>
  Response.json({ success: true, data: ids.map((id) => ({ id })), next_cursor })

it("IN-19 a list is asked for when it is awaited, its first page once", async () => {
  const { client, sent } = clientAnswered(pageOf([1, 2], "more"), pageOf([3], null))
  const customers = client.listCustomers({ limit: 2 })
  expect(sent).toEqual([])
  expect((await customers).data).toHaveLength(2)
  const ids: number[] = []
  for await (const { id } of customers) ids.push(id)
  expect([ids, sent.length]).toEqual([[1, 2, 3], 2])
  const { client: other } = clientAnswered(refused("forbidden"))
  // This one is never awaited, so it fails nothing.
  other.listCustomers()
  expect(await other.listCustomers().catch((error: Refusal) => error.code)).toBe("forbidden")
  const all = await Promise.all([client.listCustomers(), client.listCustomers()])
  expect(all.map(({ next_cursor }) => next_cursor)).toEqual([null, null])
})

it("IN-19 a hook hears of each answer, of the client and of one call, with the request id of a success", async () => {
  const heard: string[] = []
  const own: string[] = []
  const note = (of: string[]) => (answer: AnswerInfo) =>
    of.push(`${answer.attempt} ${answer.method} ${answer.url.slice(23)} ${answer.status} ${answer.requestId}`)
  const answers = [
    lost,
    refused("busy", { "retry-after": "0", "x-request-id": "req_1" }),
    () => Response.json({ success: true, data: { id: 7 } }, { headers: { "x-request-id": "req_2" } }),
  ]
  let asked = 0
  const fetch = async () => answers[asked++]!()
  const client = createClient({ baseUrl: "https://api.example.com", fetch, onAnswer: note(heard) })
  await client.readCustomer({ id: 7 }, { onAnswer: note(own) })
  expect(heard).toEqual([
    "1 GET /api/v1/customers/7 null null",
    "2 GET /api/v1/customers/7 503 req_1",
    "3 GET /api/v1/customers/7 200 req_2",
  ])
  expect(own).toEqual(heard)
})

it("IN-19 timeout and retries are of the client, or of one call; the user agent names both programs", async () => {
  const agents: (string | null)[] = []
  const never: typeof globalThis.fetch = (_, init) => {
    agents.push(new Headers(init?.headers).get("user-agent"))
    return new Promise((_resolve, reject) => {
      init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason as Error))
    })
  }
  const client = createClient({ baseUrl: "https://api.example.com", fetch: never, userAgent: "shop/2.1" })
  const failed = await client
    .readCustomer({ id: 7 }, { timeoutMs: 5, retries: 1 })
    .catch((error: Error) => error)
  expect(failed).toBeInstanceOf(NoAnswer)
  expect((failed as NoAnswer).message).toContain("none came within 5 ms")
  const { version } = JSON.parse(readFileSync("sdk/package.json", "utf8"))
  expect(agents).toEqual(Array(2).fill(`shop/2.1 appointed-sdk/${version}`))
})

const done = (data: unknown) => () => Response.json({ success: true, data })
const refused =
  (code: keyof typeof errorTable, headers: Record<string, string> = {}) =>
  () => {
    const { status, message } = errorTable[code]
    return Response.json(
      { success: false, error: { code, message, request_id: "req_1" } },
      { status, headers },
    )
  }
const lost = () => Promise.reject(new TypeError("fetch failed"))

it("DX-01 sends the fields of the path there, others in the query of a read and the body of a write", async () => {
  const { client, sent } = clientAnswered(done({}))
  await client.updateContact({ id: 7, contactId: 8, label: "work" })
  await client.listAllDeliveries({ limit: 5, status: undefined } as never)
  expect(sent).toEqual([
    {
      url: "https://api.example.com/api/v1/customers/7/contacts/8",
      method: "PUT",
      key: null,
      body: { label: "work" },
    },
    {
      url: "https://api.example.com/api/v1/webhook-deliveries?limit=5",
      method: "GET",
      key: null,
      body: undefined,
    },
  ])
})

it("DX-01 sends the fields of a DELETE in the query, but for one that takes a body", async () => {
  const { client, sent } = clientAnswered(done({}))
  await client.cancelClassSession({ id: 7, reason: "ill", if_version: 2 })
  await client.deleteCustomer({ id: 8, erase: true })
  await client.removeSecondFactor({ password: "p", code: "1" })
  expect(sent.map(({ url, method, body }) => [method, url.slice(30), body])).toEqual([
    ["DELETE", "/class-sessions/7?reason=ill&if_version=2", undefined],
    ["DELETE", "/customers/8?erase=true", undefined],
    ["DELETE", "/users/me/second-factor", { password: "p", code: "1" }],
  ])
})

it("DX-01 sends a POST again under the same Idempotency-Key, after as long as the service asks", async () => {
  const { client, sent } = clientAnswered(lost, refused("busy", { "retry-after": "1" }), done({ id: 3 }))
  const startedAt = performance.now()
  expect(await client.cancelAppointment({ id: 3 })).toEqual({ id: 3 })
  expect(performance.now() - startedAt).toBeGreaterThan(1_250)
  expect(sent).toHaveLength(3)
  expect(sent[0]!.key).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
})

it("DX-01 sends nothing again that could do harm twice, nor what another try would not change", async () => {
  const tries: [
    () => Response | Promise<Response>,
    (client: ReturnType<typeof createClient>) => Promise<unknown>,
  ][] = [
    [lost, (client) => client.revokeApiKey({ id: 1 })],
    [lost, (client) => client.createSession({ email: "dana@example.com", password: "x" })],
    [refused("slot_taken"), (client) => client.cancelAppointment({ id: 3 })],
    [refused("rate_limited", { "retry-after": "3600" }), (client) => client.readCompany()],
  ]
  for (const [answer, call] of tries) {
    const { client, sent } = clientAnswered(answer)
    await expect(call(client)).rejects.toBeInstanceOf(answer === lost ? NoAnswer : Refusal)
    expect(sent).toHaveLength(1)
  }
})

it("DX-01 throws refusals with their code and details, and tells a proxy's answer from the service's", async () => {
  const error = { code: "slot_taken", message: "Taken.", field: "start_time", request_id: "req_1" }
  const alternatives = [{ start_time: "2027-03-02T15:00:00.000Z" }]
  const body = { success: false, error: { ...error, details: { alternatives } } }
  const { client } = clientAnswered(() => Response.json(body, { status: 409 }))
  const refusal = await client.cancelAppointment({ id: 3 }).catch((caught: unknown) => caught)
  if (!isRefusal(refusal, "slot_taken")) throw refusal
  expect(refusal.details.alternatives[0]!.start_time).toBe("2027-03-02T15:00:00.000Z")
  expect(refusal).toMatchObject({ status: 409, field: "start_time", requestId: "req_1", message: "Taken." })
  expect(isRefusal(refusal, "busy")).toBe(false)
  const behind = clientAnswered(() => new Response("<h1>Gone</h1>", { status: 410 }))
  await expect(behind.client.readCompany()).rejects.toMatchObject({ name: "NoAnswer", status: 410 })
})

it("DX-01 reads a list page by page as its rows are used", async () => {
  const page = (data: number[], next_cursor: string | null) => () =>
    Response.json({ success: true, data, next_cursor })
  const { client, sent } = clientAnswered(page([1, 2], "c1"), page([3], "c2"), page([], null))
  const rows: unknown[] = []
  for await (const row of client.listProviders({ limit: 2 })) rows.push(row)
  expect(rows).toEqual([1, 2, 3])
  expect(sent.map(({ url }) => url.split("?")[1])).toEqual([
    "limit=2",
    "limit=2&cursor=c1",
    "limit=2&cursor=c2",
  ])
})

it("DX-01 ends a request when its caller does", async () => {
  const { client, sent } = clientAnswered(lost)
  const ending = new AbortController()
  const call = client.readCompany({}, { signal: ending.signal })
  ending.abort(new Error("enough"))
  await expect(call).rejects.toThrow("enough")
  expect(sent).toHaveLength(1)
})

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const examples = JSON.parse(readFileSync(new URL("../../api/openapi.json", import.meta.url), "utf8")).webhooks

it("DX-01 verifies webhooks that the standard's own library has signed, and no others", async () => {
  const event = examples["appointment.created"].post.requestBody.content["application/json"].example
  const body = JSON.stringify(event)
  const now = new Date()
  const headers = {
    "webhook-id": event.id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": `v2,x v1,AAAA ${new Webhook(secret).sign(event.id, now, body)}`,
  }
  const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
  expect(await verifyWebhook(body, headers, secret)).toEqual(event)
  expect(await verifyWebhook(new TextEncoder().encode(body), new Headers(headers), [other, secret])).toEqual(
    event,
  )
  const wrong: [string, Record<string, string>, string][] = [
    [`${body} `, headers, secret],
    [body, headers, other],
    [body, { ...headers, "webhook-id": "evt_2" }, secret],
    [body, { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 301) }, secret],
    [body, { ...headers, "webhook-timestamp": "" }, secret],
    [body, { "webhook-id": event.id }, secret],
  ]
  for (const args of wrong) await expect(verifyWebhook(...args)).rejects.toBeInstanceOf(NotGenuine)
})

it("DX-01 lists the times of all providers by the reader's days", () => {
  const at = (provider_id: number, ...starts: string[]) => ({
    provider_id,
    provider_name: "Ana Ruiz",
    location_id: 1,
    location_name: "Downtown",
    timezone: "America/Chicago",
    slots: starts.map((start_time) => ({ start_time, end_time: start_time, blocks: [] })),
  })
  const providers = [
    at(1, "2027-03-02T15:00:00.000Z", "2027-03-03T15:00:00.000Z"),
    at(2, "2027-03-02T11:30:00.000Z", "2027-03-02T10:30:00.000Z"),
  ]
  const days = slotsByDay({ providers }, { timeZone: "Pacific/Auckland" })
  expect(days.map(({ date, slots }) => [date, slots.map((slot) => slot.provider_id)])).toEqual([
    ["2027-03-02", [2]],
    ["2027-03-03", [2, 1]],
    ["2027-03-04", [1]],
  ])
})

const austin = {
  start_time: "2027-03-02T03:30:00.000Z",
  end_time: "2027-03-02T04:30:00.000Z",
  blocks: [],
  provider_id: 1,
  provider_name: "Ana Ruiz",
  location_id: 1,
  location_name: "Downtown",
  timezone: "America/Chicago",
}
const auckland = { ...austin, location_id: 2, timezone: "Pacific/Auckland" }

it("MD-18 reads a slot in the zone of its own location, or in the reader's", () => {
  expect(slotTime(austin, { locale: "en-US" })).toBe("Monday, March 1 at 9:30 PM")
  expect(slotTime(auckland, { locale: "en-US" })).toBe("Tuesday, March 2 at 4:30 PM")
  expect(slotTime(auckland, { locale: "en-US", timeZone: "America/Chicago" })).toBe(
    "Monday, March 1 at 9:30 PM",
  )
  const providers = [austin, auckland].map((slot) => ({ ...slot, slots: [slot] }))
  expect(slotsByDay({ providers }).map(({ date, slots }) => [date, slots.length])).toEqual([
    ["2027-03-01", 1],
    ["2027-03-02", 1],
  ])
})

it("MD-18 searches the days of the slot's or the location's zone, and without one so many days of every zone", () => {
  expect(searchDates(7, austin)).toEqual({ start_date: "2027-03-01", end_date: "2027-03-08" })
  expect(searchDates(7, auckland)).toEqual({ start_date: "2027-03-02", end_date: "2027-03-09" })
  const from = new Date(austin.start_time)
  expect(searchDates(7, { from, timezone: "America/Chicago" })).toEqual({
    start_date: "2027-03-01",
    end_date: "2027-03-08",
  })
  for (const hours of Array.from({ length: 24 }, (_, hour) => hour)) {
    const at = new Date(Date.UTC(2027, 2, 2, hours, 30))
    const anywhere = searchDates(7, { from: at })
    for (const timeZone of [
      "Etc/GMT+12",
      "America/Chicago",
      "UTC",
      "Pacific/Auckland",
      "Pacific/Kiritimati",
    ]) {
      const own = searchDates(7, { from: at, timeZone })
      expect(anywhere.start_date <= own.start_date && own.end_date <= anywhere.end_date).toBe(true)
    }
    const { start_date, end_date } = searchDates(31, { from: at })
    expect(Date.parse(end_date) - Date.parse(start_date)).toBe(31 * 86_400_000)
  }
})

it("MD-18 says of an address or a key that can't be right what is wrong, before anything is sent", () => {
  const wrong: [object, RegExp][] = [
    [{ baseUrl: undefined }, /^baseUrl is undefined: give the API's address/],
    [{ baseUrl: "undefined" }, /^baseUrl is "undefined"/],
    [{ baseUrl: "" }, /^baseUrl is ""/],
    [{ baseUrl: "api.example.com" }, /^baseUrl is "api.example.com"/],
    [{ baseUrl: "ftp://api.example.com" }, /^baseUrl is "ftp:/],
    [{ baseUrl: "https://api.example.com/api/v1/" }, /end it before "\/api\/v1"/],
    [{ baseUrl: "https://api.example.com", apiKey: undefined }, /^apiKey is undefined: give a key/],
    [{ baseUrl: "https://api.example.com", apiKey: "" }, /^apiKey is "": give a key/],
    [
      { baseUrl: "https://api.example.com", apiKey: "sk_secret\n" },
      /^apiKey is not one word of plain characters/,
    ],
  ]
  for (const [options, message] of wrong) {
    expect(() => createClient(options as never)).toThrow(TypeError)
    expect(() => createClient(options as never)).toThrow(message)
  }
})

it("MD-18 names the address that another program answers at", async () => {
  const html = { headers: { "content-type": "text/html; charset=utf-8" } }
  const site = clientAnswered(() => new Response("<h1>Our shop</h1>", html))
  const api = clientAnswered(refused("route_not_found"))
  const elsewhere =
    /answered https:\/\/api\.example\.com\/api\/v1\/company with 200\. Is baseUrl the API's address/
  await expect(site.client.readCompany()).rejects.toThrow(elsewhere)
  await expect(site.client.readCompany()).rejects.toBeInstanceOf(NoAnswer)
  await expect(api.client.readCompany()).rejects.toThrow(
    "Is baseUrl the API's address? Asked was https://api.example.com/api/v1/company.",
  )
})

it("MD-18 tells a secret that is missing from a webhook that is not genuine", async () => {
  for (const missing of [undefined, "", "whsec_", [undefined], []] as never[]) {
    const verified = verifyWebhook("{}", {}, missing)
    await expect(verified).rejects.toBeInstanceOf(TypeError)
    await expect(verified).rejects.toThrow(/secret/)
  }
  await expect(signWebhook("{}", { id: "evt_1", secret: undefined as never })).rejects.toThrow(
    "secret is undefined",
  )
})
