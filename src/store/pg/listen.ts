/** Hears hints on a connection of its own, which is made anew whenever it breaks. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Database } from "./database.ts"
import type { Channel } from "./hints.ts"

const retryMs = 1_000

export interface Listening {
  stop(): Promise<void>
}

/** Calls `heard` for every hint, and whenever the connection stands anew, since hints may have been missed. */
export function listen(db: Database, channel: Channel, heard: () => void): Listening {
  const stopping = new AbortController()
  const { signal } = stopping

  async function listenOnce(): Promise<void> {
    const client = await db.connect()
    const broken = Promise.withResolvers<Error | undefined>()
    client.on("notification", heard)
    client.on("error", broken.resolve)
    client.on("end", () => broken.resolve(new Error("the connection ended")))
    signal.addEventListener("abort", () => broken.resolve(undefined), { once: true })
    try {
      await client.query(`LISTEN ${channel}`)
      heard()
      await broken.promise
    } finally {
      client.removeAllListeners("notification")
      client.release(true)
    }
  }

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      await listenOnce().catch(() => undefined)
      await sleep(retryMs, undefined, { signal }).catch(() => undefined)
    }
  }

  const running = keepListening()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
