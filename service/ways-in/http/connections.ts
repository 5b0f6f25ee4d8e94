/**
 * How long a client may hold a connection, how many connections there are, and how they end when the server closes. Node
 * checks deadlines only while the server listens, so a server that closes ends connections by itself.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { networkFamily } from "../../platform/budget/budget.ts"
import { type ConnectionCounts, OpenConnections } from "./open-connections.ts"
import { StreamCounts, type StreamLimits } from "./stream-counts.ts"

/** The times are in milliseconds, the first three each from the first moment of a request. */
export interface ConnectionLimits extends ConnectionCounts, StreamLimits {
  /** For the head of a request to arrive. */
  headMs: number
  /** For the whole request to arrive. */
  requestMs: number
  /** For the whole of a request whose body is a file. */
  fileMs: number
  /** For the answer to be taken, unless it is a stream that was left open. */
  answerMs: number
  /** For a next request, on a connection that is kept for one. Longer than usual proxies keep theirs. */
  keptMs: number
  /** For the rest of a body whose request was answered without it. */
  restMs: number
}

export const usualLimits: ConnectionLimits = {
  headMs: 10_000,
  requestMs: 30_000,
  // Ten megabytes over a slow line take their time.
  fileMs: 80_000,
  answerMs: 90_000,
  keptMs: 72_000,
  restMs: 2_000,
  most: 2_000,
  mostOfNetwork: 500,
  mostStreamsOfFamily: 1_000,
  mostStreamsOfNetwork: 500,
}

/** The options of Node's server for the times that it watches itself. It knows one for all requests: that of files where some are taken. */
export const nodeLimits = ({ headMs, requestMs, fileMs, keptMs }: ConnectionLimits, takesFiles: boolean) => ({
  requestTimeout: takesFiles ? fileMs : requestMs,
  keepAliveTimeout: keptMs,
  http: { headersTimeout: headMs, connectionsCheckingInterval: Math.min(1_000, headMs / 2) },
})

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its body is a file, which has a longer time to arrive. */
    takesFile?: true
  }
}

/** Ends each request whose body is no file and does not arrive in time, on a server that waits longer for files. */
export function watchBodies(
  app: FastifyInstance,
  { requestMs }: ConnectionLimits,
  refuse: (error: NodeJS.ErrnoException, socket: Socket) => void,
): void {
  app.addHook("onRequest", (request, { raw: answer }, done) => {
    const { raw, routeOptions } = request
    if (!routeOptions.config.takesFile && !raw.complete && hasBody(raw)) {
      const late = () => {
        if (!raw.complete)
          refuse(Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), raw.socket)
      }
      const timer = setTimeout(late, requestMs)
      for (const over of [raw, answer]) over.once("close", () => clearTimeout(timer))
    }
    done()
  })
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

const leftOpen = new WeakSet<ServerResponse>()

/** Lets an answer take longer than `answerMs`. Its sender has to see to it that the client takes it. */
export function leaveOpen(answer: ServerResponse): void {
  leftOpen.add(answer)
}

/** The open connections of a server. Its scopes share the server. */
interface Open {
  connections: OpenConnections
  streams: StreamCounts
}

const opened = new WeakMap<object, Open>()

/** The open connections of a server that `watchConnections` was called for. */
export const openAt = ({ server }: FastifyInstance): Open => opened.get(server)!

interface Watched {
  limits: ConnectionLimits
  /** Clients connect themselves, with no proxy between. */
  isDirect: boolean
  isDraining?: (() => boolean) | undefined
}

/** Watches over the connections of a server that `nodeLimits` were given to. */
export function watchConnections(
  app: FastifyInstance,
  { limits, isDirect, isDraining = () => false }: Watched,
): void {
  const { server } = app as { server: Server }
  const open = new OpenConnections(limits, isDirect)
  opened.set(server, { connections: open, streams: new StreamCounts(limits) })
  let isClosing = false

  server.on("connection", (socket: Socket) => {
    // Read while the client is there, its address can be read when it has left too: limits count by it.
    const { remoteAddress } = socket
    if (isClosing || remoteAddress === undefined || !open.admit(socket, networkFamily(remoteAddress).name))
      socket.destroy()
  })
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    open.begin(socket)
    const timer = setTimeout(() => {
      if (!leftOpen.has(response)) socket.destroy()
    }, limits.answerMs)
    response.once("close", () => {
      clearTimeout(timer)
      const unanswered = open.answered(socket)
      // An answer whose head had gone before the server began to close could not say that it is the last.
      if (isClosing && unanswered === 0) setImmediate(() => socket.destroySoon())
      if (!request.complete && !socket.destroyed) endUnlessComplete(request, socket, limits.restMs)
    })
  })
  app.addHook("preClose", async () => {
    isClosing = true
    // Neither a head that never ends nor a client that waits may hold up the close. Nothing was promised to them.
    for (const socket of open.waiting()) socket.destroy()
  })
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing || isDraining()) reply.header("connection", "close")
  })
}

/** True where the client has left. Node takes the socket from a request whose connection was given up. */
export const hasHungUp = ({ raw }: FastifyRequest): boolean =>
  (raw.socket as Socket | null)?.destroyed ?? true

/** Nothing reads the rest of a body whose request is answered, so its sender has only so long to end it. */
function endUnlessComplete(request: IncomingMessage, socket: Socket, restMs: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy()
  }, restMs)
  // On the request, since a connection that is kept would gather one listener for each.
  request.once("close", () => clearTimeout(timer))
}
