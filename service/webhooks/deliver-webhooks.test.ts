import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createAuthority } from "../../test/support/authority.ts"
import {
  type Endpoint,
  makeEndpoint,
  newestDelivery,
  raiseEvent,
  settle,
  startWorker,
} from "../../test/support/deliveries.ts"
import { answering, type Receiver, startReceiver } from "../../test/support/receiver.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { machineOf, type OtherMachine } from "../../test/support/several-machines.ts"
import { expectSigned } from "../../test/support/signed.ts"
import { tellStory } from "../../test/support/story.ts"
import type { Loop } from "../platform/queue/loop.ts"
import { disableFailing } from "./deliver-webhooks.worker.ts"

const minute = 60_000
const hour = 60 * minute
const authority = createAuthority()
const certificate = authority.issue("DNS:hooks.example.com")

let service: TestService
let receiver: Receiver
let worker: Loop
let endpoint: Endpoint

beforeAll(async () => {
  receiver = await startReceiver(certificate)
})
beforeEach(async () => {
  service = await startService()
  receiver.received.length = 0
  receiver.behave(answering(200))
  worker = startWorker(service, authority)
  endpoint = await makeEndpoint(service, receiver.port)
})
afterEach(async () => {
  await worker.stop()
  await service.stop()
})
afterAll(() => receiver.close())

const api = (method: string, path: string, body?: unknown) => service.api(method, path, body)

describe("a delivery", () => {
  it("WH-03 WH-08 brings a booking's event, signed so that the reference verifier accepts it", async () => {
    const story = await tellStory(service)
    const booked = await api("POST", "/appointments", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      location_id: story.locationId,
      start_time: "2027-03-02T16:00:00.000Z",
    })
    expect(booked.status).toBe(201)
    const [got] = await receiver.waitFor(1)
    const event = expectSigned(got!, endpoint.secret, service.clock.now())
    expect(event).toMatchObject({ type: "appointment.created", version: 1, company_id: service.companyId })
    expect(event.data.appointment.id).toBe(booked.body.data.id)
    const listed = await service.events()
    expect(event).toEqual(listed.body.data[0])
    await settle(service)
    expect(await newestDelivery(service, endpoint.id)).toMatchObject({
      status: "succeeded",
      attempts: 1,
      last_status_code: 200,
      last_error: null,
      next_attempt_at: null,
      delivered_at: new Date(service.clock.now()).toISOString(),
      payload: event,
      attempt_log: [{ number: 1, status_code: 200, error: null }],
    })
  })

  it("WH-01 signs with the new secret at once after a rotation", async () => {
    const rotated = await api("POST", `/webhook-endpoints/${endpoint.id}/rotate-secret`)
    await raiseEvent(service, service.companyId)
    const [got] = await receiver.waitFor(1)
    expectSigned(got!, rotated.body.data.secret, service.clock.now())
    expect(() => expectSigned(got!, endpoint.secret, service.clock.now())).toThrow()
  })
})

describe("a company whose rows are on another machine", () => {
  let machine: OtherMachine

  beforeEach(async () => {
    await worker.stop()
    machine = machineOf(service.context.db, service.companyId)
  })
  const start = () => {
    worker = startWorker({ context: { ...service.context, db: machine.db } }, authority)
  }

  it("SO-01 holds up no other company's deliveries while it is away, and gets its own when it is back", async () => {
    const other = await service.anotherCompany()
    await makeEndpoint(service, receiver.port, {}, other.key)
    machine.isAway = true
    start()
    const [own] = await raiseEvent(service, service.companyId)
    const [others] = await raiseEvent(service, other.companyId)
    const [got] = await receiver.waitFor(1)
    expect(got!.headers["webhook-id"]).toBe(others)
    machine.isAway = false
    service.clock.advanceMs(6_000)
    const [, last] = await receiver.waitFor(2)
    expect(last!.headers["webhook-id"]).toBe(own)
    await settle(service)
  })

  it("SO-01 writes what came of a delivery when the machine is back, and others' results meanwhile", async () => {
    const other = await service.anotherCompany()
    const othersEndpoint = await makeEndpoint(service, receiver.port, {}, other.key)
    receiver.behave((_request, response) => {
      machine.isAway = true
      response.writeHead(200).end()
    })
    await raiseEvent(service, service.companyId)
    await raiseEvent(service, other.companyId)
    start()
    await receiver.waitFor(2)
    await expect
      .poll(async () => (await newestDelivery(service, othersEndpoint.id, other.key)).status)
      .toBe("succeeded")
    expect(await newestDelivery(service, endpoint.id)).toMatchObject({ status: "pending" })
    machine.isAway = false
    await settle(service)
    expect(await newestDelivery(service, endpoint.id)).toMatchObject({ status: "succeeded", attempts: 1 })
    expect(receiver.received).toHaveLength(2)
  })

  it("SO-01 waits for an event that is not committed there, instead of giving its delivery up", async () => {
    machine.isCommitting = true
    await raiseEvent(service, service.companyId)
    start()
    const putBack = "SELECT FROM delivery_due WHERE lease_token IS NULL AND due_at > $1"
    await expect.poll(() => service.context.db.some(putBack, [new Date(service.clock.now())])).toBe(true)
    machine.isCommitting = false
    service.clock.advanceMs(5_000)
    await receiver.waitFor(1)
    await settle(service)
    expect(await newestDelivery(service, endpoint.id)).toMatchObject({ status: "succeeded", attempts: 1 })
  })
})

