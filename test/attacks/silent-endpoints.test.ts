/** Endpoints that fall silent, and companies that make them: other companies' events arrive all the same. */
import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { readQueue } from "../../service/outbox/deliveries-due.sql.ts"
import type { Loop } from "../../service/platform/queue/loop.ts"
import { defaultLimits } from "../../service/webhooks/delivery-limits.ts"
import { createAuthority } from "../support/authority.ts"
import { makeEndpoint, raiseEvent, startWorker } from "../support/deliveries.ts"
import { elsewhere } from "../support/loopback-post.ts"
import { startService, type TestService } from "../support/service.ts"

const authority = createAuthority()

let service: TestService
let server: Server
let worker: Loop
const sockets = new Set<Socket>()
/** Requests that were never answered. */
let hanging = 0
/** Requests that were answered. */
let answered = 0

beforeAll(async () => {
  service = await startService()
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("data", (chunk) => {
      if (chunk.includes("/silent")) hanging += 1
      if (!chunk.includes("/answering")) return
      answered += 1
      socket.write("HTTP/1.1 204 No Content\r\n\r\n")
    })
  })
  // At each address of this machine: silent ones answer at another than those that answer.
  server.listen(0, "0.0.0.0")
  await once(server, "listening")
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await worker.stop()
  hanging = 0
  answered = 0
  await service.context.db.query("DELETE FROM delivery_due")
})
afterAll(async () => {
  server.close()
  await service.stop()
})

interface Company {
  companyId: number
  key: string
}

/** Each company's receivers have a name of their own, and silent ones another address, so that nothing which counts by receiver holds up another's. */
const endpointAt = (path: string, { companyId, key }: Company) => {
  const { port } = server.address() as AddressInfo
  const name = `hooks${companyId}`
  const host = path === "/silent" ? elsewhere(name) : `${name}.example.com`
  return makeEndpoint(service, port, { url: `http://${host}:${port}${path}` }, key)
}

/** A deadline that no test reaches: what waits for a silent attempt waits for ever. */
const withoutEndMs = 600_000

/** How many attempts have hung so far, at the moment when a new event of the company's has arrived. */
async function hangingAtArrival({ companyId }: Company): Promise<number> {
  const wanted = answered + 1
  await raiseEvent(service, companyId)
  await expect.poll(() => answered, { interval: 2 }).toBe(wanted)
  return hanging
}

describe("endpoints that never answer", () => {
  it("TR-56 FX-17 18 of six companies at once do not hold up another company's events", async () => {
    const other = await service.anotherCompany()
    await endpointAt("/answering", other)
    for (let i = 0; i < 6; i += 1) {
      const silent = await service.anotherCompany()
      for (let n = 0; n < 3; n += 1) await endpointAt("/silent", silent)
      await raiseEvent(service, silent.companyId, 70)
    }
    worker = startWorker(service, authority, { deadlineMs: withoutEndMs })
    await expect.poll(() => hanging).toBe(18 * defaultLimits.atOnce)
    // No silent attempt ended meanwhile, in whose place another would hang.
    for (let i = 0; i < 3; i += 1) expect(await hangingAtArrival(other)).toBe(18 * defaultLimits.atOnce)
  })

  it("TR-56 are given back what waits for them as soon as they let a request wait", async () => {
    const silent = await service.anotherCompany()
    await endpointAt("/silent", silent)
    await raiseEvent(service, silent.companyId, 70)
    worker = startWorker(service, authority, { slowAfterMs: 200 })
    const inFlight = async () => (await readQueue(service.context.db, service.clock.now())).inFlight
    await expect.poll(inFlight, { interval: 5 }).toBe(defaultLimits.share)
    await expect.poll(inFlight).toBe(defaultLimits.atOnce)
    expect(hanging).toBe(defaultLimits.atOnce)
  })

  it("TR-56 give their company no more when it deletes them and makes them anew", async () => {
    const silent = await service.anotherCompany()
    const other = await service.anotherCompany()
    await endpointAt("/answering", other)
    worker = startWorker(service, authority, {
      ...{ slots: 20, share: 4, companyShare: 6 },
      deadlineMs: withoutEndMs,
    })
    for (let i = 0; i < 3; i += 1) {
      const { id } = await endpointAt("/silent", silent)
      await raiseEvent(service, silent.companyId, 4)
      await expect.poll(() => hanging).toBeGreaterThanOrEqual(Math.min(4 * (i + 1), 6))
      await service.api("DELETE", `/webhook-endpoints/${id}`, undefined, { key: silent.key })
    }
    await endpointAt("/silent", silent)
    await raiseEvent(service, silent.companyId, 4)
    expect(await hangingAtArrival(other)).toBe(6)
  })
})

it("TR-56 an endpoint is tested ten times a minute at most", async () => {
  const company = await service.anotherCompany()
  worker = startWorker(service, authority)
  const { id } = await endpointAt("/answering", company)
  const other = await endpointAt("/answering", company)
  const test = (endpointId: number) =>
    service.api("POST", `/webhook-endpoints/${endpointId}/test`, undefined, { key: company.key })
  for (let i = 0; i < 10; i += 1) expect((await test(id)).status).toBe(201)
  const refused = await test(id)
  expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"])
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
  expect((await test(other.id)).status).toBe(201)
  service.clock.advanceMs(120_000)
  expect((await test(id)).status).toBe(201)
})
