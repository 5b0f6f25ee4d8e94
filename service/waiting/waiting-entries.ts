/** The waiting list as the company's people and systems see it: who waits, and what they were offered. */
import { z } from "zod"
import { invalid, notFound } from "../../domain/model/errors.ts"
import { byId, date, idText, instant, page } from "../../domain/model/fields.ts"
import { decodeCursor, defaultLimit, pageById, pageOf } from "../../domain/model/paging.ts"
import {
  entryState,
  offerState,
  showOffer,
  waitingEntryInput,
  waitingEntryPatch,
  waitingEntryView,
  waitingOfferView,
  waitingSummaryView,
} from "../../domain/model/waiting-entry.ts"
import { dayOfDate } from "../../domain/time/dates.ts"
import { localToMinute } from "../../domain/time/local-time.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { findCompany } from "../company/companies.sql.ts"
import * as store from "../ledger/waiting-entries.sql.ts"
import * as offers from "../ledger/waiting-offers.sql.ts"
import { linksAreSetUp } from "../platform/links.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { changeEntry, endWaiting, joinList, lockWaiting, shownEntry } from "./keep-entries.ts"

const common = { noun: "Waiting list", roles: staff, result: waitingEntryView }

const unknown = () => notFound("waiting entry")

/** One type, or several. Throws `invalid_input` for neither and for both. */
function typesIn({
  appointment_type_id: id,
  appointment_type_ids: ids,
  same_provider,
}: z.output<typeof waitingEntryInput>): { appointment_type_id: number; then_type_ids: number[] } {
  if (ids !== undefined && id !== undefined)
    throw invalid("appointment_type_id", "does not go with appointment_type_ids")
  if (ids === undefined && same_provider !== undefined)
    throw invalid("same_provider", "goes with appointment_type_ids only")
  const [first, ...then_type_ids] = ids ?? [id]
  if (first === undefined)
    throw invalid("appointment_type_id", "is required unless appointment_type_ids is given (expected an id)")
  return { appointment_type_id: first, then_type_ids: then_type_ids as number[] }
}

export const createWaitingEntry = operation({
  ...common,
  name: "create_waiting_entry",
  refusals: ["appointment_not_scheduled", "not_found", "too_many_waiting_entries", "type_not_bookable"],
  events: ["waiting_entry.created"],
  summary: "Put a customer on the waiting list",
  description:
    "Time that gets free is offered to those who wait and whom a search would offer it. A second entry of the customer for the same " +
    "type and dates changes the first. A booking of the type ends the entry. With `appointment_type_ids` they wait for several types " +
    "in one visit, and the entry ends once all of them have been booked. 409 `too_many_waiting_entries` from the sixth on.",
  body: waitingEntryInput,
  status: 201,
  secret: true,
  async run(context, call, input) {
    const wish = { ...input, ...typesIn(input) }
    const withLink = await linksAreSetUp(context, call)
    return write(context, call, "create_waiting_entry", async (tx) => {
      const { entry } = await joinList(tx, context, call, wish)
      const result = shownEntry(context, entry, withLink, call.now)
      return { result, targetId: entry.id, customerId: entry.customer_id, fields: Object.keys(input) }
    })
  },
})

export const listWaitingEntries = listOperation({
  ...common,
  name: "list_waiting_entries",
  summary: "List the waiting list",
  description:
    "The oldest first, those that have ended too unless a `state` is asked for. Kept for 400 days.",
  query: z.strictObject({
    ...page,
    state: entryState.optional(),
    customer_id: idText.optional(),
    appointment_type_id: idText.optional(),
    updated_since: instant.optional(),
  }),
  async run(
    context,
    call,
    {
      state = null,
      customer_id: customerId = null,
      appointment_type_id: typeId = null,
      updated_since,
      ...asked
    },
  ) {
    const { companyId, now } = call
    const withLink = await linksAreSetUp(context, call)
    const updatedSince = updated_since === undefined ? null : new Date(updated_since)
    const filter = { state, customerId, typeId, updatedSince }
    return pageById(
      asked,
      (span) => store.listEntries(context.db, companyId, filter, { ...span, now }),
      (entry) => shownEntry(context, entry, withLink, now),
    )
  },
})