describe("the log of an attempt", () => {
  it("TR-57 explains a failure: address, headers, status, the answer's body and times", async () => {
    receiver.behave((_request, response) => response.writeHead(422).end('{"error":"unknown calendar"}'))
    await raiseEvent(service, service.companyId)
    const [got] = await receiver.waitFor(1)
    await settle(service)
    const at = new Date(service.clock.now()).toISOString()
    const headers = ["webhook-id", "webhook-timestamp", "webhook-signature"]
    expect((await newestDelivery(service, endpoint.id)).attempt_log).toEqual([
      {
        number: 1,
        started_at: at,
        finished_at: at,
        status_code: 422,
        error: null,
        tls_reason: null,
        address: "127.0.0.1",
        request_headers: Object.fromEntries(headers.map((name) => [name, got!.headers[name]])),
        answer_body: '{"error":"unknown calendar"}',
      },
    ])
  })

  it("TR-57 names what is wrong with a certificate", async () => {
    await api("PUT", `/webhook-endpoints/${endpoint.id}`, {
      url: `https://else.example.com:${receiver.port}/`,
    })
    await raiseEvent(service, service.companyId)
    await settle(service)
    const delivery = await newestDelivery(service, endpoint.id)
    expect(delivery).toMatchObject({ status: "failed", last_error: "tls" })
    expect(delivery.attempt_log).toMatchObject([
      { error: "tls", tls_reason: "wrong_name", status_code: null, answer_body: null },
    ])
  })

  it("TR-57 of a success holds no body", async () => {
    receiver.behave((_request, response) => response.writeHead(200).end("thanks"))
    await raiseEvent(service, service.companyId)
    await settle(service)
    expect((await newestDelivery(service, endpoint.id)).attempt_log).toMatchObject([
      { status_code: 200, address: "127.0.0.1", answer_body: null },
    ])
  })
})

