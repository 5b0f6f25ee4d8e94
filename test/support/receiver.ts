/** A real HTTPS server on loopback that takes webhooks, and keeps what it got. */
import { once } from "node:events"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo, Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { Certificate } from "./authority.ts"

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** By the machine's own clock. */
  at: number
}

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

export interface Receiver {
  port: number
  received: Received[]
  /** How many connections were made to it. */
  connections(): number
  /** Sets its behaviour from now on. */
  behave(behaviour: Behaviour): void
  /** Waits until so many requests came in; throws when they do not. */
  waitFor(count: number, withinMs?: number): Promise<Received[]>
  close(): Promise<void>
}

/** Answers a status, with an empty body. */
export const answering =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) => {
    response.writeHead(status, headers).end()
  }

export async function startReceiver(
  certificate: Certificate,
  behaviour: Behaviour = answering(200),
): Promise<Receiver> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  let current = behaviour
  const server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8")
      received.push({ path: request.url ?? "", headers: request.headers, body, at: Date.now() })
      current(request, response)
    })
  })
  server.on("connection", (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")

  return {
    port: (server.address() as AddressInfo).port,
    received,
    connections: () => connections,
    behave: (next) => {
      current = next
    },
    async waitFor(count, withinMs = 20_000) {
      const until = performance.now() + withinMs
      while (received.length < count && performance.now() < until) await sleep(5)
      if (received.length < count) throw new Error(`${received.length} of ${count} requests came in`)
      return received
    },
    async close() {
      const closed = once(server, "close")
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
