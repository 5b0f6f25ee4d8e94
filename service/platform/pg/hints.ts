/**
 * Hints tell other processes that something waits for them: deliveries for a worker, events for the readers of streams. A
 * NOTIFY inside a transaction would make commits queue up behind each other, so it is sent after the commit. A hint may get
 * lost: what listens also looks by the clock.
 */
import { setTimeout as pause } from "node:timers/promises"
import type pg from "pg"

/**
 * `deliveries` names no company, `events` names the one that has new events. One that `stirs` has none: something that its
 * staff look at has changed all the same.
 */
export type Hint = { channel: "deliveries" } | { channel: "events"; companyId: number; stirs?: true }
export type Channel = Hint["channel"]

/** The hints of one pool that are not sent yet, each once. */
interface Outgoing {
  statements: Set<string>
  isSending: boolean
}

const outgoing = new WeakMap<pg.Pool, Outgoing>()

/**
 * Returns without waiting. One round trip at a time carries all hints that have come meanwhile. No disk is waited for
 * either: when the server crashes, the rows that the hints are about are still there.
 */
export function sendHint(pool: pg.Pool, hint: Hint): void {
  const own = outgoing.get(pool) ?? { statements: new Set<string>(), isSending: false }
  outgoing.set(pool, own)
  own.statements.add(statementOf(hint))
  if (!own.isSending) void sendAll(pool, own)
}

function statementOf(hint: Hint): string {
  if (hint.channel === "deliveries") return "NOTIFY deliveries"
  return `NOTIFY events, '${hint.companyId}${hint.stirs ? stirring : ""}'`
}

const stirring = " stirs"

async function sendAll(pool: pg.Pool, own: Outgoing): Promise<void> {
  own.isSending = true
  while (own.statements.size > 0) {
    const statements = [...own.statements]
    own.statements.clear()
    await pool.query(["SET LOCAL synchronous_commit = off", ...statements].join("; ")).catch(() => {})
  }
  own.isSending = false
}

/** Between two attempts to listen. */
const retryMs = 1_000

export interface Listening {
  stop(): Promise<void>
}

/** A connection that hears hints. */
export interface Ear {
  client: pg.ClientBase
  close(): Promise<void>
}

type Heard = (companyId: number | null, stirs: boolean) => void

/**
 * Listens on a connection of its own, replaced when it breaks. Calls `heard` for every hint, with the company that it names,
 * and at each new connection without one, since hints may have been missed. Hears nothing where no connection can.
 */
export function listen(
  { openEar }: { openEar: (() => Promise<Ear>) | null },
  channel: Channel,
  heard: Heard,
): Listening {
  if (openEar === null) return { stop: async () => {} }
  return listenWith(openEar, channel, heard)
}

function listenWith(openEar: () => Promise<Ear>, channel: Channel, heard: Heard): Listening {
  const stopping = new AbortController()
  const { signal } = stopping

  async function listenOnce(): Promise<void> {
    const { client, close } = await openEar()
    const broken = Promise.withResolvers<void>()
    client.on("notification", ({ payload }) => {
      const stirs = payload?.endsWith(stirring) ?? false
      heard(payload ? Number.parseInt(payload, 10) : null, stirs)
    })
    client.on("error", () => broken.resolve())
    client.on("end", () => broken.resolve())
    signal.addEventListener("abort", () => broken.resolve(), { once: true })
    // An abort that came while it connected was not heard.
    if (signal.aborted) broken.resolve()
    try {
      await client.query(`LISTEN ${channel}`)
      heard(null, false)
      await broken.promise
    } finally {
      client.removeAllListeners("notification")
      await close().catch(() => undefined)
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