describe("retries", () => {
  it("WH-05 walks the whole plan: seven attempts, exact delays from the end of each, then abandoned", async () => {
    receiver.behave(answering(500))
    await raiseEvent(service, service.companyId)
    for (const [i, delayMs] of [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour].entries()) {
      await settle(service)
      const delivery = await newestDelivery(service, endpoint.id)
      expect(delivery).toMatchObject({
        status: "failed",
        attempts: i + 1,
        last_status_code: 500,
        last_error: null,
      })
      expect(Date.parse(delivery.next_attempt_at) - service.clock.now()).toBe(delayMs)
      service.clock.advanceMs(delayMs - 1)
      await settle(service)
      expect(receiver.received).toHaveLength(i + 1)
      service.clock.advanceMs(1)
      await receiver.waitFor(i + 2)
    }
    await settle(service)
    const delivery = await newestDelivery(service, endpoint.id)
    expect(delivery).toMatchObject({ status: "abandoned", attempts: 7, next_attempt_at: null })
    expect(delivery.attempt_log.map((attempt: { number: number }) => attempt.number)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ])
    service.clock.advanceMs(100 * hour)
    await settle(service)
    expect(receiver.received).toHaveLength(7)
  })

  it("WH-03 keeps the id, and takes a new timestamp and signature for every attempt", async () => {
    receiver.behave(answering(503))
    await raiseEvent(service, service.companyId)
    await receiver.waitFor(1)
    await settle(service)
    const firstAt = service.clock.now()
    receiver.behave(answering(204))
    service.clock.advanceMs(minute)
    const [first, second] = await receiver.waitFor(2)
    expectSigned(first!, endpoint.secret, firstAt)
    expectSigned(second!, endpoint.secret, service.clock.now())
    expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"])
    expect(second!.headers["webhook-timestamp"]).not.toBe(first!.headers["webhook-timestamp"])
    await settle(service)
    expect(await newestDelivery(service, endpoint.id)).toMatchObject({ status: "succeeded", attempts: 2 })
  })

  it.each([
    ["a redirect", answering(301, { location: "/hook" }), { last_status_code: 301, last_error: "redirect" }],
    ["a refusal", answering(400), { last_status_code: 400, last_error: null }],
    ["a limit", answering(429, { "retry-after": "9999" }), { last_status_code: 429, last_error: null }],
  ])("WH-05 tries again in a minute after %s", async (_what, behaviour, shown) => {
    receiver.behave(behaviour)
    await raiseEvent(service, service.companyId)
    await expectTriedAgain(shown)
  })

  it("WH-05 tries again in a minute after silence", async () => {
    receiver.behave(() => undefined)
    await worker.stop()
    worker = startWorker(service, authority, { deadlineMs: 1_000 })
    await raiseEvent(service, service.companyId)
    await expectTriedAgain({ last_status_code: null, last_error: "timeout" })
  })

  async function expectTriedAgain(shown: object): Promise<void> {
    await receiver.waitFor(1)
    await settle(service)
    const delivery = await newestDelivery(service, endpoint.id)
    expect(delivery).toMatchObject({ status: "failed", attempts: 1, ...shown })
    expect(Date.parse(delivery.next_attempt_at) - service.clock.now()).toBe(minute)
  }
})

const endpointNow = async () => (await api("GET", `/webhook-endpoints/${endpoint.id}`)).body.data

