import type { ServerResponse } from "node:http"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createAuthority } from "../../test/support/authority.ts"
import {
  type Endpoint,
  makeEndpoint,
  newestDelivery,
  raiseEvent,
  settle,
  startWorker as start,
} from "../../test/support/deliveries.ts"
import {
  answering,
  type Behaviour,
  type Received,
  type Receiver,
  startReceiver,
} from "../../test/support/receiver.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { leaseDeliveries, readQueue } from "../outbox/deliveries-due.sql.ts"
import { dropOldPartitions } from "../platform/pg/partitions.ts"
import type { Loop } from "../platform/queue/loop.ts"
import { createApi } from "../ways-in/company-api/api.ts"
import { defaultLimits } from "./delivery-limits.ts"

const authority = createAuthority()
const certificate = authority.issue("DNS:hooks.example.com")
const leaseMs = 30_000

let service: TestService
let receiver: Receiver
let workers: Loop[]

beforeAll(async () => {
  receiver = await startReceiver(certificate)
})
beforeEach(async () => {
  service = await startService()
  workers = []
  receiver.received.length = 0
  receiver.behave(answering(200))
})
afterEach(async () => {
  for (const worker of workers) await worker.stop()
  await service.stop()
})
afterAll(() => receiver.close())

function startWorker(limits = {}): Loop {
  const worker = start(service, authority, limits)
  workers.push(worker)
  return worker
}

const otherUrl = () => `https://hooks.example.com:${receiver.port}/other`
const idsOf = (received: readonly Received[]) => received.map(({ headers }) => String(headers["webhook-id"]))
const queue = () => readQueue(service.context.db, service.clock.now())

/** From now on the receiver keeps who asks waiting: here. */
function holdAnswers(): ServerResponse[] {
  const held: ServerResponse[] = []
  receiver.behave((_request, response) => held.push(response))
  return held
}

function answerAll(held: readonly ServerResponse[]): void {
  for (const response of held) response.writeHead(200).end()
}

/** Leases what is due as a worker would that dies at once. */
const leaseAndDie = () =>
  service.context.db.transaction((tx) => {
    const now = service.clock.now()
    const lease = { token: "of-the-dead", now, until: now + leaseMs }
    return leaseDeliveries(tx, lease, { share: 64, own: [], fullCompanyIds: [] }, 0, 100)
  })

/** A worker that sends an event anew, since its lease is over, while the receiver still keeps its first request waiting. */
async function sendTwice(): Promise<{ endpoint: Endpoint; held: ServerResponse[] }> {
  const endpoint = await makeEndpoint(service, receiver.port)
  const held = holdAnswers()
  startWorker()
  await raiseEvent(service, service.companyId)
  await receiver.waitFor(1)
  service.clock.advanceMs(leaseMs)
  await receiver.waitFor(2)
  return { endpoint, held }
}

