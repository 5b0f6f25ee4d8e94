/** A request to a hostile server, silent or not, settles within its deadline and with a word for what happened. */
import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { Resolve } from "../../service/host/adapters/outbound/address-guard.ts"
import { createAddressGuard } from "../../service/host/adapters/outbound/address-guard.ts"
import { createOutboundClient, type OutboundRequest } from "../../service/host/adapters/outbound/client.ts"
import { OutboundFailure } from "../../service/host/adapters/outbound/failure.ts"
import { createAuthority } from "../support/authority.ts"
import { accountOf, openCalendars, problemOf, question } from "../support/calendar-account.ts"
import { startReceiver } from "../support/receiver.ts"

/** The deadline of a server that never answers. */
const deadlineMs = 400
/**
 * The deadline of a server that answers, on a busy machine too; and how much later than its deadline a request may settle
 * there.
 */
const patientMs = 20_000
const loopback: Resolve = async () => [{ address: "127.0.0.1", family: 4 }]

/** Sends the test's bytes as soon as it is asked something, and nothing more. */
let answer: (socket: Socket) => void
let server: Server
let url = ""
const sockets = new Set<Socket>()

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("data", () => answer(socket))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  url = `http://server.example.com:${(server.address() as AddressInfo).port}/`
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})
afterAll(() => server.close())

const says = (text: string) => (socket: Socket) => socket.write(text)
const saysAndCloses = (text: string) => (socket: Socket) => socket.end(text)
const saysForEver = (begin: string, text: string) => (socket: Socket) => {
  socket.write(begin)
  const pump = setInterval(() => socket.write(text), 5)
  socket.on("close", () => clearInterval(pump))
}

const ok = "HTTP/1.1 200 OK\r\n"

