/** Runs jobs again and again, each with its own pause, one run of each at a time. Stopping waits for what is in hand. */
import type { Log } from "../ports.ts"

export interface Job {
  name: string
  everyMs: number
  run(): Promise<unknown>
}

export interface Loop {
  stop(): Promise<void>
}

export function startLoop(jobs: readonly Job[], log: Log): Loop {
  const stopping = Promise.withResolvers<void>()
  let stopped = false

  async function repeat(job: Job): Promise<void> {
    while (!stopped) {
      await job.run().catch((error: unknown) => log.error({ err: error, job: job.name }, "job failed"))
      await pause(job.everyMs)
    }
  }

  async function pause(ms: number): Promise<void> {
    const timer = Promise.withResolvers<void>()
    const handle = setTimeout(timer.resolve, ms)
    await Promise.race([timer.promise, stopping.promise])
    clearTimeout(handle)
  }

  const running = jobs.map(repeat)
  return {
    async stop() {
      stopped = true
      stopping.resolve()
      await Promise.all(running)
    },
  }
}
