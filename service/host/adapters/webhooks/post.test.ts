import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createAuthority } from "../../../../test/support/authority.ts"
import { answering, type Receiver, startReceiver } from "../../../../test/support/receiver.ts"
import type { Post } from "../../../platform/ports.ts"
import type { Resolve } from "../outbound/address-guard.ts"
import { createAddressGuard } from "../outbound/address-guard.ts"
import { createPost } from "./post.ts"

const authority = createAuthority()
const certificate = authority.issue("DNS:hooks.example.com", "IP:127.0.0.1")
/** One that no test runs into, and one for receivers that never answer. */
const deadlineMs = 20_000
const shortDeadlineMs = 500
const loopback: Resolve = async () => [{ address: "127.0.0.1", family: 4 }]

let receiver: Receiver
let post: Post

/** Lets names lead to loopback, as a development machine would. */
function openPost(resolve: Resolve = loopback, withinMs = deadlineMs): Post {
  return createPost({
    guard: createAddressGuard({ resolve, allowPrivate: true }),
    deadlineMs: withinMs,
    ca: authority.ca,
  })
}

const send = (through = post, host = "hooks.example.com", port = receiver.port, body = "{}") =>
  through.send({ url: `https://${host}:${port}/hook?a=b`, headers: { "webhook-id": "evt_1" }, body })

beforeAll(async () => {
  receiver = await startReceiver(certificate)
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.behave(answering(200))
  post = openPost()
})
afterEach(() => post.close())
afterAll(() => receiver.close())

describe("what receivers answer", () => {
  it.each([200, 201, 204, 400, 410, 429, 500, 503])("WH-04 tells the status %i", async (status) => {
    receiver.behave(answering(status))
    expect(await send()).toMatchObject({ statusCode: status, error: null })
  })

  it("WH-04 posts the body as it is, with the headers it was given", async () => {
    await send(post, "hooks.example.com", receiver.port, '{"name":"Zoë"}')
    expect(receiver.received).toHaveLength(1)
    const [got] = receiver.received
    expect(got).toMatchObject({ path: "/hook?a=b", body: '{"name":"Zoë"}' })
    expect(got!.headers).toMatchObject({
      "webhook-id": "evt_1",
      "content-type": "application/json; charset=utf-8",
    })
    expect(got!.headers.host).toBe(`hooks.example.com:${receiver.port}`)
  })

  it("WH-04 does not follow a redirect, be it to the receiver itself", async () => {
    receiver.behave(answering(301, { location: `https://hooks.example.com:${receiver.port}/hook` }))
    expect(await send()).toMatchObject({ statusCode: 301, error: "redirect" })
    expect(receiver.received).toHaveLength(1)
  })

  it("TR-57 keeps the first kilobyte of a failed answer's body as text, and nothing of a success", async () => {
    const answers = (status: number, body: string | Buffer) => {
      receiver.behave((_request, response) => response.writeHead(status).end(body))
      return send()
    }
    expect(await answers(400, "field start is missing")).toEqual({
      statusCode: 400,
      error: null,
      tlsReason: null,
      address: "127.0.0.1",
      answerBody: "field start is missing",
    })
    expect((await answers(500, `${"x".repeat(1_023)}é and more`)).answerBody).toBe("x".repeat(1_023))
    expect((await answers(500, Buffer.from([0x61, 0, 0xff, 0x62]))).answerBody).toBe("a\ufffd\ufffdb")
    expect(await answers(500, "")).toMatchObject({ statusCode: 500, answerBody: null })
    expect(await answers(200, "thanks")).toMatchObject({ statusCode: 200, answerBody: null })
  })

  it("WH-04 ignores a body however large, and takes the head for the answer", async () => {
    receiver.behave((_request, response) => {
      response.writeHead(200)
      const flow = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      }
      response.on("drain", flow)
      flow()
    })
    expect(await send()).toMatchObject({ statusCode: 200, error: null })
  })
})

describe("receivers that never answer", () => {
  beforeEach(() => {
    post.close()
    post = openPost(loopback, shortDeadlineMs)
  })

  it("WH-04 gives up on one that keeps silent when the time for the whole is over", async () => {
    receiver.behave(() => undefined)
    const startedAt = performance.now()
    expect(await send()).toMatchObject({ statusCode: null, error: "timeout" })
    expect(performance.now() - startedAt).toBeGreaterThan(shortDeadlineMs - 20)
  })

  it("WH-04 gives up on one that answers a byte at a time", async () => {
    receiver.behave((request) => {
      const bytes = [..."HTTP/1.1 200 OK\r\ncontent-length: 0\r\nx-slow: ".padEnd(200, "y")]
      const drip = setInterval(() => request.socket.write(bytes.shift() ?? "y"), 20)
      request.socket.on("error", () => undefined)
      request.socket.on("close", () => clearInterval(drip))
    })
    expect(await send()).toMatchObject({ statusCode: null, error: "timeout" })
  })

  it("WH-04 gives up on name servers and handshakes that never end", async () => {
    const silent = createServer().listen(0, "127.0.0.1")
    await once(silent, "listening")
    expect(await send(post, "hooks.example.com", (silent.address() as AddressInfo).port)).toMatchObject({
      statusCode: null,
      error: "timeout",
    })
    silent.close()
    const nameless = openPost(() => new Promise(() => undefined), shortDeadlineMs)
    expect(await send(nameless)).toMatchObject({ statusCode: null, error: "timeout" })
    nameless.close()
  })
})

