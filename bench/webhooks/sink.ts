/**
 * A process of its own that takes webhooks over HTTPS: `/hang` never answers, everything else is answered 204 at once.
 * It keeps when each event arrived, by the machine's clock.
 */
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import type { Certificate } from "../../test/support/authority.ts"

/** What the sink is asked: to start, or for what has arrived since the last time. */
export type SinkQuestion = { certificate: Certificate } | "arrivals"
export type SinkAnswer = { port: number } | { arrivals: Record<string, number> }

const wallClock = () => performance.timeOrigin + performance.now()

function start(certificate: Certificate, answer: (answer: SinkAnswer) => void): () => void {
  let arrivals: Record<string, number> = {}
  const server = createServer(certificate, (request, response) => {
    arrivals[String(request.headers["webhook-id"])] ??= wallClock()
    request.resume()
    if (request.url !== "/hang") request.on("end", () => response.writeHead(204).end())
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => answer({ port: (server.address() as AddressInfo).port }))
  return () => {
    answer({ arrivals })
    arrivals = {}
  }
}

if (import.meta.main) {
  let tell = () => {}
  process.on("message", (question: SinkQuestion) => {
    if (question === "arrivals") tell()
    else tell = start(question.certificate, (answer) => process.send!(answer))
  })
}
