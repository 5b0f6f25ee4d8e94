/**
 * A process of its own that takes webhooks over HTTPS: `/hang` never answers, nor does `/mute` once it is asked to mute, and
 * everything else is answered 204 at once. It keeps when each event arrived, by the machine's clock.
 */
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import type { Certificate } from "../../test/support/authority.ts"

/** The questions to the sink: to start, to mute, or for what has arrived since the last time. */
export type SinkQuestion = { certificate: Certificate } | "mute" | "arrivals"
export type SinkAnswer = { port: number } | { arrivals: Record<string, number> } | "muted"

const wallClock = () => performance.timeOrigin + performance.now()

function start(certificate: Certificate, answer: (answer: SinkAnswer) => void) {
  let arrivals: Record<string, number> = {}
  const silent = new Set(["/hang"])
  const server = createServer(certificate, (request, response) => {
    arrivals[String(request.headers["webhook-id"])] ??= wallClock()
    request.resume()
    if (!silent.has(request.url!)) request.on("end", () => response.writeHead(204).end())
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => answer({ port: (server.address() as AddressInfo).port }))
  return (question: "mute" | "arrivals") => {
    if (question === "mute") {
      silent.add("/mute")
      return answer("muted")
    }
    answer({ arrivals })
    arrivals = {}
  }
}

if (import.meta.main) {
  let ask: ReturnType<typeof start> = () => {}
  process.on("message", (question: SinkQuestion) => {
    if (typeof question === "string") ask(question)
    else ask = start(question.certificate, (answer) => process.send!(answer))
  })
}
