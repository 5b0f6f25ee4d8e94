/** HTTP over connections that are kept, to vetted addresses only. */
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from "node:http"
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from "node:https"
import type { ConnectionGuard } from "../outbound/address-guard.ts"
import { vettedLookup } from "../outbound/vetted-lookup.ts"

export interface KeptConnectionsOptions {
  guard: ConnectionGuard
  /** How long a connection is kept that nobody uses. */
  idleMs: number
  /** Authorities to trust instead of the usual ones, for tests. */
  ca?: string | undefined
}

export interface Exchange {
  /** Not ended yet: its body is the caller's to send. */
  request: ClientRequest
  /** The answer's head. Rejects with StaleConnection where a connection broke that was used before. */
  answered: Promise<IncomingMessage>
}

export interface KeptConnections {
  /** The name is vetted at every new connection. A URL that is an address itself is the caller's to judge. */
  begin(url: string, options: RequestOptions): Exchange
  close(): void
}

/** A kept connection broke: the receiver may have closed it while we wrote, which says nothing about the receiver. */
export class StaleConnection extends Error {
  override readonly name = "StaleConnection"
  constructor(cause: Error) {
    super(cause.message, { cause })
  }
}

const mostIdleToAHost = 256

export function createKeptConnections({ guard, idleMs, ca }: KeptConnectionsOptions): KeptConnections {
  const agentOptions = {
    keepAlive: true,
    maxFreeSockets: mostIdleToAHost,
    timeout: idleMs,
    scheduling: "lifo" as const,
  }
  const secure = new HttpsAgent({ ...agentOptions, ...(ca === undefined ? {} : { ca }) })
  const plain = new HttpAgent(agentOptions)
  const lookup = vettedLookup(guard)

  return {
    begin(address, options) {
      const url = new URL(address)
      const isSecure = url.protocol === "https:"
      const agent = isSecure ? secure : plain
      const request = (isSecure ? httpsRequest : httpRequest)(url, { ...options, agent, lookup })
      const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      request.on("response", resolve)
      request.on("error", (error) => reject(request.reusedSocket ? new StaleConnection(error) : error))
      return { request, answered }
    },
    close() {
      secure.destroy()
      plain.destroy()
    },
  }
}
