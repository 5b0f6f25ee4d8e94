/**
 * The one way out: HTTP requests to vetted addresses over connections that are kept, each under one deadline for resolving,
 * connecting, TLS, sending and the whole answer.
 */
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http"
import { Agent as HttpsAgent, request as httpsRequest } from "node:https"
import type { LookupFunction } from "node:net"
import { holdingNothing } from "../../../platform/spending.ts"
import type { ConnectionGuard } from "./address-guard.ts"
import { type ExchangeTerms, exchange, type OutboundAnswer } from "./exchange.ts"
import { OutboundFailure } from "./failure.ts"

export interface OutboundRequest extends Pick<ExchangeTerms, "body" | "reading" | "signal"> {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  /** For the whole exchange. */
  timeoutMs: number
  /**
   * It would do harm when it arrived twice. It then takes a connection of its own, because a kept one may break with the
   * request on the way, and is never sent again.
   */
  isOnce?: boolean
}

export interface OutboundClient {
  /**
   * The answer, with any status but 1xx. A request that met a connection closed by the other side is sent once more. Throws
   * OutboundFailure, and nothing else.
   */
  ask(request: OutboundRequest): Promise<OutboundAnswer>
  /** Closes all connections. Requests under way fail. */
  close(): void
}

export interface OutboundOptions {
  guard: ConnectionGuard
  userAgent: string
  /** The time for which an unused connection is kept. */
  idleMs?: number
  /** Authorities to trust instead of the usual ones, for tests. */
  ca?: string | undefined
}

const mostIdleToAHost = 256
const defaultIdleMs = 30_000

export function createOutboundClient(options: OutboundOptions): OutboundClient {
  const { guard, userAgent, idleMs = defaultIdleMs, ca } = options
  const kept = {
    keepAlive: true,
    maxFreeSockets: mostIdleToAHost,
    timeout: idleMs,
    scheduling: "lifo",
  } as const
  const trusted = ca === undefined ? {} : { ca }
  const agents = {
    kept: { "http:": new HttpAgent(kept), "https:": new HttpsAgent({ ...kept, ...trusted }) },
    own: { "http:": new HttpAgent(), "https:": new HttpsAgent(trusted) },
  }
  const lookup = vettedLookup(guard)

  function open({ url: address, method, headers, body, isOnce = false }: OutboundRequest): ClientRequest {
    guard.checkUrl(address)
    const url = new URL(address)
    const protocol = url.protocol === "https:" ? "https:" : "http:"
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) }
    return (protocol === "https:" ? httpsRequest : httpRequest)(url, {
      method,
      headers: { "user-agent": userAgent, ...length, ...headers },
      agent: agents[isOnce ? "own" : "kept"][protocol],
      lookup,
    })
  }

  return {
    ask: (request) => holdingNothing(() => ask(request)),
    close() {
      for (const { "http:": plain, "https:": secure } of Object.values(agents)) {
        plain.destroy()
        secure.destroy()
      }
    },
  }

  async function ask(request: OutboundRequest): Promise<OutboundAnswer> {
    const terms = { ...request, deadline: performance.now() + request.timeoutMs }
    try {
      return await exchange(() => open(request), terms)
    } catch (error) {
      const isWorthAnother = error instanceof OutboundFailure && error.isStale && !request.isOnce
      if (!isWorthAnother) throw error
      return exchange(() => open(request), terms)
    }
  }
}

/** `net.connect` connects to what this gives it and to nothing else, so that a name can't change its meaning between. */
function vettedLookup(guard: ConnectionGuard): LookupFunction {
  return (name, options, callback) => {
    guard.vet(name).then(
      (addresses) => {
        const { address, family } = addresses[0]!
        if (options.all) callback(null, addresses)
        else callback(null, address, family)
      },
      (error: Error) => callback(error, []),
    )
  }
}
