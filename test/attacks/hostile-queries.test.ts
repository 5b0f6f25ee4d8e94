/** The classic attack strings in queries, paths and headers, as long as Node takes a request's head. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { agentPrefix, agentTools } from "../../service/ways-in/agent-api/tools.ts"
import { companyMounts } from "../../service/ways-in/company-api/mounts.ts"
import { schemaOf } from "../fuzz/requests.ts"
import { openWire, type Sending, type Wire } from "../fuzz/wire.ts"
import { hostileTexts } from "../support/hostile-texts.ts"
import { longestHoldMs } from "../support/longest-hold.ts"
import { openPublicPage, slug } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"
import { isOwnTrial } from "../support/trials.ts"

const mostHeldMs = 50
/** Beside the other headers; Node refuses more than 16 KB together. */
const headBytes = 14_000

let service: TestService
let wires: { api: Wire; book: Wire }

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  await openPublicPage(service, await tellStory(service))
  wires = { api: openWire(service.apiUrl), book: openWire(service.bookUrl!) }
})
afterAll(async () => {
  wires.api.close()
  wires.book.close()
  await service.stop()
})

const authorized = () => ({ authorization: `Bearer ${service.key}`, "x-forwarded-for": "10.9.8.7" })
const placed = (path: string) => path.replaceAll(/:\w+/g, "1")

/** The text in a part of an address, as long as it may be when it is encoded. */
function encoded(make: (length: number) => string, most: number): string {
  const bytesPerSign = encodeURIComponent(make(600)).length / make(600).length
  return encodeURIComponent(make(Math.floor(most / bytesPerSign) - 2))
}

/** This run's share of the texts, the next field's the next ones. */
const ownTexts = (nth: number) => Object.entries(hostileTexts).filter((_, at) => isOwnTrial(nth + at))

/** Held longer than it may be, also when it is sent again: what was sent, and for how long. */
async function holding(wire: Wire, what: string, sending: Sending): Promise<string[]> {
  const held: number[] = []
  do held.push(await longestHoldMs(() => wire.send(sending)))
  while (held.at(-1)! > mostHeldMs && held.length < 3)
  const least = Math.min(...held)
  return least > mostHeldMs ? [`${what}: ${Math.round(least)} ms`] : []
}

it("SE-01 no query of an operation or tool holds anybody up, in any of its fields", async () => {
  const inputs = [
    ...companyMounts
      .filter(({ operation }) => operation.query)
      .map(({ method, path, operation }) => ({ method, path: `/api/v1${path}`, schema: operation.query! })),
    ...agentTools
      .filter(({ method }) => method === "GET")
      .map(({ method, path, tool }) => ({ method, path: agentPrefix + path, schema: tool.input })),
  ]
  const found: string[] = []
  for (const { method, path, schema } of inputs) {
    for (const [nth, field] of Object.keys(schemaOf(schema).properties ?? {}).entries()) {
      for (const [what, make] of ownTexts(nth)) {
        const address = `${placed(path)}?${field}=${encoded(make, headBytes)}`
        const sending = { method, path: address, headers: authorized() }
        found.push(...(await holding(wires.api, `${method} ${path} ${field}: ${what}`, sending)))
      }
    }
  }
  expect(inputs.length).toBeGreaterThan(30)
  expect(found).toEqual([])
})

const read = ["authorization", "cookie", "accept", "accept-encoding", "accept-language", "if-none-match"]
const passed = [
  "user-agent",
  "x-forwarded-for",
  "idempotency-key",
  "content-type",
  "content-encoding",
  "origin",
]
const own = [
  "x-booking-token",
  "x-visit-token",
  "x-console",
  "last-event-id",
  "traceparent",
  "x-twilio-signature",
]
const headers = [...read, ...passed, ...own]

const routes: [host: "api" | "book", method: string, path: string][] = [
  ["api", "GET", "/openapi.json"],
  ["api", "GET", "/console"],
  ["api", "DELETE", "/console/session"],
  ["api", "GET", "/api/v1/reports/bookings?from=2027-03-01&to=2027-03-02"],
  ["api", "POST", "/api/v1/sessions"],
  ["api", "POST", "/api/v1/customers"],
  ["api", "GET", "/api/v1/events/stream"],
  ["api", "GET", `${agentPrefix}/appointment-types`],
  ["api", "POST", `${agentPrefix}/mcp`],
  ["book", "GET", `/${slug}`],
  ["book", "GET", "/embed.js"],
  ["book", "GET", `/api/pages/${slug}`],
  ["book", "POST", `/api/pages/${slug}/slots`],
  ["book", "GET", "/api/link"],
]

it.each(routes)("SE-01 no header holds anybody up on the %s host: %s %s", async (host, method, path) => {
  const found: string[] = []
  for (const [nth, name] of headers.entries()) {
    for (const [what, make] of ownTexts(nth)) {
      // A header holds bytes; these are the letters of other scripts as a browser sends them.
      const value = Buffer.from(make(headBytes / 3))
        .toString("latin1")
        .trim()
      const json = { "content-type": "application/json" }
      const sent = { ...authorized(), ...(method === "POST" ? json : {}), [name]: value }
      const body = method === "POST" ? { body: "{}" } : {}
      found.push(
        ...(await holding(wires[host], `${name}: ${what}`, { method, path, headers: sent, ...body })),
      )
    }
  }
  expect(found).toEqual([])
})

it("SE-01 no address holds anybody up", async () => {
  const found: string[] = []
  for (const [nth, [host, , path]] of routes.entries()) {
    for (const [what, make] of ownTexts(nth)) {
      const address = `${path.split("?")[0]}/${encoded(make, headBytes)}`
      found.push(
        ...(await holding(wires[host], `${path} ${what}`, { method: "GET", path: address, headers: {} })),
      )
    }
  }
  expect(found).toEqual([])
})
