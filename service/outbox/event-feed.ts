/**
 * The newest events of the companies whose events are streamed, read once a process however many streams there are. A
 * stream that is not far behind is served from memory; one that is reads on from the database by itself, at its own pace.
 */
import { setTimeout as pause } from "node:timers/promises"
import type { Database } from "../platform/pg/database.ts"
import { type Listening, listen } from "../platform/pg/hints.ts"
import { isMachineAway } from "../platform/pg/laws.ts"
import type { Log } from "../platform/ports.ts"
import {
  companiesWithEvents,
  type EventPosition,
  isBefore,
  type ListedEvent,
  listEventsAfter,
} from "./event-order.sql.ts"

export interface EventFeed {
  /**
   * The company's events after the position `after`, in the order of their commits, in batches, until `signal` aborts.
   * `now` is a settled position that is not older than the call's. While the database is away it waits. An empty batch says
   * that something has changed of which there is no event.
   */
  follow(
    companyId: number,
    positions: { after: EventPosition; now: EventPosition },
    signal: AbortSignal,
  ): AsyncGenerator<readonly ListedEvent[], void>
}

/** The newest events of one company. */
interface Tail {
  /** `events` holds every event after `start` up to `end`. */
  start: EventPosition
  end: EventPosition
  events: ListedEvent[]
  /** How many of `events` were there at the last look by the clock. They are dropped at the next. */
  aged: number
  followers: number
  /** How often something changed without an event. */
  stirs: number
  waiting: Set<() => void>
  /** How long to wait for older transactions before the next look. */
  heldMs: number
}

/** Hints may get lost, so the feed also looks by the clock. Events stay in memory for one to two such looks. */
const lookEveryMs = 1_000
const retryMs = 1_000
const pageSize = 200
const mostKept = 500
const readAtOnce = 4
/** An event behind an older transaction is looked for again after this, and each time after twice as long. */
const shortestHeldMs = 4

const positionOf = ({ era, xid, id }: ListedEvent): EventPosition => [era, xid, id]

const tailFrom = (now: EventPosition): Tail => ({
  start: now,
  end: now,
  events: [],
  aged: 0,
  followers: 0,
  stirs: 0,
  waiting: new Set(),
  heldMs: shortestHeldMs,
})

/** Keeps the tails of the companies that are followed growing. */
function createTails(db: Database, log: Log) {
  const tails = new Map<number, Tail>()
  /** Companies that may have news. */
  const asked = new Set<number>()
  let isReading = false
  let stopLooking = () => {}

  function join(companyId: number, now: EventPosition): Tail {
    if (tails.size === 0) stopLooking = startLooking()
    const tail = tails.get(companyId) ?? tailFrom(now)
    tails.set(companyId, tail)
    tail.followers += 1
    return tail
  }

  function leave(companyId: number, tail: Tail): void {
    tail.followers -= 1
    if (tail.followers > 0) return
    tails.delete(companyId)
    if (tails.size === 0) stopLooking()
  }

  function startLooking(): () => void {
    const listening: Listening = listen(db, "events", (companyId, stirs) => {
      if (companyId === null) void lookForNews()
      else if (stirs) stir(tails.get(companyId))
      else ask(companyId)
    })
    const timer = setInterval(() => {
      for (const tail of tails.values()) dropAged(tail)
      void lookForNews()
    }, lookEveryMs)
    return () => {
      clearInterval(timer)
      void listening.stop()
    }
  }

  async function lookForNews(): Promise<void> {
    const ends = new Map([...tails].map(([companyId, { end }]) => [companyId, end]))
    await companiesWithEvents(db, ends).then(
      (companyIds) => companyIds.forEach(ask),
      (error) => {
        logFailure(error)
        // The other machines' companies have answers.
        if (isMachineAway(error)) for (const companyId of tails.keys()) ask(companyId)
      },
    )
  }

  function ask(companyId: number): void {
    if (!tails.has(companyId)) return
    asked.add(companyId)
    if (!isReading) void readAsked()
  }

  async function readAsked(): Promise<void> {
    isReading = true
    while (asked.size > 0) {
      const companyIds = [...asked].slice(0, readAtOnce)
      for (const companyId of companyIds) asked.delete(companyId)
      await Promise.all(companyIds.map((companyId) => read(companyId).catch(logFailure)))
    }
    isReading = false
  }

  async function read(companyId: number): Promise<void> {
    const tail = tails.get(companyId)
    if (!tail) return
    const rows = await listEventsAfter(db, companyId, tail.end, pageSize)
    const settled = rows?.filter(({ isSettled }) => isSettled) ?? []
    if (settled.length > 0) {
      extend(tail, settled)
      tail.heldMs = shortestHeldMs
    }
    if (settled.length === pageSize) asked.add(companyId)
    else if (rows === null || rows.length > settled.length) {
      setTimeout(() => ask(companyId), tail.heldMs)
      tail.heldMs = Math.min(2 * tail.heldMs, lookEveryMs)
    }
  }

  function logFailure(error: unknown): void {
    // A process that stops ends its readers, and then closes the database, perhaps during the last question.
    if (tails.size === 0) return
    log.error({ err: error, job: "event-feed" }, "events could not be read")
  }

  return { join, leave, logFailure }
}

