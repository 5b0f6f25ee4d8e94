/** The last 30 days of events, in the order of their commits: a poller that keeps its cursor misses none. */
import { z } from "zod"
import { invalid } from "../model/errors.ts"
import { envelopeOf, eventTypes, eventView } from "../model/event.ts"
import { page } from "../model/fields.ts"
import { decodeCursor, defaultLimit, encodeCursor } from "../model/paging.ts"
import { type EventPosition, listEvents as rowsOf } from "../store/events.ts"
import { msPerDay } from "../time/units.ts"
import { listOperation, staff } from "./operation.ts"

const keptMs = 30 * msPerDay

export const listEvents = listOperation({
  name: "list_events",
  summary: "List events",
  description:
    "The last 30 days, in the order in which they were committed. Keep the last `cursor` and ask again from there; " +
    "`next_cursor` is given with every page that holds an event, so that a poller always knows where it stands.",
  noun: "Events",
  roles: staff,
  query: z.strictObject({ ...page, type: z.enum(eventTypes).optional() }),
  result: eventView,
  async run(context, call, input) {
    const limit = input.limit ?? defaultLimit
    const rows = await rowsOf(context.db, call.companyId, {
      after: positionOf(input.cursor),
      type: input.type ?? null,
      since: new Date(call.now - keptMs),
      limit,
    })
    const last = rows.at(-1)
    return {
      rows: rows.map((row) => envelopeOf(call.companyId, row)),
      next_cursor: last ? encodeCursor([last.era, last.xid, last.id]) : null,
    }
  },
})

function positionOf(cursor: string | undefined): EventPosition | null {
  const key = decodeCursor(cursor, ["number", "string", "number"])
  if (key === null) return null
  const [era, xid, id] = key as [number, string, number]
  const isOurs = era >= 0 && era < 2 ** 31 && /^\d{1,18}$/.test(xid) && id >= 0
  if (!isOurs) throw invalid("cursor", "expected next_cursor of the page before")
  return [era, xid, id]
}
