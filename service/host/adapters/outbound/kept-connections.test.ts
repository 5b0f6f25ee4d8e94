/** A connection that breaks after it was kept: who asks once more, and who takes it for an answer. */
import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createCalendarHttp } from "../calendars/calendar-http.ts"
import { createPost } from "../webhooks/post.ts"
import { createAddressGuard } from "./address-guard.ts"

const guard = createAddressGuard({
  resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  allowPrivate: true,
})
const done = { statusCode: 200, error: null, address: "127.0.0.1", answerBody: null, tlsReason: null }

/** The mishap of the second request, which comes over the first one's connection. */
let befall: (request: IncomingMessage) => void
let requests = 0
let url = ""

const server = createServer((request, response) => {
  requests += 1
  request.resume()
  if (requests === 2) befall(request)
  else response.end("well")
})
const hangUp = ({ socket }: IncomingMessage) => socket.destroy()
const talkNonsense = ({ socket }: IncomingMessage) => socket.end("nonsense\r\n\r\n")

beforeAll(async () => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  url = `http://receiver.example.com:${(server.address() as AddressInfo).port}/`
})
beforeEach(() => {
  requests = 0
})
afterAll(() => server.close())

describe("webhooks", () => {
  const sendTwice = async () => {
    const post = createPost({ guard })
    const answers = [
      await post.send({ url, headers: {}, body: "{}" }),
      await post.send({ url, headers: {}, body: "{}" }),
    ]
    post.close()
    return answers
  }

  it("are sent again where the receiver hung up", async () => {
    befall = hangUp
    expect(await sendTwice()).toEqual([done, done])
    expect(requests).toBe(3)
  })

  it("are not sent again where it said something", async () => {
    befall = talkNonsense
    expect(await sendTwice()).toEqual([done, { ...done, statusCode: null, error: "bad_answer" }])
    expect(requests).toBe(2)
  })
})

describe("calendars", () => {
  const askTwice = async (signal = new AbortController().signal) => {
    const http = createCalendarHttp(guard)
    try {
      await http.ask({ method: "GET", url }, signal)
      return await http.ask({ method: "GET", url }, signal)
    } finally {
      http.close()
    }
  }

  it("are asked again where the server hung up", async () => {
    befall = hangUp
    const answer = await askTwice()
    expect([answer.status, answer.body.toString()]).toEqual([200, "well"])
    expect(requests).toBe(3)
  })

  it("are not asked again where it said something", async () => {
    befall = talkNonsense
    await expect(askTwice()).rejects.toMatchObject({ problem: "unreadable" })
    expect(requests).toBe(2)
  })

  it("are not asked again by a question that nobody waits for any more", async () => {
    const asking = new AbortController()
    befall = () => asking.abort()
    await expect(askTwice(asking.signal)).rejects.toMatchObject({ problem: "timeout" })
    expect(requests).toBe(2)
  })
})
