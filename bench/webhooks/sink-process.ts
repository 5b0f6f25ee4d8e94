/** Starts the sink, and asks it. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createAuthority } from "../../test/support/authority.ts"
import type { SinkAnswer, SinkQuestion } from "./sink.ts"

export interface Sink {
  /** The certificate of the authority that vouches for it. */
  ca: string
  urlOf(path: string): string
  /** When each event since the last call arrived: epoch milliseconds by its webhook-id. */
  arrivals(): Promise<Map<string, number>>
  /** From now on requests to `/mute` are not answered. */
  mute(): Promise<void>
  stop(): void
}

export async function startSink(): Promise<Sink> {
  const authority = createAuthority()
  const child = fork(join(import.meta.dirname, "sink.ts"), { execArgv: [] })
  const ask = async (question: SinkQuestion): Promise<SinkAnswer> => {
    child.send(question)
    const [answer] = await once(child, "message")
    return answer as SinkAnswer
  }
  const started = await ask({ certificate: authority.issue("IP:127.0.0.1") })
  const port = typeof started === "object" && "port" in started ? started.port : 0
  return {
    ca: authority.ca,
    urlOf: (path) => `https://127.0.0.1:${port}${path}`,
    async arrivals() {
      const answer = await ask("arrivals")
      return new Map(
        typeof answer === "object" && "arrivals" in answer ? Object.entries(answer.arrivals) : [],
      )
    },
    async mute() {
      await ask("mute")
    },
    stop: () => child.kill(),
  }
}
