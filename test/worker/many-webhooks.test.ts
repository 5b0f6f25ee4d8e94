import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createApi } from "../../src/http/company/api.ts"
import { claimDue } from "../../src/store/deliveries-due.ts"
import { dropOldPartitions } from "../../src/store/partitions.ts"
import type { Loop } from "../../src/worker/loop.ts"
import { createAuthority } from "../support/authority.ts"
import {
  makeEndpoint,
  newestDelivery,
  raiseEvent,
  settle,
  startWorker as start,
} from "../support/deliveries.ts"
import {
  answering,
  type Behaviour,
  type Received,
  type Receiver,
  startReceiver,
} from "../support/receiver.ts"
import { startService, type TestService } from "../support/service.ts"

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

const idsOf = (received: readonly Received[]) => received.map(({ headers }) => String(headers["webhook-id"]))
const due = () => service.house.db.query("SELECT * FROM delivery_due")

/** Takes what is due as a worker would that dies at once. */
const claimAndDie = () =>
  service.house.db.transaction((tx) =>
    claimDue(tx, {
      now: service.clock.now(),
      leaseUntil: service.clock.now() + leaseMs,
      token: "of-the-dead",
      limit: 100,
      afterEndpointId: 0,
      share: 64,
      slowEndpointIds: [],
      slowShare: 4,
    }),
  )

describe("several workers", () => {
  it("WH-09 OP-03 send every event, and none twice while all live", async () => {
    await makeEndpoint(service, receiver.port)
    await makeEndpoint(service, receiver.port, { url: `https://hooks.example.com:${receiver.port}/second` })
    for (let i = 0; i < 3; i += 1) startWorker({ deadlineMs: 10_000 })
    for (let i = 0; i < 10; i += 1) await raiseEvent(service, service.companyId, 30)
    await receiver.waitFor(600)
    await settle(service)
    expect(receiver.received).toHaveLength(600)
    for (const path of ["/hook", "/second"]) {
      expect(new Set(idsOf(receiver.received.filter((got) => got.path === path))).size).toBe(300)
    }
  })

  it("WH-09 take over what a dead one had in hand when its lease is over, not before", async () => {
    const endpoint = await makeEndpoint(service, receiver.port)
    await raiseEvent(service, service.companyId)
    expect(await claimAndDie()).toHaveLength(1)
    startWorker()
    await sleep(120)
    expect(receiver.received).toHaveLength(0)
    service.clock.advanceMs(leaseMs)
    await receiver.waitFor(1)
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
      await claimAndDie()
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

  it("OP-04 finish what is in hand when they are stopped, and give back the rest", async () => {
    await makeEndpoint(service, receiver.port)
    receiver.behave((_request, response) => {
      setTimeout(() => response.writeHead(200).end(), 100)
    })
    await raiseEvent(service, service.companyId, 40)
    const worker = startWorker({ atOnce: 10 })
    await receiver.waitFor(1)
    await worker.stop()
    workers.pop()
    const left = await due()
    expect(receiver.received.length + left.length).toBe(40)
    expect(left.length).toBeGreaterThan(0)
    for (const row of left) expect(row).toMatchObject({ attempt: 1, lease_token: null })
    receiver.behave(answering(200))
    startWorker()
    await settle(service)
    expect(new Set(idsOf(receiver.received)).size).toBe(40)
    expect(receiver.received).toHaveLength(40)
  })
})

describe("a receiver that hangs", () => {
  const hangOn =
    (path: string): Behaviour =>
    (request, response) => {
      if (request.url !== path) answering(200)(request, response)
    }

  it("WH-11 delays nobody else, however much waits for it", async () => {
    const other = await service.anotherCompany()
    await makeEndpoint(service, receiver.port, { url: `https://hooks.example.com:${receiver.port}/hang` })
    await makeEndpoint(service, receiver.port, {}, other.key)
    receiver.behave(hangOn("/hang"))
    await raiseEvent(service, service.companyId, 5_000)
    startWorker({ deadlineMs: 400 })
    await receiver.waitFor(16)
    const delays: number[] = []
    for (let i = 0; i < 40; i += 1) {
      const before = receiver.received.filter(({ path }) => path === "/hook").length
      await raiseEvent(service, other.companyId)
      const raisedAt = performance.now()
      while (receiver.received.filter(({ path }) => path === "/hook").length === before) await sleep(1)
      delays.push(performance.now() - raisedAt)
    }
    const [median] = delays.sort((a, b) => a - b).slice(20)
    expect(median).toBeLessThan(150)
    const [row] = await service.house.db.query<{ leased: number }>(
      "SELECT count(*) AS leased FROM delivery_due WHERE company_id = $1 AND lease_until IS NOT NULL",
      [service.companyId],
    )
    expect(row!.leased).toBeLessThanOrEqual(64)
  })

  it("WH-11 gets a smaller share of the worker until it answers", async () => {
    await makeEndpoint(service, receiver.port, { url: `https://hooks.example.com:${receiver.port}/hang` })
    receiver.behave(hangOn("/hang"))
    startWorker({ share: 20, slowShare: 2, atOnce: 5, deadlineMs: 300 })
    await raiseEvent(service, service.companyId, 50)
    await receiver.waitFor(5)
    await sleep(450)
    // The first five ran into the deadline of 300 ms; after that, two at a time.
    expect(receiver.received.length).toBeLessThanOrEqual(9)
    receiver.behave(answering(200))
    await sleep(300)
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
    expect((await dropOldPartitions(service.house.db, service.clock.now())).filter(isLog).sort()).toEqual([
      `delivery_d${day - 1}`,
    ])
    expect((await newestDelivery(service, endpoint.id)).attempt_log).toHaveLength(1)
    service.clock.advanceMs(86_400_000)
    expect((await dropOldPartitions(service.house.db, service.clock.now())).filter(isLog)).toContain(
      `delivery_d${day}`,
    )
  })

  it("OP-05 shows what waits, what is in flight, how attempts ended and for how long the oldest has been due", async () => {
    const silent = { info() {}, warn() {}, error() {} }
    const options = {
      log: silent,
      random: service.house.random,
      trustProxyHops: 0,
      metricsToken: "token-of-the-operator",
    }
    const api = createApi(service.house, options)
    const headers = { authorization: "Bearer token-of-the-operator" }
    const figures = async () => (await api.inject({ url: "/metrics", headers })).body
    await makeEndpoint(service, receiver.port)
    await raiseEvent(service, service.companyId, 3)
    service.clock.advanceMs(7_000)
    expect(await figures()).toContain('webhook_deliveries{state="waiting"} 3')
    expect(await figures()).toContain("webhook_oldest_seconds 7")
    await claimAndDie()
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
