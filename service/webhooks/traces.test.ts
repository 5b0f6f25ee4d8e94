/** Traces as a collector gets them over OTLP: one trace from a caller's request to the webhook and the text that it brings. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { createAuthority } from "../../test/support/authority.ts"
import { makeEndpoint, startWorker } from "../../test/support/deliveries.ts"
import { type LocalServer, startLocalServer } from "../../test/support/local-server.ts"
import { ownNumber } from "../../test/support/outreach.ts"
import { type Receiver, startReceiver } from "../../test/support/receiver.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, type Story, tellStory } from "../../test/support/story.ts"
import { playCarrier } from "../../test/support/texts.ts"
import { createTracing } from "../host/adapters/tracing.ts"
import { sendTexts } from "../messages/messages.worker.ts"

interface Collected {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: unknown }[]
}

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const callerSpan = "00f067aa0ba902b7"

let collector: LocalServer
let receiver: Receiver
let service: TestService
let story: Story
const authority = createAuthority()

beforeAll(async () => {
  collector = await startLocalServer()
  receiver = await startReceiver(authority.issue("DNS:hooks.example.com"))
  const tracer = await createTracing({
    url: `${collector.url}/v1/traces`,
    headers: { authorization: "Bearer of-the-collector" },
    ratio: 1,
    exportEveryMs: 20,
  })
  service = await startService({
    tracer,
    texts: playCarrier(),
    platformSmsNumber: "+15005550006",
    book: true,
  })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  await makeEndpoint(service, receiver.port)
})
afterAll(async () => {
  await service.context.tracer!.close()
  await service.stop()
  await Promise.all([receiver.close(), collector.stop()])
})

const collected = (): Collected[] =>
  collector.asked.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Collected[] }[] }) =>
      resource.scopeSpans.flatMap(({ spans }) => spans),
    ),
  )
const spansNamed = (name: string, ofTrace = traceId) =>
  collected().filter((span) => span.name === name && span.traceId === ofTrace)

it("SO-09 a request, its webhook and its text are one trace: the caller's, which the webhook carries on", async () => {
  const worker = startWorker(service, authority)
  const booked = await service.api(
    "POST",
    "/appointments",
    {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      start_time: "2027-03-03T16:00:00.000Z",
    },
    { headers: { traceparent: `00-${traceId}-${callerSpan}-01` } },
  )
  expect(booked.status).toBe(201)
  const [webhook] = await receiver.waitFor(1)
  await sendTexts(service.context)
  await worker.stop()
  await expect.poll(() => spansNamed("deliver webhook").length + spansNamed("send text").length).toBe(2)

  const [request] = spansNamed("POST /api/v1/appointments")
  const [delivery, text] = [spansNamed("deliver webhook")[0]!, spansNamed("send text")[0]!]
  expect(request).toMatchObject({ traceId, parentSpanId: callerSpan })
  expect(delivery.parentSpanId).toBe(request!.spanId)
  expect(text.parentSpanId).toBe(request!.spanId)
  expect(webhook!.headers.traceparent).toBe(`00-${traceId}-${delivery.spanId}-01`)
  expect(collector.asked[0]!.headers.authorization).toBe("Bearer of-the-collector")
})

it("SO-09 holds no personal data, no key and no link", async () => {
  await service.api("GET", "/customers?search=Sam%20Poe")
  await expect.poll(() => collected().some(({ name }) => name === "GET /api/v1/customers")).toBe(true)
  const all = collector.asked.map(({ body }) => body).join("\n")
  for (const secret of ["Sam", "Poe", "5550123", "example.com", service.key, "Boiler"])
    expect(all).not.toContain(secret)
})

it("SO-09 a visitor of the customers' pages begins a trace of their own, whatever they send", async () => {
  const forged = "1".repeat(32)
  await fetch(`${service.bookUrl}/nobody-here`, { headers: { traceparent: `00-${forged}-${callerSpan}-01` } })
  await service.api("GET", "/company", undefined, { headers: { traceparent: "00-not-a-trace" } })
  await expect.poll(() => collected().some(({ name }) => name === "GET /api/v1/company")).toBe(true)
  expect(collected().filter((span) => span.traceId === forged)).toEqual([])
})

it("FX-22 which requests are recorded the host draws alone, whatever flag or id a stranger sends", async () => {
  const tracing = (ratio: number) => createTracing({ url: `${collector.url}/v1/none`, headers: {}, ratio })
  const [none, all] = await Promise.all([tracing(0), tracing(1)])
  const start = (tracer: typeof none, kind: "server" | "client", parent: string) =>
    tracer.start({ name: "x", kind, parent, attributes: {} }).traceparent
  // A ratio by the trace's id alone would record the lowest id.
  for (const id of [traceId, "0".repeat(31).concat("1"), "f".repeat(32)]) {
    expect(start(none, "server", `00-${id}-${callerSpan}-01`)).toMatch(
      new RegExp(`^00-${id}-[0-9a-f]{16}-00$`),
    )
    expect(start(all, "server", `00-${id}-${callerSpan}-00`)).toMatch(
      new RegExp(`^00-${id}-[0-9a-f]{16}-01$`),
    )
  }
  // A worker's spans for a request follow the request.
  expect(start(none, "client", `00-${traceId}-${callerSpan}-01`)).toMatch(/-01$/)
  expect(start(all, "client", `00-${traceId}-${callerSpan}-00`)).toMatch(/-00$/)
  await Promise.all([none.close(), all.close()])
})
