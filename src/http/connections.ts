/**
 * How long a client may hold a connection, how many connections there are, and how they end when the server closes. Node
 * checks deadlines only while the server listens, so a server that closes ends connections by itself.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { FastifyInstance } from "fastify"

/** The times are in milliseconds, the first three each from the first moment of a request. */
export interface ConnectionLimits {
  /** For the head of a request to arrive. */
  headMs: number
  /** For the whole request to arrive. */
  requestMs: number
  /** For the answer to be taken, unless it is a stream that was left open. */
  answerMs: number
  /** For a next request, on a connection that is kept for one. Longer than usual proxies keep theirs. */
  keptMs: number
  /** Open connections of one listener. Those beyond are refused. */
  most: number
}

export const usualLimits: ConnectionLimits = {
  headMs: 10_000,
  requestMs: 30_000,
  answerMs: 90_000,
  keptMs: 72_000,
  most: 2_000,
}

/** The part of `most` from which on connections that are kept for a later request make room for others. */
const crowded = 0.75

/** The options of Node's server for the times that it watches itself. */
export const nodeLimits = ({ headMs, requestMs, keptMs }: ConnectionLimits) => ({
  requestTimeout: requestMs,
  keepAliveTimeout: keptMs,
  http: { headersTimeout: headMs, connectionsCheckingInterval: Math.min(1_000, headMs / 2) },
})

const leftOpen = new WeakSet<ServerResponse>()

/** Lets an answer take longer than `answerMs`. Its sender has to see to it that the client takes it. */
export function leaveOpen(answer: ServerResponse): void {
  leftOpen.add(answer)
}

/** Watches over the connections of a server that `nodeLimits` were given to. */
export function watchConnections(
  app: FastifyInstance,
  { answerMs, most }: ConnectionLimits,
  isDraining = () => false,
): void {
  const { server } = app as { server: Server }
  /** Every open connection, with the number of its requests that are not answered. */
  const open = new Map<Socket, number>()
  let isClosing = false
  server.maxConnections = most

  server.on("connection", (socket: Socket) => {
    // Read while the client is there, its address can be read when it has left too: limits count by it.
    if (isClosing || socket.remoteAddress === undefined) return void socket.destroy()
    open.set(socket, 0)
    socket.once("close", () => open.delete(socket))
    if (open.size > most * crowded) server.closeIdleConnections()
  })
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    open.set(socket, (open.get(socket) ?? 0) + 1)
    const timer = setTimeout(() => {
      if (!leftOpen.has(response)) socket.destroy()
    }, answerMs)
    response.once("close", () => {
      clearTimeout(timer)
      const unanswered = open.get(socket)! - 1
      if (!socket.destroyed) open.set(socket, unanswered)
      // An answer whose head had gone before the server began to close could not say that it is the last.
      if (isClosing && unanswered === 0) setImmediate(() => socket.destroySoon())
    })
  })
  app.addHook("preClose", async () => {
    isClosing = true
    // Neither a head that never ends nor a client that waits may hold up the close. Nothing was promised to them.
    for (const [socket, unanswered] of open) if (unanswered === 0) socket.destroy()
  })
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing || isDraining()) reply.header("connection", "close")
  })
}