describe("several workers", () => {
  it("WH-09 OP-03 send every event, and none twice while all live", async () => {
    await makeEndpoint(service, receiver.port)
    await makeEndpoint(service, receiver.port, { url: `https://hooks.example.com:${receiver.port}/second` })
    for (let i = 0; i < 3; i += 1) startWorker()
    for (let i = 0; i < 10; i += 1) await raiseEvent(service, service.companyId, 30)
    await receiver.waitFor(600)
    await settle(service)
    expect(receiver.received).toHaveLength(600)
    for (const path of ["/hook", "/second"]) {
      expect(new Set(idsOf(receiver.received.filter((got) => got.path === path))).size).toBe(300)
    }
  })

  it("WH-09 take over what a dead one had in hand when its lease is over, not before", async () => {
    const other = await service.anotherCompany()
    const endpoint = await makeEndpoint(service, receiver.port)
    await makeEndpoint(service, receiver.port, { url: otherUrl() }, other.key)
    await raiseEvent(service, service.companyId)
    expect(await leaseAndDie()).toHaveLength(1)
    startWorker()
    // The other company's is due later and comes: the worker has looked, and left alone what a dead one holds.
    await raiseEvent(service, other.companyId)
    await receiver.waitFor(1)
    expect(receiver.received.map(({ path }) => path)).toEqual(["/other"])
    service.clock.advanceMs(leaseMs)
    await receiver.waitFor(2)
    await settle(service)
    expect(await newestDelivery(service, endpoint.id)).toMatchObject({
      status: "succeeded",
      attempts: 2,
      attempt_log: [
        { number: 1, finished_at: null, error: "interrupted" },
        { number: 2, status_code: 200, error: null },
      ],
    })
  })

  it("WH-09 send what seven workers died over: only a failed attempt gives it up", async () => {
    const endpoint = await makeEndpoint(service, receiver.port)
    receiver.behave((_request, response) => response.writeHead(500).end())
    await raiseEvent(service, service.companyId)
    for (let i = 0; i < 7; i += 1) {
      await leaseAndDie()
      service.clock.advanceMs(leaseMs)
    }
    startWorker()
    await receiver.waitFor(1)
    await settle(service)
    expect(await newestDelivery(service, endpoint.id)).toMatchObject({
      status: "abandoned",
      attempts: 8,
      // The dead of this test did not write of those before them.
      attempt_log: [
        { number: 7, error: "interrupted" },
        { number: 8, status_code: 500 },
      ],
    })
    expect(receiver.received).toHaveLength(1)
  })

  it("WH-09 begin no attempt late in a lease: they give it back, and lease it anew", async () => {
    await makeEndpoint(service, receiver.port)
    const held = holdAnswers()
    startWorker({ atOnce: 1 })
    await raiseEvent(service, service.companyId, 2)
    await receiver.waitFor(1)
    service.clock.advanceMs(defaultLimits.leaseMs - defaultLimits.leaseReserveMs + 1)
    held[0]!.writeHead(200).end()
    await receiver.waitFor(2)
    const [left] = await service.context.db.query<{ failures: number; lease_until: Date }>(
      "SELECT failures, lease_until FROM delivery_due ORDER BY delivery_id DESC LIMIT 1",
    )
    expect(left).toEqual({
      failures: 0,
      lease_until: new Date(service.clock.now() + defaultLimits.leaseMs),
    })
    answerAll(held.slice(1))
    await settle(service)
    expect(receiver.received).toHaveLength(2)
  })

  it("WH-09 send again at once what they still have under way themselves when its lease is over", async () => {
    const { endpoint, held } = await sendTwice()
    held[0]!.writeHead(500).end()
    const log = async () => (await newestDelivery(service, endpoint.id)).attempt_log
    await expect.poll(log).toMatchObject([
      { number: 1, error: "interrupted" },
      { number: 1, status_code: 500 },
    ])
    expect(await service.context.db.query("SELECT failures FROM delivery_due")).toEqual([{ failures: 1 }])
    held[1]!.writeHead(200).end()
    await settle(service)
    expect(await newestDelivery(service, endpoint.id)).toMatchObject({
      status: "succeeded",
      attempts: 2,
      attempt_log: [{ number: 1 }, { number: 1 }, { number: 2, status_code: 200 }],
    })
  })

  it("WH-09 end a delivery by a success under a lost lease; what its new worker hears later is kept in the log alone", async () => {
    const { endpoint, held } = await sendTwice()
    held[0]!.writeHead(200).end()
    await settle(service)
    held[1]!.writeHead(500).end()
    const newest = () => newestDelivery(service, endpoint.id)
    await expect.poll(newest).toMatchObject({
      status: "succeeded",
      next_attempt_at: null,
      attempt_log: [
        { number: 1, error: "interrupted" },
        { number: 1, status_code: 200 },
        { number: 2, status_code: 500 },
      ],
    })
    expect(await queue()).toMatchObject({ waiting: 0, inFlight: 0, later: 0 })
  })

  it("look again at once after a look that found as much as it could", async () => {
    await makeEndpoint(service, receiver.port)
    const held = holdAnswers()
    await raiseEvent(service, service.companyId, 9)
    startWorker({ lookSize: 2, pollMs: 60_000 })
    await receiver.waitFor(9)
    answerAll(held)
    await settle(service)
  })

  it("WH-11 give each endpoint its turn when their slots are few, and look from the first again", async () => {
    await makeEndpoint(service, receiver.port)
    const other = await service.anotherCompany()
    await makeEndpoint(service, receiver.port, { url: otherUrl() }, other.key)
    await raiseEvent(service, service.companyId, 30)
    await raiseEvent(service, other.companyId)
    startWorker({ slots: 2, share: 2, pollMs: 60_000 })
    await receiver.waitFor(31)
    expect(receiver.received.findIndex(({ path }) => path === "/other")).toBeLessThan(6)
    await settle(service)
  })

  it("WH-09 find what was recorded before what they have in hand, and committed after it", async () => {
    await makeEndpoint(service, receiver.port)
    const held = holdAnswers()
    startWorker({ pollMs: 60_000 })
    const commit = Promise.withResolvers<void>()
    const early = raiseEvent(service, service.companyId, 1, commit.promise)
    service.clock.advanceMs(5)
    const [late] = await raiseEvent(service, service.companyId)
    await receiver.waitFor(1)
    commit.resolve()
    const [first] = await early
    await receiver.waitFor(2)
    expect(idsOf(receiver.received)).toEqual([late, first])
    answerAll(held)
    await settle(service)
  })

  it.each([
    [200, "succeeded"],
    [500, "abandoned"],
  ])("WH-06 WH-10 say %i of what was abandoned while they sent it: it is %s", async (statusCode, status) => {
    const endpoint = await makeEndpoint(service, receiver.port)
    const held = holdAnswers()
    startWorker()
    await raiseEvent(service, service.companyId)
    await receiver.waitFor(1)
    const { db } = service.context
    await db.query("DELETE FROM delivery_due")
    await db.query("UPDATE delivery SET status = 'abandoned', has_failed = true, next_attempt_at = NULL")
    held[0]!.writeHead(statusCode).end()
    const newest = () => newestDelivery(service, endpoint.id)
    await expect
      .poll(newest)
      .toMatchObject({ status, next_attempt_at: null, attempt_log: [{ number: 1, status_code: statusCode }] })
  })

  it("OP-04 finish what is in hand when they are stopped, and give back the rest", async () => {
    await makeEndpoint(service, receiver.port)
    const held = holdAnswers()
    await raiseEvent(service, service.companyId, 40)
    const worker = startWorker({ atOnce: 10 })
    await receiver.waitFor(10)
    const stopped = worker.stop()
    await expect.poll(queue).toMatchObject({ waiting: 30, inFlight: 10 })
    answerAll(held)
    await stopped
    workers.pop()
    expect(receiver.received).toHaveLength(10)
    const left = await service.context.db.query("SELECT failures, lease_token FROM delivery_due")
    expect(left).toEqual(Array(30).fill({ failures: 0, lease_token: null }))
    receiver.behave(answering(200))
    startWorker()
    await settle(service)
    expect(new Set(idsOf(receiver.received)).size).toBe(40)
    expect(receiver.received).toHaveLength(40)
  })
})