describe("what is no receiver", () => {
  it("WH-05 tells one that hangs up, one that is not there and one that speaks no HTTP", async () => {
    receiver.behave((request) => request.socket.destroy())
    expect(await send()).toMatchObject({ statusCode: null, error: "connection_reset" })
    receiver.behave((request) => request.socket.end("SSH-2.0-OpenSSH_9\r\n"))
    expect(await send()).toMatchObject({ statusCode: null, error: "bad_answer" })
    const gone = await startReceiver(certificate)
    await gone.close()
    expect(await send(post, "hooks.example.com", gone.port)).toMatchObject({
      statusCode: null,
      error: "connection_refused",
    })
  })

  it("WH-05 tells a name that stands for nothing", async () => {
    const nowhere = openPost(() => Promise.reject(new Error("ENOTFOUND")))
    expect(await send(nowhere)).toMatchObject({ statusCode: null, error: "dns" })
    nowhere.close()
  })

  it("WH-02 TR-57 does not send under a certificate for another name, or of an unknown authority, and says which", async () => {
    const refused = { statusCode: null, error: "tls", address: "127.0.0.1", answerBody: null }
    expect(await send(post, "other.example.com")).toEqual({ ...refused, tlsReason: "wrong_name" })
    const trusting = createPost({
      guard: createAddressGuard({ resolve: loopback, allowPrivate: true }),
      deadlineMs,
    })
    expect(await send(trusting)).toEqual({ ...refused, tlsReason: "unknown_authority" })
    trusting.close()
    expect(receiver.received).toHaveLength(0)
  })
})

describe("connections", () => {
  it("keeps them, and makes a new one where the receiver has closed the old", async () => {
    const before = receiver.connections()
    for (let i = 0; i < 5; i += 1) await send()
    expect(receiver.connections() - before).toBe(1)
    let hungUp = false
    receiver.behave((request, response) => {
      if (hungUp) return answering(200)(request, response)
      hungUp = true
      request.socket.destroy()
    })
    expect(await send()).toMatchObject({ statusCode: 200, error: null })
  })
})

describe("private addresses", () => {
  const guarded = (resolve: Resolve) =>
    createPost({ guard: createAddressGuard({ resolve, allowPrivate: false }), deadlineMs, ca: authority.ca })
  const blocked = { statusCode: null, error: "blocked_address" }

  it.each([
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "127.1",
    "[::ffff:7f00:1]",
    "[::1]",
    "１２７.0.0.1",
    "127.0.0.1.",
    "localhost",
    "app.localhost",
  ])("WH-02 never connects to loopback spelt %s", async (host) => {
    const asked: string[] = []
    const strict = guarded(async (name) => {
      asked.push(name)
      return loopback(name)
    })
    expect(await send(strict, host)).toMatchObject(blocked)
    expect(asked).toEqual([])
    expect(receiver.received).toHaveLength(0)
    strict.close()
  })

  it("WH-02 never connects to a name that stands for a private address, alone or among public ones", async () => {
    for (const addresses of [["127.0.0.1"], ["93.184.215.14", "127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"]]) {
      const strict = guarded(async () =>
        addresses.map((address) => ({
          address,
          family: address.includes(":") ? (6 as const) : (4 as const),
        })),
      )
      expect(await send(strict)).toMatchObject(blocked)
      strict.close()
    }
    expect(receiver.received).toHaveLength(0)
  })

  it("WH-02 judges a name anew at every connection, and connects to what it judged", async () => {
    let answers = 0
    const guard = createAddressGuard({
      allowPrivate: false,
      resolve: async () => {
        answers += 1
        return [{ address: answers === 1 ? "93.184.215.14" : "127.0.0.1", family: 4 }]
      },
    })
    expect(await guard.refuse(`https://hooks.example.com:${receiver.port}/`)).toBeNull()
    const strict = createPost({ guard, deadlineMs, ca: authority.ca })
    expect(await send(strict)).toMatchObject(blocked)
    expect(answers).toBe(2)
    expect(receiver.received).toHaveLength(0)
    strict.close()
  })
})

describe("saving", () => {
  const guardOf = (resolve: Resolve, allowPrivate = false) => createAddressGuard({ resolve, allowPrivate })

  it("WH-02 refuses what is or stands for a private address", async () => {
    const guard = guardOf(loopback)
    expect(await guard.refuse("https://hooks.example.com/")).toMatch(/public address/)
    expect(await guard.refuse("https://127.0.0.1/")).toMatch(/public address/)
    expect(await guard.refuse("http://example.com/")).toMatch(/https/)
  })

  it("takes public names, and such as do not resolve yet", async () => {
    expect(
      await guardOf(async () => [{ address: "93.184.215.14", family: 4 }]).refuse("https://a.example/"),
    ).toBeNull()
    expect(await guardOf(() => Promise.reject(new Error("no"))).refuse("https://a.example/")).toBeNull()
  })

  it("takes anything where private addresses are allowed", async () => {
    expect(await guardOf(loopback, true).refuse("http://127.0.0.1:9/")).toBeNull()
  })
})
