/** Receivers that harm a worker, by malice or by accident: an attempt ends all the same, and others are served meanwhile. */
import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Loop } from "../../service/platform/queue/loop.ts"
import { createAuthority } from "../support/authority.ts"
import { makeEndpoint, newestDelivery, raiseEvent, settle, startWorker } from "../support/deliveries.ts"
import { startService, type TestService } from "../support/service.ts"

const authority = createAuthority()
const deadlineMs = 500
/** How much later than its deadline an attempt may settle on a busy machine. */
const slackMs = 5_000

let service: TestService
let server: Server
let worker: Loop
let answer: (socket: Socket) => void
const sockets = new Set<Socket>()

beforeAll(async () => {
  service = await startService()
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("data", () => answer(socket))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
})
beforeEach(() => {
  worker = startWorker(service, authority, { deadlineMs })
})
afterEach(async () => {
  await worker.stop()
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})
afterAll(async () => {
  server.close()
  await service.stop()
})

/** An endpoint at the raw server. The one before it goes, since a company has three at most. */
async function freshEndpoint() {
  const { data } = (await service.api("GET", "/webhook-endpoints")).body
  for (const { id } of data) await service.api("DELETE", `/webhook-endpoints/${id}`)
  const { port } = server.address() as AddressInfo
  return makeEndpoint(service, port, { url: `http://hooks.example.com:${port}/` })
}

const says = (text: string) => (socket: Socket) => socket.write(text)
const switching = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"

const receivers: [what: string, how: (socket: Socket) => void, shown: object][] = [
  ["switches protocols", says(switching), { last_error: "bad_answer" }],
  [
    "switches protocols without a word of which",
    says("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
    { last_error: "bad_answer" },
  ],
  ["announces and never answers", says("HTTP/1.1 103 Early Hints\r\n\r\n"), { last_error: "timeout" }],
  [
    "announces without end",
    (socket) => {
      const pump = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 5)
      socket.on("close", () => clearInterval(pump))
    },
    { last_error: "bad_answer" },
  ],
  ["breaks off within the head", (socket) => socket.end("HTTP/1.1 20"), { last_error: "connection_reset" }],
  ["stops within the head", says("HTTP/1.1 200 OK\r\ncontent-le"), { last_error: "timeout" }],
  ["closes without an answer", (socket) => socket.end(), { last_error: "connection_reset" }],
  [
    "refuses and stops within the body",
    says("HTTP/1.1 400 Bad Request\r\ncontent-length: 100\r\n\r\nhalf"),
    { last_status_code: 400, last_error: null, attempt_log: [{ answer_body: "half" }] },
  ],
  [
    "refuses with a body that never ends",
    (socket) => {
      socket.write("HTTP/1.1 500 Oops\r\n\r\n")
      const pump = setInterval(() => socket.write("x".repeat(512)), 5)
      socket.on("close", () => clearInterval(pump))
    },
    { last_status_code: 500, last_error: null, attempt_log: [{ answer_body: "x".repeat(1_024) }] },
  ],
  ["keeps silent", () => undefined, { last_error: "timeout" }],
]

describe("a receiver that", () => {
  it.each(receivers)("TR-55 %s settles its attempt, with a word for it", async (_what, how, shown) => {
    answer = how
    const { id } = await freshEndpoint()
    await raiseEvent(service, service.companyId)
    await settle(service, deadlineMs + slackMs)
    expect(await newestDelivery(service, id)).toMatchObject({ status: "failed", attempts: 1, ...shown })
  })

  it.each(receivers)("TR-55 %s does not keep a worker from ending", async (_what, how) => {
    answer = how
    await freshEndpoint()
    await raiseEvent(service, service.companyId)
    await expect.poll(() => sockets.size).toBeGreaterThan(0)
    // A worker that waits for them without end fails the test by its own limit.
    await worker.stop()
  })

  it("TR-55 stops within the body has answered: its head counts", async () => {
    answer = says("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf")
    const { id } = await freshEndpoint()
    await raiseEvent(service, service.companyId)
    await settle(service, deadlineMs + slackMs)
    expect(await newestDelivery(service, id)).toMatchObject({ status: "succeeded", last_status_code: 200 })
  })
})
