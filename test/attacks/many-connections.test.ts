/** Connections and streams without number: with any opener, others are served as before. */
import { afterEach, describe, expect, it } from "vitest"
import { type ConnectionLimits, usualLimits } from "../../service/ways-in/http/connections.ts"
import { openRaw, type RawClient, statusesIn } from "../support/raw-client.ts"
import { startService, type TestService } from "../support/service.ts"

const limits: ConnectionLimits = { ...usualLimits, restMs: 300, most: 24, mostOfNetwork: 10 }
const health = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"
const half = "GET /healthz HTTP/1.1\r\nhost:"

let service: TestService
let clients: RawClient[] = []
const open = (bytes: string, from: string): RawClient => {
  const client = openRaw(service.apiUrl, bytes, from)
  clients.push(client)
  return client
}
const several = (count: number, bytes: string, from: string) =>
  Array.from({ length: count }, () => open(bytes, from))
const settled = (each: readonly RawClient[]) =>
  Promise.all(
    each.map(
      ({ socket }) =>
        new Promise<void>((resolve) => {
          if (!socket.connecting) resolve()
          socket.once("connect", () => resolve()).once("close", () => resolve())
        }),
    ),
  )
const answer = async (from: string): Promise<number[]> => {
  const client = open(health.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n"), from)
  return statusesIn(await client.closed)
}

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy()
  clients = []
  await service.stop()
})

describe("connections", () => {
  it("SE-06 of one network are refused beyond its number, while others are served, health too", async () => {
    service = await startService({ connectionLimits: limits })
    await settled(several(limits.mostOfNetwork, half, "127.0.0.2"))
    expect(await answer("127.0.0.2")).toEqual([])
    expect(await answer("127.0.0.3")).toEqual([200])
    expect((await service.api("GET", "/company")).status).toBe(200)
  })

  it("SE-06 that fill the listener make room for a network that has few, those with most first", async () => {
    service = await startService({ connectionLimits: limits })
    await settled(several(10, half, "127.0.0.2"))
    await settled(several(9, half, "127.0.0.3"))
    await settled(several(5, half, "127.0.0.4"))
    for (const from of ["127.0.0.5", "127.0.0.6", "127.0.0.5"]) expect(await answer(from)).toEqual([200])
    const left = clients.filter(({ socket }) => !socket.destroyed)
    const from = left.map(({ socket }) => socket.localAddress)
    expect(from.filter((address) => address === "127.0.0.4")).toHaveLength(5)
    expect(from.filter((address) => address === "127.0.0.2").length).toBeLessThan(10)
  })

  it("SE-06 are not counted by network where all come from a proxy", async () => {
    service = await startService({ connectionLimits: limits, trustProxyHops: 1 })
    await settled(several(limits.mostOfNetwork + 5, half, "127.0.0.2"))
    expect(await answer("127.0.0.2")).toEqual([200])
  })

  it("SE-06 that have just come are left alone when those kept for later are ended, the longest kept first", async () => {
    service = await startService({ connectionLimits: { ...limits, mostOfNetwork: 24 } })
    const kept = several(16, health, "127.0.0.2")
    for (const { received } of kept) await expect.poll(received).toContain("200 OK")
    const fresh = several(8, "", "127.0.0.3")
    await settled(fresh)
    await expect.poll(() => kept.filter(({ socket }) => socket.destroyed).length).toBe(6)
    expect(kept.map(({ socket }) => socket.destroyed).lastIndexOf(true)).toBe(5)
    for (const { socket } of fresh) socket.write(health)
    for (const { received } of fresh) await expect.poll(received).toContain("200 OK")
  })

  it("SE-06 whose request was answered before its body came are ended soon after", async () => {
    service = await startService({ connectionLimits: limits })
    const head =
      "POST /api/v1/customers HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n"
    const [unknown] = several(1, `${head}\r\n{`, "127.0.0.2")
    // One that stays open until the time for a request is over gets 408 beside.
    expect(statusesIn(await unknown!.closed)).toEqual([401])
  })
})

describe("streams", () => {
  const stream = (key: string, from: string): RawClient =>
    open(
      `GET /api/v1/events/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\nx-forwarded-for: ${from}\r\n\r\n`,
      "127.0.0.1",
    )
  const statusOf = async (client: RawClient) => {
    await expect.poll(client.received).toMatch(/^HTTP\/1\.1 \d+/)
    return statusesIn(client.received())[0]
  }
  const few = { ...limits, most: 200, mostStreamsOfFamily: 4, mostStreamsOfNetwork: 3 }

  it("SE-06 of a company and its test companies count together, and no other company's are refused for them", async () => {
    service = await startService({ connectionLimits: few, trustProxyHops: 1 })
    const testKey = (await service.api("POST", "/test-company")).body.data.api_key
    const { key: others } = await service.anotherCompany()
    const open = [
      stream(service.key, "203.0.113.1"),
      stream(testKey, "203.0.113.2"),
      stream(testKey, "203.0.113.3"),
    ]
    for (const each of [...open, stream(service.key, "203.0.113.4")]) expect(await statusOf(each)).toBe(200)
    for (const key of [service.key, testKey]) {
      const refused = stream(key, "203.0.113.5")
      expect(await statusOf(refused)).toBe(429)
      expect(refused.received()).toMatch(/retry-after: 30/i)
    }
    expect(await statusOf(stream(others, "203.0.113.5"))).toBe(200)
    open[0]!.socket.destroy()
    await expect.poll(async () => statusOf(stream(testKey, "203.0.113.6"))).toBe(200)
  })

  it("SE-06 of one network count together, IPv6 by /64, whichever companies they are of", async () => {
    service = await startService({ connectionLimits: few, trustProxyHops: 1 })
    const { key: others } = await service.anotherCompany()
    const from = (host: number) => `2001:db8:1:2::${host}`
    for (const key of [service.key, others, others]) expect(await statusOf(stream(key, from(1)))).toBe(200)
    expect(await statusOf(stream(service.key, from(2)))).toBe(429)
    expect(await statusOf(stream(service.key, "2001:db8:1:3::1"))).toBe(200)
  })

  it("SE-06 and connections are counted in the metrics, with those that found no room", async () => {
    service = await startService({
      connectionLimits: few,
      trustProxyHops: 1,
      metricsToken: "token-of-the-operator",
    })
    for (let count = 0; count < 3; count += 1)
      expect(await statusOf(stream(service.key, "203.0.113.1"))).toBe(200)
    expect(await statusOf(stream(service.key, "203.0.113.1"))).toBe(429)
    const shown = open(
      "GET /metrics HTTP/1.1\r\nhost: x\r\nauthorization: Bearer token-of-the-operator\r\nconnection: close\r\n\r\n",
      "127.0.0.1",
    )
    const text = await shown.closed
    expect(text).toMatch(/^event_streams\{of="all"\} 3$/m)
    expect(text).toMatch(/^event_streams\{of="largest_family"\} 3$/m)
    expect(text).toMatch(/^event_streams_refused_total\{of="network"\} 1$/m)
    expect(text).toMatch(/^http_connections\{state="in_use"\} 4$/m)
    expect(text).toMatch(/^http_connections_ended_total\{reason="listener"\} 0$/m)
  })
})
