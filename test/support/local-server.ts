/** A foreign server, played by a test: answers by the test's word and remembers its requests. */
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

export interface Asked {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Told {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** Answers nothing at all. */
  silent?: boolean
  /** Takes so long to answer. */
  afterMs?: number
}

export interface LocalServer {
  url: string
  asked: Asked[]
  /** Sets its answer from now on. */
  tell(answer: Told | ((asked: Asked) => Told)): void
  stop(): Promise<void>
}

/** The query of a request's address. */
export const queryOf = ({ path }: Asked): Record<string, string> =>
  Object.fromEntries(new URL(path, "http://host").searchParams)

/** On another address than `127.0.0.1` where a test has two hosts that differ by it. */
export async function startLocalServer(address = "127.0.0.1"): Promise<LocalServer> {
  const asked: Asked[] = []
  let answer: (asked: Asked) => Told = () => ({ status: 200, body: {} })
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = "", url: path = "", headers } = request
    const one = { method, path, headers, body: Buffer.concat(chunks).toString() }
    asked.push(one)
    const { status = 200, headers: sent = {}, body, silent, afterMs = 0 } = answer(one)
    if (silent) return
    if (afterMs > 0) await sleep(afterMs)
    response.writeHead(status, { "content-type": "application/json", ...sent })
    response.end(typeof body === "string" ? body : JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  return {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
    asked,
    tell(told) {
      answer = typeof told === "function" ? told : () => told
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
