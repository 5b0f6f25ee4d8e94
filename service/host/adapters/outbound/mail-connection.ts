/** A connection to a mail server that a company names: to the address that the guard has vetted, and cut off in time. */
import { connect, type Socket } from "node:net"
import type { MailServerAddress } from "../../../../domain/rules/webhooks/public-address.ts"
import type { ConnectionGuard } from "./address-guard.ts"

/** Runs `work` over a connection of its own, which ends with it, or at the deadline even while the server answers. */
export async function overMailConnection<Result>(
  guard: ConnectionGuard,
  server: MailServerAddress,
  { timeoutMs, deadlineMs }: { timeoutMs: number; deadlineMs: number },
  work: (socket: Socket) => Promise<Result>,
): Promise<Result> {
  const { address, family } = await guard.vetMailServer(server)
  const socket = connect({ host: address, port: server.port, family })
  // It is reported where it is waited for.
  socket.on("error", () => undefined)
  const late = setTimeout(() => socket.destroy(new Error("deadline")), deadlineMs)
  try {
    await opened(socket, timeoutMs)
    return await work(socket)
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}

function opened(socket: Socket, timeoutMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => socket.destroy(new Error("no connection in time")), timeoutMs)
  socket.once("connect", resolve)
  socket.once("close", () => reject(new Error("no connection")))
  return promise.finally(() => clearTimeout(timer))
}