export const readWaitingEntry = operation({
  ...common,
  name: "read_waiting_entry",
  summary: "Read an entry of the waiting list",
  params: byId,
  async run(context, call, { id }) {
    const entry = found(await store.findEntry(context.db, call.companyId, id), unknown())
    return shownEntry(context, entry, await linksAreSetUp(context, call), call.now)
  },
})

export const updateWaitingEntry = operation({
  ...common,
  name: "update_waiting_entry",
  refusals: ["entry_ended"],
  summary: "Change an entry of the waiting list",
  description: "Fields sent are changed; null takes a wish back. An open offer stays as it was made.",
  params: byId,
  body: waitingEntryPatch,
  async run(context, call, { id, ...patch }) {
    const seen = found(await store.findEntry(context.db, call.companyId, id), unknown())
    const withLink = await linksAreSetUp(context, call)
    return write(context, call, "update_waiting_entry", async (tx) => {
      const { entry, isUnchanged } = await changeEntry(tx, call, seen, patch)
      const result = shownEntry(context, entry, withLink, call.now)
      const fields = Object.keys(patch)
      return { result, targetId: id, customerId: entry.customer_id, fields, isUnchanged }
    })
  },
})

export const deleteWaitingEntry = operation({
  ...common,
  name: "delete_waiting_entry",
  refusals: ["entry_ended"],
  events: ["waiting_entry.ended"],
  summary: "Take a customer off the waiting list",
  description: "The entry ends as `withdrawn`, and so does its open offer. It stays readable.",
  params: byId,
  async run(context, call, { id }) {
    const { companyId, now } = call
    const seen = found(await store.findEntry(context.db, companyId, id), unknown())
    return write(context, call, "delete_waiting_entry", async (tx) => {
      await endWaiting(tx, call, await lockWaiting(tx, companyId, seen), { status: "withdrawn" })
      const ended = (await store.findEntry(tx, companyId, id))!
      const result = shownEntry(context, ended, false, now)
      return { result, targetId: id, customerId: seen.customer_id, fields: ["state"] }
    })
  },
})

export const listWaitingOffers = listOperation({
  ...common,
  name: "list_waiting_offers",
  summary: "List what was offered to those who wait",
  description: "The newest first.",
  query: z.strictObject({ ...page, waiting_entry_id: idText.optional(), state: offerState.optional() }),
  result: waitingOfferView,
  async run(
    { db },
    { companyId, now },
    { limit = defaultLimit, cursor, state = null, waiting_entry_id: entryId = null },
  ) {
    const beforeId = (decodeCursor(cursor, ["number"])?.[0] as number | undefined) ?? Number.MAX_SAFE_INTEGER
    const span = { beforeId, limit: limit + 1, now }
    const rows = await offers.listOffers(db, companyId, { entryId, state }, span)
    const shown = pageOf(rows, limit, ({ id }) => [id])
    return { ...shown, rows: shown.rows.map((offer) => showOffer(offer, now)) }
  },
})

export const readWaitingSummary = operation({
  ...common,
  name: "read_waiting_summary",
  summary: "Sum up what the waiting list filled",
  description:
    "Of entries and offers that were made from `from` to `to`, dates on the company's calendar, both inclusive.",
  query: z.strictObject({ from: date, to: date }),
  result: waitingSummaryView,
  isLong: true,
  async run({ readDb }, { companyId }, { from, to }) {
    const { timezone } = found(await findCompany(readDb, companyId), notFound("company"))
    const at = (day: number) => new Date(localToMinute(timezone, day, 0) * msPerMinute)
    return offers.sumUpWaiting(readDb, companyId, { from: at(dayOfDate(from)!), to: at(dayOfDate(to)! + 1) })
  },
})
