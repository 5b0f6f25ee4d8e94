import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ConnectionLimits, usualLimits } from "../../service/ways-in/http/connections.ts"
import { drip, openRaw, statusesIn } from "../support/raw-client.ts"
import { startService, type TestService } from "../support/service.ts"

const limits: ConnectionLimits = {
  ...usualLimits,
  headMs: 400,
  requestMs: 800,
  answerMs: 1_600,
  restMs: 400,
  most: 40,
  mostOfNetwork: 40,
}
let service: TestService
/** With the service's own deadlines, which pass while the other tests run. */
let usual: TestService
let stalled: Promise<{ received: string; ms: number }>
beforeAll(async () => {
  usual = await startService({ connectionLimits: usualLimits })
  stalled = stall(usual.apiUrl)
  service = await startService({ book: true, connectionLimits: limits })
})
afterAll(() => Promise.all([service.stop(), usual.stop()]))

async function stall(url: string): Promise<{ received: string; ms: number }> {
  const startedAt = performance.now()
  const received = await openRaw(url, "GET / HTTP/1.1\r\n").closed
  return { received, ms: performance.now() - startedAt }
}

/** On each host a path that takes a body from anybody, and one whose answers exceed what the system keeps for a client. */
const hosts = {
  api: { url: () => service.apiUrl, takesBody: "/api/v1/sessions", long: "/openapi.json", manyTimes: 200 },
  customers: {
    url: () => service.bookUrl!,
    takesBody: "/api/pages/nowhere/slots",
    long: "/embed.js",
    manyTimes: 8_000,
  },
}

const post = (path: string, more = "") =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}`
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
const tooLate = /"code":"request_timeout"/

describe.each(Object.entries(hosts))("on the host of the %s", (_, { url, takesBody, long, manyTimes }) => {
  it("TR-28 a head that does not end is refused, also when it comes letter by letter", async () => {
    const clients = [
      openRaw(url(), "GET / HTTP/1.1\r\nhost: x\r\n"),
      drip(openRaw(url(), "GET / HTTP/1.1\r\nx: "), "y", 50),
    ]
    for (const { closed } of clients) {
      const received = await closed
      expect(statusesIn(received)).toEqual([408])
      expect(received).toMatch(tooLate)
    }
  })

  it("TR-28 a body that does not end is refused, also when it comes letter by letter or in chunks", async () => {
    const declared = post(takesBody, "content-length: 4000\r\n\r\n{")
    const chunked = post(takesBody, "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n")
    const clients = [
      openRaw(url(), declared),
      drip(openRaw(url(), declared), " ", 50),
      openRaw(url(), chunked),
      drip(openRaw(url(), chunked), "1\r\n \r\n", 50),
    ]
    for (const { closed } of clients) {
      const received = await closed
      expect(statusesIn(received)).toEqual([408])
      expect(received).toMatch(tooLate)
    }
  })

  it("TR-28 a second request on a kept connection has its own deadline", async () => {
    const client = openRaw(url(), get("/nothing/here"))
    await expect.poll(client.received).toContain("HTTP/1.1 404")
    await sleep(limits.headMs)
    client.socket.write("GET /no")
    expect(statusesIn(await client.closed)).toEqual([404, 408])
  })

  it("TR-28 a client that says nothing is let go without a word", async () => {
    expect(await openRaw(url()).closed).toBe("")
  })

  it("TR-28 a client that does not take its answers is let go", async () => {
    const client = openRaw(url(), get(long).repeat(manyTimes))
    client.socket.pause()
    await sleep(limits.answerMs + 400)
    client.socket.resume()
    await client.closed
    expect(statusesIn(client.received()).length).toBeLessThan(manyTimes)
  })

  it("TR-28 FX-17 connections beyond the cap are refused to who has opened them, and one from elsewhere is served", async () => {
    const attacker = "127.0.0.2"
    const stalled = Array.from({ length: limits.most }, () => openRaw(url(), "GET /", attacker))
    const refused = openRaw(url(), get("/nothing/here"), attacker)
    expect(await refused.closed).toBe("")
    const visitor = openRaw(url(), get("/nothing/here"), "127.0.0.3")
    await expect.poll(visitor.received).toContain("HTTP/1.1 404")
    visitor.socket.destroy()
    await Promise.all(stalled.map(({ closed }) => closed))
    const kept = Array.from({ length: limits.most }, () => openRaw(url(), get("/nothing/here")))
    await expect.poll(() => kept.some(({ socket }) => socket.destroyed)).toBe(true)
    const late = openRaw(url(), get("/nothing/here"))
    await expect.poll(late.received).toContain("HTTP/1.1 404")
    for (const { socket } of [...kept, late]) socket.destroy()
  })
})

it("TR-28 a body that was refused by its head gets no second answer", async () => {
  const client = openRaw(service.apiUrl, post("/api/v1/customers", "content-length: 4000\r\n\r\n{"))
  expect(statusesIn(await client.closed)).toEqual([401])
})

it("TR-28 the service's own deadlines are 10 seconds for a head and 30 for a whole request", async () => {
  expect(usualLimits).toMatchObject({ headMs: 10_000, requestMs: 30_000 })
  const { received, ms } = await stalled
  expect(statusesIn(received)).toEqual([408])
  expect(ms).toBeGreaterThan(9_900)
})