describe("endpoints that are given up", () => {
  it("WH-06 are disabled at once by a 410, with all that waits for them", async () => {
    receiver.behave(answering(500))
    await raiseEvent(service, service.companyId, 2)
    await receiver.waitFor(2)
    await settle(service)
    receiver.behave(answering(410))
    await raiseEvent(service, service.companyId)
    await receiver.waitFor(3)
    await settle(service)
    expect(await endpointNow()).toMatchObject({ enabled: false, disabled_reason: "gone" })
    const { body } = await api("GET", `/webhook-endpoints/${endpoint.id}/deliveries`)
    const shown = body.data.map(({ status, last_status_code, last_error }: Record<string, unknown>) => [
      status,
      last_status_code,
      last_error,
    ])
    expect(shown).toEqual([
      ["abandoned", 410, null],
      ["abandoned", 500, "endpoint_disabled"],
      ["abandoned", 500, "endpoint_disabled"],
    ])
    service.clock.advanceMs(24 * hour)
    await settle(service)
    expect(receiver.received).toHaveLength(3)
  })

  it("WH-06 are disabled by a failure three days after the first, over several deliveries, sparse ones too", async () => {
    receiver.behave(answering(500))
    const firstAt = service.clock.now()
    await raiseEvent(service, service.companyId)
    await receiver.waitFor(1)
    await settle(service)
    expect((await endpointNow()).failing_since).toBe(new Date(firstAt).toISOString())
    for (const delayMs of [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour]) {
      service.clock.advanceMs(delayMs)
      const before = receiver.received.length
      await receiver.waitFor(before + 1)
      await settle(service)
    }
    service.clock.set(new Date(firstAt + 72 * hour - 1).toISOString())
    await raiseEvent(service, service.companyId)
    await receiver.waitFor(8)
    await settle(service)
    expect(await endpointNow()).toMatchObject({ enabled: true })
    service.clock.advanceMs(1)
    await raiseEvent(service, service.companyId)
    await receiver.waitFor(9)
    await settle(service)
    expect(await endpointNow()).toMatchObject({ enabled: false, disabled_reason: "failing" })
    expect(await newestDelivery(service, endpoint.id)).toMatchObject({
      status: "abandoned",
      last_error: "endpoint_disabled",
    })
  })

  it("TR-19 are disabled by the clock three days after the first failure, though nothing is tried any more", async () => {
    receiver.behave(answering(500))
    const firstAt = service.clock.now()
    await raiseEvent(service, service.companyId)
    for (const delayMs of [0, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour]) {
      const before = receiver.received.length
      service.clock.advanceMs(delayMs)
      await receiver.waitFor(before + 1)
      await settle(service)
    }
    expect(await newestDelivery(service, endpoint.id)).toMatchObject({ status: "abandoned" })
    service.clock.set(new Date(firstAt + 72 * hour - 1).toISOString())
    expect(await disableFailing(service.context)).toBe(0)
    service.clock.advanceMs(1)
    expect(await disableFailing(service.context)).toBe(1)
    expect(await endpointNow()).toMatchObject({ enabled: false, disabled_reason: "failing" })
    expect(await disableFailing(service.context)).toBe(0)
  })

  it("TR-19 are not disabled while an attempt is late, and one failure does not count the quiet time before it", async () => {
    receiver.behave(answering(500))
    await raiseEvent(service, service.companyId)
    await receiver.waitFor(1)
    await settle(service)
    await worker.stop()
    service.clock.advanceMs(10 * 24 * hour)
    expect(await disableFailing(service.context)).toBe(0)
    worker = startWorker(service, authority)
    await receiver.waitFor(2)
    await settle(service)
    expect(await disableFailing(service.context)).toBe(0)
    expect(await endpointNow()).toMatchObject({
      enabled: true,
      failing_since: new Date(service.clock.now()).toISOString(),
    })
  })

  it("WH-06 begin anew after a success between, and are not judged by tests", async () => {
    receiver.behave(answering(500))
    await raiseEvent(service, service.companyId)
    await receiver.waitFor(1)
    await settle(service)
    receiver.behave(answering(200))
    service.clock.advanceMs(minute)
    await receiver.waitFor(2)
    await settle(service)
    expect((await endpointNow()).failing_since).toBeNull()
    receiver.behave(answering(500))
    await api("POST", `/webhook-endpoints/${endpoint.id}/test`)
    await receiver.waitFor(3)
    await settle(service)
    expect((await endpointNow()).failing_since).toBeNull()
    service.clock.advanceMs(96 * hour)
    await raiseEvent(service, service.companyId)
    await settle(service)
    expect(await endpointNow()).toMatchObject({ enabled: true })
  })

  it("WH-06 are disabled by a 410 to a test as well", async () => {
    receiver.behave(answering(410))
    await api("POST", `/webhook-endpoints/${endpoint.id}/test`)
    await receiver.waitFor(1)
    await settle(service)
    expect(await endpointNow()).toMatchObject({ enabled: false, disabled_reason: "gone" })
  })

  it("TR-20 still get what is sent again by hand", async () => {
    receiver.behave(answering(410))
    await raiseEvent(service, service.companyId)
    await receiver.waitFor(1)
    await settle(service)
    const { id } = await newestDelivery(service, endpoint.id)
    receiver.behave(answering(200))
    const again = await api("POST", `/webhook-endpoints/${endpoint.id}/deliveries/${id}/redeliver`)
    expect(again.status).toBe(201)
    const [first, second] = await receiver.waitFor(2)
    expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"])
    await settle(service)
    expect(await newestDelivery(service, endpoint.id)).toMatchObject({
      trigger: "redeliver",
      status: "succeeded",
    })
    expect(await endpointNow()).toMatchObject({ enabled: false })
  })

  it("WH-06 still get tests, and are sent to again once enabled", async () => {
    receiver.behave(answering(410))
    await raiseEvent(service, service.companyId)
    await receiver.waitFor(1)
    await settle(service)
    receiver.behave(answering(200))
    await raiseEvent(service, service.companyId)
    const test = await api("POST", `/webhook-endpoints/${endpoint.id}/test`)
    expect(test.status).toBe(201)
    const [, got] = await receiver.waitFor(2)
    expect(expectSigned(got!, endpoint.secret, service.clock.now()).type).toBe("webhook.test")
    await settle(service)
    expect(receiver.received).toHaveLength(2)
    await api("PUT", `/webhook-endpoints/${endpoint.id}`, { enabled: true })
    await raiseEvent(service, service.companyId)
    await receiver.waitFor(3)
  })
})
