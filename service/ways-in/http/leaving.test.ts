import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { PassThrough } from "node:stream"
import compress from "@fastify/compress"
import type { FastifyInstance } from "fastify"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createServer } from "./server.ts"

const complain = vi.fn()
let app: FastifyInstance
/** The server's answer, as the test writes it. */
let answer: PassThrough

beforeEach(async () => {
  complain.mockClear()
  answer = new PassThrough()
  const log = { info() {}, warn: complain, error: complain }
  app = createServer({ log, trustProxyHops: 0, bodyLimitBytes: 1_024 })
  await app.register(compress, { threshold: 0 })
  app.get("/slow", async (_request, reply) => reply.type("text/plain").send(answer))
  await app.listen({ host: "127.0.0.1", port: 0 })
})
afterEach(() => app.close())

async function ask(encoding: string): Promise<Socket> {
  const socket = connect((app.server.address() as { port: number }).port, "127.0.0.1")
  const asked = once(app.server, "request")
  socket.write(`GET /slow HTTP/1.1\r\nhost: x\r\naccept-encoding: ${encoding}\r\n\r\n`)
  await asked
  return socket
}

describe("an answer on its way", () => {
  it("when the server closes in the middle of it, is finished, and its connection closed behind it", async () => {
    const socket = await ask("identity")
    answer.write("begun, ")
    await once(socket, "data")
    const closed = app.close()
    await expect.poll(() => app.server.listening).toBe(false)
    answer.end("done")
    await once(socket.resume(), "end")
    await closed
  })

  it.each(["identity", "br"])(
    "OP-05 to a visitor who leaves (%s) is no failure in the log",
    async (encoding) => {
      const socket = await ask(encoding)
      const left = new Promise((resolve) => answer.once("close", resolve))
      answer.on("error", () => {})
      socket.destroy()
      await left
      await app.close()
      expect(complain).not.toHaveBeenCalled()
    },
  )
})