const misbehaviours: [what: string, how: (socket: Socket) => void, problem: string][] = [
  ["keeps silent", () => undefined, "timeout"],
  ["closes without a word", (socket) => socket.end(), "connection_reset"],
  ["resets the connection", (socket) => socket.resetAndDestroy(), "connection_reset"],
  [
    "switches protocols",
    says("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"),
    "bad_answer",
  ],
  [
    "switches protocols without saying to which",
    says("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
    "bad_answer",
  ],
  [
    "switches protocols and closes",
    saysAndCloses("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    "bad_answer",
  ],
  ["announces an answer that never comes", says("HTTP/1.1 103 Early Hints\r\n\r\n"), "timeout"],
  ["announces without end", saysForEver("", "HTTP/1.1 100 Continue\r\n\r\n"), "bad_answer"],
  ["announces and closes", saysAndCloses("HTTP/1.1 100 Continue\r\n\r\n"), "connection_reset"],
  ["breaks off within the status", saysAndCloses("HTTP/1.1 20"), "connection_reset"],
  ["breaks off within the headers", saysAndCloses(`${ok}content-le`), "connection_reset"],
  ["stops within the headers", says(`${ok}content-le`), "timeout"],
  ["sends headers without end", saysForEver(ok, `x-more: ${"y".repeat(2_000)}\r\n`), "bad_answer"],
  ["breaks off within the body", saysAndCloses(`${ok}content-length: 100\r\n\r\nhalf`), "connection_reset"],
  ["stops within the body", says(`${ok}content-length: 100\r\n\r\nhalf`), "timeout"],
  [
    "breaks off within a chunk",
    saysAndCloses(`${ok}transfer-encoding: chunked\r\n\r\nff\r\nhalf`),
    "connection_reset",
  ],
  ["sends a chunk of no length", says(`${ok}transfer-encoding: chunked\r\n\r\nzz\r\n`), "bad_answer"],
  ["sends a byte at a time", saysForEver(`${ok}content-length: 9999\r\n\r\n`, "x"), "timeout"],
  ["sends more than is read", saysForEver(`${ok}\r\n`, "x".repeat(50_000)), "too_large"],
  ["speaks another protocol", saysAndCloses("SSH-2.0-OpenSSH_9\r\n"), "bad_answer"],
]

const openGuard = (resolve: Resolve = loopback) => createAddressGuard({ resolve, allowPrivate: true })

const openClient = (resolve: Resolve = loopback, ca?: string) =>
  createOutboundClient({
    guard: openGuard(resolve),
    userAgent: "tests",
    ca,
  })

/** The answer, or the failure. One that never comes fails the test by its own limit. */
async function outcomeOf(client: ReturnType<typeof openClient>, more: Partial<OutboundRequest> = {}) {
  return client
    .ask({ method: "GET", url, timeoutMs: deadlineMs, reading: () => ({ whole: 100_000 }), ...more })
    .catch((error: unknown) => {
      if (error instanceof OutboundFailure) return error
      throw error
    })
}

describe("a server that", () => {
  it.each(misbehaviours)("TR-55 %s is given up, and the word says why", async (_what, how, problem) => {
    answer = how
    const client = openClient()
    const timeoutMs = problem === "timeout" ? deadlineMs : patientMs
    expect(await outcomeOf(client, { timeoutMs })).toMatchObject({ problem, address: "127.0.0.1" })
    client.close()
  })

  it.each(misbehaviours)("TR-55 %s on a connection that was kept is given up as well", async (_what, how) => {
    answer = says(`${ok}content-length: 4\r\n\r\nwell`)
    const client = openClient()
    expect(await outcomeOf(client, { timeoutMs: patientMs })).toMatchObject({ status: 200 })
    answer = how
    expect(await outcomeOf(client)).toBeInstanceOf(OutboundFailure)
    client.close()
  })

  it.each(misbehaviours)("TR-55 %s does not keep a calendar's reading waiting", async (_what, how) => {
    answer = how
    const calendars = openCalendars({ guard: openGuard() })
    const account = accountOf({ kind: "ics", url })
    const problem = await problemOf(calendars.read(account, question, AbortSignal.timeout(deadlineMs)))
    expect(problem).toMatchObject({ problem: expect.stringMatching(/^(timeout|unreachable|unreadable)$/) })
    calendars.close()
  })

  it("TR-55 never finishes TLS is given up", async () => {
    answer = () => undefined
    const client = openClient()
    const outcome = await outcomeOf(client, { url: url.replace("http:", "https:") })
    expect(outcome).toMatchObject({ problem: "timeout" })
    client.close()
  })
})

describe("a head that is the answer", () => {
  const reading = () => ({ beginning: 4 })

  it.each([
    ["breaks off", saysAndCloses(`${ok}content-length: 100\r\n\r\nha`), "ha"],
    ["stops", says(`${ok}content-length: 100\r\n\r\nha`), "ha"],
    ["goes on for ever", saysForEver(`${ok}\r\n`, "half"), "half"],
    ["is whole", says(`${ok}content-length: 6\r\n\r\nhalf a`), "half"],
  ])("TR-55 stays one when its body %s: what came of it is given", async (_what, how, body) => {
    answer = how
    const client = openClient()
    // A silent rest is waited for, and its head has to come before.
    const outcome = await outcomeOf(client, { reading, timeoutMs: body === "ha" ? 3_000 : patientMs })
    expect(outcome).toMatchObject({ status: 200 })
    expect("body" in outcome && outcome.body.toString()).toBe(body)
    client.close()
  })

  it("TR-55 is given at once where nothing of the body is wanted, which holds its connection until the deadline at most", async () => {
    answer = saysForEver(`${ok}\r\n`, "x")
    const client = openClient()
    const nothing = () => ({ beginning: 0 })
    const atOnce = await outcomeOf(client, { reading: nothing, timeoutMs: patientMs })
    expect(atOnce).toMatchObject({ status: 200 })
    const known = new Set(sockets)
    const held = await outcomeOf(client, { reading: nothing, timeoutMs: 3_000 })
    expect(held).toMatchObject({ status: 200 })
    const [socket] = [...sockets].filter((one) => !known.has(one))
    await new Promise((resolve) => socket!.on("close", resolve))
    client.close()
  })
})

describe("who asks", () => {
  it("TR-55 may stop waiting before it asks, while the name is looked up, and while the answer comes", async () => {
    answer = () => undefined
    const client = openClient()
    expect(await outcomeOf(client, { signal: AbortSignal.abort() })).toMatchObject({ problem: "cancelled" })
    expect(sockets.size).toBe(0)
    expect(await outcomeOf(client, { signal: AbortSignal.timeout(50) })).toMatchObject({
      problem: "cancelled",
    })
    const nameless = openClient(() => new Promise(() => undefined))
    expect(await outcomeOf(nameless, { signal: AbortSignal.timeout(50) })).toMatchObject({
      problem: "cancelled",
    })
    expect(await outcomeOf(nameless)).toMatchObject({ problem: "timeout", address: null })
    nameless.close()
    client.close()
  })

  it("TR-55 hears that the client was closed while it waited", async () => {
    answer = () => undefined
    const client = openClient()
    setTimeout(() => client.close(), 50)
    expect(await outcomeOf(client, { timeoutMs: patientMs })).toMatchObject({ problem: "connection_reset" })
  })

  it("TR-55 is asked twice over a kept connection that broke, and once where twice would do harm", async () => {
    let asked = 0
    const count = (how: (socket: Socket) => void) => (socket: Socket) => {
      asked += 1
      how(socket)
    }
    const well = count(says(`${ok}content-length: 4\r\n\r\nwell`))
    const breaksOnce = (socket: Socket) => {
      answer = well
      count((each) => each.destroy())(socket)
    }
    for (const [isOnce, expected] of [
      [false, 3],
      [true, 2],
    ] as const) {
      const client = openClient()
      ;[asked, answer] = [0, well]
      await outcomeOf(client, { isOnce, timeoutMs: patientMs })
      answer = breaksOnce
      const outcome = await outcomeOf(client, { isOnce, timeoutMs: patientMs })
      expect([outcome instanceof OutboundFailure, asked]).toEqual([isOnce, expected])
      client.close()
    }
  })

  it("leaves nothing behind on a connection that is used many times", async () => {
    answer = says(`${ok}content-length: 4\r\n\r\nwell`)
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on("warning", note)
    const client = openClient()
    for (let i = 0; i < 30; i += 1) {
      expect(await outcomeOf(client, { timeoutMs: patientMs })).toMatchObject({
        status: 200,
        address: "127.0.0.1",
      })
    }
    expect(sockets.size).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    process.off("warning", note)
    client.close()
    expect(warnings).toEqual([])
  })

  it("TR-55 hears what is wrong with a certificate", async () => {
    const authority = createAuthority()
    const receiver = await startReceiver(authority.issue("DNS:hooks.example.com"))
    const ask = async (host: string, ca?: string) => {
      const client = openClient(loopback, ca)
      const outcome = await outcomeOf(client, {
        url: `https://${host}:${receiver.port}/`,
        timeoutMs: patientMs,
      })
      client.close()
      return outcome
    }
    expect(await ask("hooks.example.com", authority.ca)).toMatchObject({ status: 200 })
    expect(await ask("other.example.com", authority.ca)).toMatchObject({ problem: "tls", tls: "wrong_name" })
    expect(await ask("hooks.example.com")).toMatchObject({ problem: "tls", tls: "unknown_authority" })
    await receiver.close()
  })
})
