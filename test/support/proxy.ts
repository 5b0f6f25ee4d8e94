/**
 * A small load balancer, as strict as one may be: it sends requests in turn to the servers whose `/readyz` says 200, keeps
 * connections to them, and tries another server only where none was reached. What breaks off is a failure.
 */
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"

export interface Proxy {
  url: string
  /** Until the server's readiness is seen. */
  untilReady(server: string): Promise<void>
  stop(): Promise<void>
}

const checkEveryMs = 50

/** `servers` are the addresses of the hosts behind it. `port` is its own. */
export async function startProxy(servers: readonly string[], port = 0): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  let turn = 0
  let isStopped = false

  async function check(server: string): Promise<void> {
    while (!isStopped) {
      const isReady = await fetch(`${server}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok }) => ok,
        // A server that answers late on a busy machine is as ready as it was.
        (error: Error) => error.name === "TimeoutError" && ready.has(server),
      )
      if (isReady) ready.add(server)
      else ready.delete(server)
      await sleep(checkEveryMs)
    }
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const candidates = [...ready]
    const first = turn++
    for (let tried = 0; tried < candidates.length; tried += 1) {
      const server = candidates[(first + tried) % candidates.length]!
      if (await passOn(server, request, body, response)) return
    }
    response.writeHead(502).end("no server is ready")
  }

  /** False when the server was not reached. */
  function passOn(server: string, request: IncomingMessage, body: Buffer, response: ServerResponse) {
    return new Promise<boolean>((resolve) => {
      const { method, headers, url = "/" } = request
      const sent = ask(new URL(url, server), {
        method: method!,
        agent,
        headers: { ...headers, "x-forwarded-for": "203.0.113.7" },
      })
      sent.on("response", (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
        resolve(true)
      })
      sent.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED") return resolve(false)
        response.writeHead(502).end(`${error.code}: ${error.message}`)
        resolve(true)
      })
      sent.end(body)
    })
  }

  const server = createServer((request, response) => void forward(request, response))
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const checks = servers.map(check)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async untilReady(of) {
      while (!ready.has(of)) await sleep(10)
    },
    async stop() {
      isStopped = true
      await Promise.all(checks)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