/**
 * The company's events after `position` as the database has them, and the position up to which they are complete. Null while
 * that is not known.
 */
async function readPage(
  db: Database,
  companyId: number,
  position: EventPosition,
  tail: Tail,
): Promise<{ events: ListedEvent[]; upTo: EventPosition } | null> {
  // Events up to the tail's end were settled before this question, so that a short page holds all of them.
  const known = tail.end
  const rows = await listEventsAfter(db, companyId, position, pageSize)
  if (rows === null) return null
  const events = rows.filter(({ isSettled }) => isSettled)
  const last = events.length === 0 ? position : positionOf(events.at(-1)!)
  return { events, upTo: events.length < pageSize && isBefore(last, known) ? known : last }
}

export function createEventFeed(db: Database, log: Log): EventFeed {
  const tails = createTails(db, log)
  return {
    async *follow(companyId, { after, now }, signal) {
      const tail = tails.join(companyId, now)
      let position = after
      let { stirs } = tail
      try {
        while (!signal.aborted) {
          if (isBefore(position, tail.start)) {
            const page = await readPage(db, companyId, position, tail).catch(tails.logFailure)
            if (!page) await pause(retryMs, undefined, { signal }).catch(() => undefined)
            else {
              if (page.events.length > 0) yield page.events
              position = page.upTo
            }
          } else {
            const from = position
            const events = tail.events.filter((event) => isBefore(from, positionOf(event)))
            if (stirs !== tail.stirs) {
              ;({ stirs } = tail)
              yield []
            } else if (events.length === 0) await news(tail, signal)
            else {
              position = positionOf(events.at(-1)!)
              yield events
            }
          }
        }
      } finally {
        tails.leave(companyId, tail)
      }
    },
  }
}

function stir(tail: Tail | undefined): void {
  if (!tail) return
  tail.stirs += 1
  for (const wake of [...tail.waiting]) wake()
}

function extend(tail: Tail, events: readonly ListedEvent[]): void {
  tail.events.push(...events)
  tail.end = positionOf(events.at(-1)!)
  drop(tail, tail.events.length - mostKept)
  for (const wake of [...tail.waiting]) wake()
}

function dropAged(tail: Tail): void {
  drop(tail, tail.aged)
  tail.aged = tail.events.length
}

/** Drops the oldest events. What a customer's erasure has changed so leaves memory within seconds. */
function drop(tail: Tail, count: number): void {
  if (count <= 0) return
  const dropped = tail.events.splice(0, count)
  tail.start = positionOf(dropped.at(-1)!)
  tail.aged = Math.max(0, tail.aged - count)
}

/** Resolves when the tail has grown, or `signal` aborts. */
function news(tail: Tail, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      tail.waiting.delete(done)
      signal.removeEventListener("abort", done)
      resolve()
    }
    tail.waiting.add(done)
    signal.addEventListener("abort", done)
  })
}
