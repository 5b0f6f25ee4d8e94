/**
 * What is not even HTTP never becomes a request, and is answered on the bare socket: behind the answers to what came
 * before it there, such as a request whose body follows without a length and so reads as the next one.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { errorBody, Refusal } from "../model/errors.ts"

export interface Unreadable {
  /** Keeps in mind what the server is answering. */
  watch(server: Server): void
  refuse(error: NodeJS.ErrnoException, socket: Socket): void
}

export function createUnreadable(requestId: () => string): Unreadable {
  const newest = new WeakMap<Socket, ServerResponse>()
  const refused = new WeakSet<Socket>()

  function answer(socket: Socket): void {
    if (!socket.writable) return
    const refusal = new Refusal("invalid_input", { message: "The request is not well-formed HTTP." })
    const body = JSON.stringify(errorBody(refusal, requestId()))
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n` +
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
      if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
        socket.destroy()
        return
      }
      if (refused.has(socket)) return
      refused.add(socket)
      const before = newest.get(socket)
      // One that broke off in its body will never be answered.
      const isOnItsWay = before?.req.complete && !before.closed
      if (isOnItsWay) before.once("close", () => answer(socket))
      else answer(socket)
    },
  }
}
