/** Descriptions and headers of a company's own on its endpoints. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createAuthority } from "../../test/support/authority.ts"
import { raiseEvent, settle, startWorker } from "../../test/support/deliveries.ts"
import { answering, type Receiver, startReceiver } from "../../test/support/receiver.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { expectSigned } from "../../test/support/signed.ts"
import { makeEndpoint } from "../../test/support/webhooks.ts"
import type { Loop } from "../platform/queue/loop.ts"

const authority = createAuthority()
const certificate = authority.issue("DNS:hooks.example.com")
const secretValue = "Bearer s3cret-of-the-gateway"

let service: TestService
let receiver: Receiver
let worker: Loop
beforeAll(async () => {
  receiver = await startReceiver(certificate)
})
beforeEach(async () => {
  service = await startService()
  receiver.received.length = 0
  receiver.behave(answering(200))
  worker = startWorker(service, authority)
})
afterEach(async () => {
  await worker.stop()
  await service.stop()
})
afterAll(() => receiver.close())

const address = () => `https://hooks.example.com:${receiver.port}/hook`
const change = (id: number, body: object) => service.api("PUT", `/webhook-endpoints/${id}`, body)

describe("headers of a company's own", () => {
  it("IN-14 go with every request, signed as before, and are shown and kept nowhere in plain", async () => {
    const headers = { Authorization: secretValue, "X-Site": "north" }
    const endpoint = await makeEndpoint(service, { url: address(), headers, description: "CRM, production" })
    expect(endpoint).toMatchObject({
      description: "CRM, production",
      header_names: ["Authorization", "X-Site"],
    })
    await raiseEvent(service, service.companyId)
    await settle(service)
    const [got] = receiver.received
    expect(got!.headers).toMatchObject({ authorization: secretValue, "x-site": "north" })
    expectSigned(got!, endpoint.secret, service.clock.now())

    const log = (await service.api("GET", `/webhook-endpoints/${endpoint.id}/deliveries`)).body.data
    const shown = await Promise.all([
      service.api("GET", `/webhook-endpoints/${endpoint.id}`),
      service.api("GET", "/webhook-endpoints"),
      service.api("GET", `/webhook-endpoints/${endpoint.id}/deliveries/${log[0].id}`),
      service.api("GET", "/audit?limit=100"),
      service.context.db.query("SELECT * FROM webhook_endpoint WHERE company_id = $1", [service.companyId]),
    ])
    expect(JSON.stringify([endpoint, ...shown])).not.toContain("s3cret")
  })

  it("IN-14 are replaced as a whole, stay with the address, and a worker uses the new ones at once", async () => {
    const { id } = await makeEndpoint(service, { url: address(), headers: { "X-Key": "one", "X-Site": "n" } })
    await raiseEvent(service, service.companyId)
    await settle(service)
    await change(id, { headers: { "X-Key": "two" } })
    await raiseEvent(service, service.companyId)
    await settle(service)
    await change(id, { headers: null })
    await raiseEvent(service, service.companyId)
    await settle(service)
    const seen = receiver.received.map(({ headers }) => [headers["x-key"], headers["x-site"]])
    expect(seen).toEqual([
      ["one", "n"],
      ["two", undefined],
      [undefined, undefined],
    ])
    await change(id, { headers: { "X-Key": "three" } })
    const elsewhere = { url: "https://other.example/in" }
    const refused = await change(id, elsewhere)
    expect([refused.status, refused.body.error.field]).toEqual([400, "headers"])
    expect((await change(id, { url: `${address()}/v2` })).status).toBe(200)
    expect((await change(id, { ...elsewhere, headers: null })).body.data.header_names).toEqual([])
  })

  it("IN-13 IN-14 a change that changes nothing raises no version", async () => {
    const made = await makeEndpoint(service, { url: address(), description: "CRM" })
    const { secret: _, ...shown } = made
    const same = { url: address(), description: "CRM", enabled: true, headers: null }
    expect((await change(made.id, same)).body.data).toEqual(shown)
    expect((await change(made.id, { description: "ERP" })).body.data.version).toBe(2)
  })

  it("IN-14 that frame the message, are ours or break the line are refused by name", async () => {
    const send = (headers: unknown) =>
      service.api("POST", "/webhook-endpoints", { url: address(), events: ["*"], headers })
    const names = ["Webhook-Id", "HOST", "content-length", "Transfer-Encoding", "Connection", "Expect"]
    const wrong: unknown[] = [
      ...[...names, "X Key", "X-Ké", "", "1st"].map((name) => ({ [name]: "one" })),
      ...["two\r\nX-Evil: 1", "two\nlines", "nul\u0000", " around ", "", "é"].map((value) => ({
        "X-Key": value,
      })),
      { "X-Key": "one", "x-key": "two" },
      Object.fromEntries([1, 2, 3, 4, 5, 6].map((nth) => [`X-${nth}`, "one"])),
      ["X-Key: one"],
    ]
    for (const headers of wrong) {
      const { status, body } = await send(headers)
      expect([headers, status, body.error.code]).toEqual([headers, 400, "invalid_input"])
      expect(body.error.field).toMatch(/^headers/)
    }
  })
})
