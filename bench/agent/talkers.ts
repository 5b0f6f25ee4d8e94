/** Starts the process in which agents talk, and lets it hold so many conversations at a time. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Talk, TalkResult } from "./talker-process.ts"

export interface Talkers {
  talk(talk: Talk): Promise<TalkResult>
  stop(): void
}

export function startTalkers(): Talkers {
  const child = fork(join(import.meta.dirname, "talker-process.ts"), { execArgv: [] })
  const died = once(child, "exit").then(() => {
    throw new Error("The process in which agents talk has ended")
  })
  // Only conversations wait for it; its end after the last one is meant.
  died.catch(() => {})
  return {
    async talk(talk) {
      const answered = once(child, "message")
      child.send(talk)
      const [result] = await Promise.race([answered, died])
      return result as TalkResult
    },
    stop: () => child.kill(),
  }
}
