/** The address of a server: its port, and the URL by which people reach it. */
import { type AddressInfo, createServer } from "node:net"
import type { FastifyInstance } from "fastify"

export class PortTaken extends Error {
  override readonly name = "PortTaken"
}

export interface ListenAt {
  host: string
  /** 0 for any free port. */
  port: number
  /** The setting that chooses the port, for the message when the port is taken. */
  setting: string
}

/** Returns the port that the server listens on. Throws `PortTaken`. */
export async function listen(server: FastifyInstance, { host, port, setting }: ListenAt): Promise<number> {
  try {
    // For `localhost` Fastify would open a second server, whose connections nothing watches.
    await server.listen({ host: host === "localhost" ? "127.0.0.1" : host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error
    throw new PortTaken(
      `Port ${port} on ${host} is taken by another program. Choose another with ${setting}=${port + 10}, or ${setting}=0 for any free one.`,
    )
  }
  return (server.server.address() as AddressInfo).port
}

/** A port that is free now, for a server whose address must be known before it listens. */
export async function freePort(host: string): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, host, resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
