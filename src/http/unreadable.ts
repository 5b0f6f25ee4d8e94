/**
 * Bytes that are not HTTP, or a request that does not arrive in time, never become a request. Their refusal is written to
 * the socket itself, after the answers to earlier requests there. A body without a declared length is such a case, since it
 * reads as the next request.
 */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { errorBody, Refusal } from "../model/errors.ts"

export interface Unreadable {
  /** Remembers the newest answer on each connection. */
  watch(server: Server): void
  refuse(error: NodeJS.ErrnoException, socket: Socket): void
}

export function createUnreadable(requestId: () => string): Unreadable {
  const newest = new WeakMap<Socket, ServerResponse>()
  const refused = new WeakSet<Socket>()

  function answer(socket: Socket, refusal: Refusal): void {
    if (!socket.writable) return
    const body = JSON.stringify(errorBody(refusal, requestId()))
    socket.end(
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nConnection: close\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }

  return {
    watch(server) {
      server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
        newest.set(request.socket, response)
      })
    },
    refuse(error, socket) {
      const before = newest.get(socket)
      // A request that broke off in its body gets no answer, unless its head was refused before.
      const isOnItsWay = before?.req.complete && !before.closed
      const isAnswered = before?.headersSent && !before.req.complete
      const hasSaidNothing = socket.bytesRead === 0
      if (error.code === "ECONNRESET" || !socket.writable || isAnswered || hasSaidNothing) {
        socket.destroy()
        return
      }
      if (refused.has(socket)) return
      refused.add(socket)
      const refusal = refusalOf(error)
      if (isOnItsWay) before.once("close", () => answer(socket, refusal))
      else answer(socket, refusal)
    },
  }
}

const refusalOf = ({ code }: NodeJS.ErrnoException) =>
  code === "ERR_HTTP_REQUEST_TIMEOUT"
    ? new Refusal("request_timeout")
    : new Refusal("invalid_input", { message: "The request is not well-formed HTTP." })
