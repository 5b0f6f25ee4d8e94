/** The last 30 days of events, in the order of their commits: a reader that keeps its place misses none. */
import { z } from "zod"
import { invalid, notFound } from "../../domain/model/errors.ts"
import { envelopeOf, eventIdText, eventTypes, eventView, type StoredEvent } from "../../domain/model/event.ts"
import { bounded, eitherOf, instant, page, severalOf } from "../../domain/model/fields.ts"
import { decodeCursor, defaultLimit, encodeCursor } from "../../domain/model/paging.ts"
import { msPerDay } from "../../domain/time/units.ts"
import {
  type EventPosition,
  listNewestEvents,
  positionOf,
  presentPosition,
  listEvents as rowsOf,
} from "../outbox/event-order.sql.ts"
import { findEvent } from "../outbox/events.sql.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"

const types = severalOf(eventTypes).meta({
  description: "Only these types, with commas between; all when left out.",
})

const keptMs = 30 * msPerDay
const common = { noun: "Events", roles: staff }

export const listEvents = listOperation({
  ...common,
  name: "list_events",
  summary: "List events",
  description:
    "The last 30 days, in the order in which they were committed. Keep the last `cursor` and ask again from there; " +
    "`next_cursor` is given with every page that holds an event, so that a poller always knows where it stands. With " +
    "`order=newest` the latest come first, for people who look.",
  query: z.strictObject({
    ...page,
    type: z.enum(eventTypes).optional(),
    types: types.optional(),
    from: instant.optional().meta({ description: "Occurred then or later." }),
    to: instant.optional().meta({ description: "Occurred before." }),
    order: z.enum(["oldest", "newest"], { error: "expected one of oldest, newest" }).optional(),
  }),
  result: eventView,
  async run({ db }, { companyId, now }, input) {
    const { limit = defaultLimit, order } = input
    const at = positionOfCursor(input.cursor)
    const filter = { ...spanOf(input, now), types: eitherOf(input.type, input.types), limit }
    const rows =
      order === "newest"
        ? await listNewestEvents(db, companyId, { ...filter, before: at })
        : await rowsOf(db, companyId, { ...filter, after: at })
    const last = rows.at(-1)
    return {
      rows: rows.map((row) => envelopeOf(companyId, row)),
      next_cursor: last ? encodeCursor([last.era, last.xid, last.id]) : null,
    }
  },
})

/** Within the days that events are kept for. */
const spanOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }, now: number) => ({
  since: new Date(Math.max(now - keptMs, from === undefined ? 0 : Date.parse(from))),
  until: to === undefined ? null : new Date(to),
})

export const readEvent = operation({
  ...common,
  name: "read_event",
  summary: "Read an event",
  description: "One event of the last 30 days.",
  params: z.strictObject({ id: eventIdText }),
  result: eventView,
  async run({ db }, { companyId }, { id }) {
    return envelopeOf(companyId, found(await findEvent(db, companyId, id), notFound("event")))
  },
})

function positionOfCursor(cursor: string | undefined): EventPosition | null {
  const key = decodeCursor(cursor, ["number", "string", "number"])
  if (key === null) return null
  const [era, xid, id] = key as [number, string, number]
  const isOurs = era >= 0 && era < 2 ** 31 && /^\d{1,18}$/.test(xid) && id >= 0
  if (!isOurs) throw invalid("cursor", "expected next_cursor of the page before")
  return [era, xid, id]
}

export interface EventStream {
  /** A `Last-Event-ID` that begins where this stream begins, for a reader that loses it before its first event. */
  beginsAfter: string
  /**
   * The events that the reader wants, as they are committed, in batches, until `signal` aborts. An empty batch says that
   * something has changed of which there is no event.
   */
  follow(signal: AbortSignal): AsyncIterable<readonly StoredEvent[]>
}

const lastEventId = bounded(100, "expected the id of an event").meta({
  description: "The `id` of the last event that was read. The stream goes on behind it.",
})

export const streamEvents = operation({
  ...common,
  name: "stream_events",
  summary: "Stream events",
  description:
    "Server-sent events, in the order in which they were committed: `id` is the event's id, `event` its type, `data` the " +
    "event as webhooks carry it. It begins now, or behind `Last-Event-ID`, which may be up to 30 days old, and misses none " +
    "and repeats none after a lost connection. It ends when the key is revoked or the session is over.",
  query: z.strictObject({ types: types.optional() }),
  headers: z.strictObject({ "Last-Event-ID": lastEventId.optional() }),
  result: z.custom<EventStream>(),
  async run(context, call, { types, "Last-Event-ID": lastEventId }) {
    const now = await presentPosition(context.db, call.companyId)
    const after = await startOf(context.db, call.companyId, lastEventId, now)
    const wanted = new Set<string>(types ?? eventTypes)
    return {
      beginsAfter: lastEventId || positionText(now),
      async *follow(signal) {
        for await (const rows of context.eventFeed.follow(call.companyId, { after, now }, signal)) {
          const events = rows.filter(({ type }) => wanted.has(type))
          if (events.length > 0 || rows.length === 0) yield events
        }
      },
    }
  },
})

async function startOf(
  db: Db,
  companyId: number,
  lastEventId: string | undefined,
  now: EventPosition,
): Promise<EventPosition> {
  // Browsers send an empty one once they were given an empty id.
  if (!lastEventId) return now
  const [, era, xid] = /^pos_(\d{1,9})_(\d{1,18})$/.exec(lastEventId) ?? []
  if (era !== undefined && xid !== undefined) return [Number(era), BigInt(xid).toString(), 0]
  const id = eventIdText.safeParse(lastEventId)
  const position = id.success ? await positionOf(db, companyId, id.data) : null
  if (position === null) throw invalid("Last-Event-ID", "expected the id of an event of the last 30 days")
  return position
}

/** The place in the order of events before anything that commits later, in the form of an id. */
const positionText = ([era, xid]: EventPosition) => `pos_${era}_${xid}`