describe("a receiver that hangs", () => {
  let hanging: ServerResponse[]
  const hang: Behaviour = (request, response) => {
    if (request.url === "/hang") hanging.push(response)
    else answering(200)(request, response)
  }

  beforeEach(async () => {
    hanging = []
    receiver.behave(hang)
    await makeEndpoint(service, receiver.port, { url: `https://hooks.example.com:${receiver.port}/hang` })
  })

  it("WH-11 delays nobody else, however much waits for it", async () => {
    const other = await service.anotherCompany()
    await makeEndpoint(service, receiver.port, { url: otherUrl() }, other.key)
    await raiseEvent(service, service.companyId, 5_000)
    startWorker()
    await receiver.waitFor(16)
    for (let i = 1; i <= 10; i += 1) {
      await raiseEvent(service, other.companyId)
      await receiver.waitFor(16 + i)
    }
    expect(receiver.received.slice(16).map(({ path }) => path)).toEqual(Array(10).fill("/other"))
    expect(hanging.map(({ closed }) => closed)).toEqual(Array(16).fill(false))
    // Deliveries that were leased beyond the requests under way are given back when they have waited for a second.
    await expect.poll(queue).toMatchObject({ inFlight: 16 })
    receiver.behave(answering(200))
    answerAll(hanging)
  })

  it("WH-11 gets a smaller share of the worker until it answers", async () => {
    startWorker({ share: 20, silentShare: 2, atOnce: 5, deadlineMs: 300 })
    await raiseEvent(service, service.companyId, 50)
    // The first five run into the deadline; after that, two at a time.
    await receiver.waitFor(6)
    while (receiver.received.length < 12) expect((await queue()).inFlight).toBeLessThanOrEqual(2)
    receiver.behave(answering(200))
    await settle(service)
    service.clock.advanceMs(60_000)
    await settle(service)
    expect(new Set(idsOf(receiver.received)).size).toBe(50)
  })
})

describe("what is kept and counted", () => {
  it("WH-10 drops the log of deliveries in whole days, and nothing younger than 30", async () => {
    const endpoint = await makeEndpoint(service, receiver.port)
    startWorker()
    await raiseEvent(service, service.companyId)
    await settle(service)
    const day = Math.floor(service.clock.now() / 86_400_000)
    service.clock.advanceMs(30 * 86_400_000)
    expect((await dropOldPartitions(service.context.db, service.clock.now())).filter(isLog).sort()).toEqual([
      `delivery_d${day - 1}`,
    ])
    expect((await newestDelivery(service, endpoint.id)).attempt_log).toHaveLength(1)
    service.clock.advanceMs(86_400_000)
    expect((await dropOldPartitions(service.context.db, service.clock.now())).filter(isLog)).toContain(
      `delivery_d${day}`,
    )
  })

  it("OP-05 shows what waits, what is in flight, how attempts ended and for how long the oldest has been due", async () => {
    const silent = { info() {}, warn() {}, error() {} }
    const options = {
      log: silent,
      random: service.context.random,
      trustProxyHops: 0,
      metricsToken: "token-of-the-operator",
    }
    const api = createApi(service.context, options)
    const headers = { authorization: "Bearer token-of-the-operator" }
    const figures = async () => (await api.inject({ url: "/metrics", headers })).body
    await makeEndpoint(service, receiver.port)
    await raiseEvent(service, service.companyId, 3)
    service.clock.advanceMs(7_000)
    expect(await figures()).toContain('webhook_deliveries{state="waiting"} 3')
    expect(await figures()).toContain("webhook_oldest_seconds 7")
    await leaseAndDie()
    expect(await figures()).toContain('webhook_deliveries{state="in_flight"} 3')
    service.clock.advanceMs(leaseMs)
    startWorker()
    await settle(service)
    receiver.behave(answering(503))
    await raiseEvent(service, service.companyId)
    await settle(service)
    expect(await figures()).toContain('webhook_attempts_total{outcome="delivered"} 3')
    expect(await figures()).toContain('webhook_attempts_total{outcome="http_5xx"} 1')
    expect(await figures()).toContain('webhook_deliveries{state="later"} 1')
    await api.close()
  })
})

const isLog = (name: string) => name.startsWith("delivery")
