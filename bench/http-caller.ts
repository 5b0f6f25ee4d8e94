/** Starts the process that calls, and hands it one round after the other. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Round, RoundResult } from "./http-client.ts"

export interface HttpCaller {
  call(round: Round): Promise<RoundResult>
  stop(): void
}

export function startHttpCaller(): HttpCaller {
  const child = fork(join(import.meta.dirname, "http-client.ts"), { execArgv: [] })
  const died = once(child, "exit").then(() => {
    throw new Error("The process that calls has ended")
  })
  // Only rounds wait for it; its end after the last one is meant.
  died.catch(() => {})
  return {
    async call(round) {
      const answered = once(child, "message")
      child.send(round)
      const [result] = await Promise.race([answered, died])
      return result as RoundResult
    },
    stop: () => child.kill(),
  }
}
