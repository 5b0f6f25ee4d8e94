/** The entries of the inbox out of what is read of each kind. */
import type { InboxEntry, InboxKind } from "../../domain/model/inbox.ts"
import { associatedData, type Sealer } from "../../domain/model/sealing.ts"
import { iso, isoOrNull } from "../../domain/model/views.ts"
import { failingUntil } from "../../domain/rules/webhooks/delivery-outcome.ts"
import { dateOfDay } from "../../domain/time/dates.ts"
import { minuteToLocal } from "../../domain/time/local-time.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import type { Db } from "../platform/pg/database.ts"
import {
  type AppointmentOfEntry,
  answeredEntries,
  type CallbackEntry,
  calendarEntries,
  callbackEntries,
  endpointEntries,
  messageEntries,
  pendingEntries,
  understaffedEntries,
  type Wanted,
} from "./inbox.sql.ts"

interface Source {
  db: Db
  sealer: Sealer
  companyId: number
}

interface Seen {
  /** Null for all kinds. */
  kind: InboxKind | null
  /** True where the caller sees endpoints. */
  endpoints: boolean
}

/** Reads the kinds that are wanted, each by a statement of its own. */
export async function entriesOf(source: Source, seen: Seen, wanted: Wanted): Promise<InboxEntry[]> {
  const read = readers
    .filter(({ kinds }) => seen.kind === null || kinds.includes(seen.kind))
    .filter(({ kinds }) => seen.endpoints || !kinds.includes("endpoint_failing"))
  const entries = (await Promise.all(read.map((reader) => reader.read(source, wanted)))).flat()
  return entries.filter(({ kind }) => seen.kind === null || kind === seen.kind)
}

interface Reader {
  kinds: readonly InboxKind[]
  read(source: Source, wanted: Wanted): Promise<InboxEntry[]>
}

const blank = {
  due: null,
  what_then: null,
  customer: null,
  appointment: null,
  proposed_time: null,
  phone: null,
  message: null,
  about: null,
  reason: null,
}

const readers: readonly Reader[] = [
  {
    kinds: ["pending"],
    read: async ({ db, companyId }, wanted) =>
      (await pendingEntries(db, companyId, wanted)).map((row) => ({
        ...ofAppointment("pending", row.appointment_id, row),
        since: iso(row.since),
        due: iso(row.answer_by),
        what_then: row.unanswered === "confirm" ? "confirmed" : "declined",
      })),
  },
  {
    kinds: ["counter_proposal", "declined"],
    read: async ({ db, companyId }, wanted) =>
      (await answeredEntries(db, companyId, wanted)).map((row) => ({
        ...ofAppointment(row.kind, row.appointment_id, row),
        since: iso(row.since),
        what_then: row.kind === "declined" ? ("starts" as const) : ("stands" as const),
        proposed_time: row.proposed_start_at && {
          start_time: iso(row.proposed_start_at),
          end_time: iso(row.proposed_end_at!),
        },
      })),
  },
  {
    kinds: ["callback", "not_understood"],
    read: async ({ db, sealer, companyId }, wanted) =>
      (await callbackEntries(db, companyId, wanted)).map((row) => ofCallback(sealer, companyId, row)),
  },
  {
    kinds: ["message_uncertain", "message_failed"],
    read: async ({ db, companyId }, wanted) =>
      (await messageEntries(db, companyId, wanted)).map((row) => ({
        ...ofAppointment(row.kind, row.id, row),
        since: iso(row.since),
        about: row.purpose,
        reason: row.reason,
        links: {
          record: `/api/v1/${row.channel === "mail" ? "mails" : "texts"}/${row.id}`,
          console: `/console/customers/${row.customer_id}`,
        },
      })),
  },
  {
    kinds: ["understaffed"],
    read: async ({ db, companyId }, wanted) =>
      (await understaffedEntries(db, companyId, wanted)).map((row) => ({
        ...ofAppointment("understaffed", row.appointment_id, row),
        since: iso(row.since),
        about: row.away,
      })),
  },
  {
    kinds: ["endpoint_failing"],
    read: async ({ db, companyId }, wanted) =>
      (await endpointEntries(db, companyId, wanted)).map((row) => ({
        ...blank,
        kind: "endpoint_failing",
        id: row.id,
        since: iso(row.since),
        due: row.enabled
          ? isoOrNull(row.first_failure_at && new Date(failingUntil(row.first_failure_at.getTime())))
          : null,
        what_then: row.enabled ? "disabled" : null,
        about: row.url,
        reason: row.disabled_reason,
        links: {
          record: `/api/v1/webhook-endpoints/${row.id}`,
          console: `/console/developers/webhooks/${row.id}`,
        },
      })),
  },
  {
    kinds: ["calendar_failing"],
    read: async ({ db, companyId }, wanted) =>
      (await calendarEntries(db, companyId, wanted)).map((row) => ({
        ...blank,
        kind: "calendar_failing",
        id: row.id,
        since: iso(row.since),
        about: row.provider_name,
        reason: row.problem,
        links: {
          record: `/api/v1/providers/${row.provider_id}/calendars`,
          console: `/console/settings/providers/${row.provider_id}/calendars`,
        },
      })),
  },
]

/** The common part of all entries about an appointment: each ends with the start, unless its kind says otherwise. */
function ofAppointment(kind: InboxKind, id: number, row: AppointmentOfEntry): Omit<InboxEntry, "since"> {
  const start = iso(row.start_at)
  const { day } = minuteToLocal(row.timezone, Math.floor(row.start_at.getTime() / msPerMinute))
  return {
    ...blank,
    kind,
    id,
    due: start,
    what_then: "starts",
    customer: { id: row.customer_id, name: row.customer_name },
    appointment: {
      id: row.appointment_id,
      version: row.version,
      appointment_type: { id: row.type_id, name: row.type_name },
      provider: { id: row.provider_id, name: row.provider_name },
      start_time: start,
      end_time: iso(row.end_at),
      timezone: row.timezone,
    },
    links: {
      record: `/api/v1/appointments/${row.appointment_id}`,
      console: `/console?date=${dateOfDay(day)}&appointment=${row.appointment_id}`,
    },
  }
}

function ofCallback(sealer: Sealer, companyId: number, row: CallbackEntry): InboxEntry {
  const { kind, id, customer_id } = row
  return {
    ...blank,
    kind,
    id,
    since: iso(row.since),
    customer: customer_id === null ? null : { id: customer_id, name: row.customer_name! },
    phone: sealer.open(row.phone_sealed, associatedData.callback(companyId, id)),
    message: row.message,
    about: row.caller_name,
    reason: row.best_time,
    links: { record: `/api/v1/callbacks/${id}`, console: "/console/callbacks" },
  }
}
