/**
 * Hints tell the workers of a queue, in any process, that work waits for them. A NOTIFY inside a transaction would make
 * commits queue up behind each other, so it is sent after the commit. A hint may get lost: a worker also looks by the clock.
 */
import { setTimeout as pause } from "node:timers/promises"
import type pg from "pg"

export type Channel = "deliveries"

/** Returns without waiting. No disk is waited for either: when the server crashes, the rows of the queue are still there. */
export function sendHint(pool: pg.Pool, channel: Channel): void {
  pool.query(`SET LOCAL synchronous_commit = off; NOTIFY ${channel}`).catch(() => {})
}

/** Between two attempts to listen. */
const retryMs = 1_000

export interface Listening {
  stop(): Promise<void>
}

/**
 * Listens on a connection of its own, replaced when it breaks. Calls `heard` for every hint, and at each new connection,
 * since hints may have been missed.
 */
export function listen(
  db: { connect(): Promise<pg.PoolClient> },
  channel: Channel,
  heard: () => void,
): Listening {
  const stopping = new AbortController()
  const { signal } = stopping

  async function listenOnce(): Promise<void> {
    const client = await db.connect()
    const broken = Promise.withResolvers<void>()
    client.on("notification", heard)
    client.on("error", () => broken.resolve())
    client.on("end", () => broken.resolve())
    signal.addEventListener("abort", () => broken.resolve(), { once: true })
    // An abort that came while it connected was not heard.
    if (signal.aborted) broken.resolve()
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
      await pause(retryMs, undefined, { signal }).catch(() => undefined)
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
