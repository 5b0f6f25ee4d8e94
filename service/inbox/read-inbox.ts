/** The inbox: what waits for staff, of every kind, by when it ends. Only that something was put off is kept. */
import { z } from "zod"
import { invalid, notFound } from "../../domain/model/errors.ts"
import {
  type InboxEntry,
  type InboxKind,
  inboxEntry,
  inboxPath,
  inboxQuery,
  laterInput,
  laterView,
  mostLaterDays,
} from "../../domain/model/inbox.ts"
import { isoOrNull } from "../../domain/model/views.ts"
import { msPerDay } from "../../domain/time/units.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { putOff, type Wanted } from "./inbox.sql.ts"
import { entriesOf } from "./show-entries.ts"

const common = { noun: "Inbox", roles: staff }

export const readInbox = operation({
  ...common,
  name: "read_inbox",
  summary: "Read what waits for staff",
  description:
    "Bookings to confirm, calls to make, customers' answers, messages that did not go, appointments that lack somebody, and " +
    "connections that fail: what ends first comes first, and what has no end counts as ending a day after it came. Each follows from the state of its record, so it " +
    "goes when its cause goes; what was put off comes back at its time. Of each kind the 100 that end first. Failing endpoints " +
    "are shown to admins and keys.",
  query: inboxQuery,
  result: z.array(inboxEntry),
  async run(context, call, { kind }) {
    return readEntries(context, call, { kind: kind ?? null, id: null, withLater: false })
  },
})

export const putOffEntry = operation({
  ...common,
  name: "put_off_inbox_entry",
  summary: "Put off what waits for staff",
  description:
    "For all staff: until then it is not among what waits, unless something new comes of it. 404 `not_found` when nothing of " +
    "this kind and id waits.",
  refusals: ["not_found"],
  params: inboxPath,
  body: laterInput,
  result: laterView,
  async run(context, call, { kind, id, until }) {
    const { companyId, now } = call
    const at = until === null ? null : new Date(until)
    if (at && (at.getTime() <= now || at.getTime() > now + mostLaterDays * msPerDay))
      throw invalid("until", `expected a time within the next ${mostLaterDays} days`)
    const known = await readEntries(context, call, { kind, id, withLater: true })
    if (known.length === 0) throw notFound("entry")
    return write(context, call, "put_off_inbox_entry", async (tx) => {
      await putOff(tx, companyId, { kind, id }, { until: at, now: new Date(now) })
      tx.hint({ channel: "events", companyId, stirs: true })
      return { result: { kind, id, until: isoOrNull(at) }, targetId: id, fields: ["until"] }
    })
  },
})

interface Asked extends Omit<Wanted, "now"> {
  kind: InboxKind | null
}

async function readEntries(
  { db, sealer }: AppContext,
  { companyId, actor, now }: Call,
  { kind, ...wanted }: Asked,
): Promise<InboxEntry[]> {
  const sees = { kind, endpoints: actor.kind !== "admin_user" || actor.role === "admin" }
  const entries = await entriesOf({ db, sealer, companyId }, sees, { ...wanted, now: new Date(now) })
  return entries.sort((a, b) => endOf(a) - endOf(b) || a.id - b.id)
}

const endOf = ({ due, since }: InboxEntry): number =>
  due === null ? Date.parse(since) + msPerDay : Date.parse(due)
