/** A customer's history: who did what and when, and which texts and mails went with it. */
import { z } from "zod"
import { type HistoryMessage, historyEntryView } from "../../domain/model/customer-history.ts"
import { notFound } from "../../domain/model/errors.ts"
import { byId, page } from "../../domain/model/fields.ts"
import { decodeCursor, defaultLimit, pageOf } from "../../domain/model/paging.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import {
  appointmentOf,
  type HistoryKey,
  type HistoryRow,
  inOrder,
  keyOf,
  tellHistory,
} from "../../domain/rules/customers/tell-history.ts"
import { type Call, found, type ListContext, listOperation, staff } from "../platform/operation.ts"
import {
  appointmentsInHistory,
  changesOfCustomer,
  eventsInHistory,
  messagesOfCustomer,
  namesInHistory,
  sentAbout,
} from "./customer-history.sql.ts"
import { findCustomer } from "./customers.sql.ts"

export const readCustomerHistory = listOperation({
  noun: "Customers",
  roles: staff,
  name: "read_customer_history",
  summary: "Read what was done about a customer",
  description:
    "The newest first: each change of the customer, of their appointments and of their requests with who made it, and each " +
    "text, call and mail with its outcome. Changes are kept for 400 days, messages and the times before a move for 30.",
  params: byId,
  query: z.strictObject(page),
  result: historyEntryView,
  async run(context, call, { id, limit = defaultLimit, cursor }) {
    const { db } = context
    const { companyId, now } = call
    found(await findCustomer(db, companyId, id), notFound("customer"))
    const last = decodeCursor(cursor, ["instant", "number", "number"]) as HistoryKey | null
    const span = (rank: number) => ({
      customerId: id,
      before: last && beforeIn(rank, last),
      limit: limit + 1,
    })
    const [changes, messages] = await Promise.all([
      changesOfCustomer(db, companyId, span(0), now),
      messagesOfCustomer(db, companyId, span(1)),
    ])
    const shown = pageOf(inOrder(changes, messages), limit, keyOf)
    return { ...shown, rows: await told(context, call, id, shown.rows) }
  },
})

/** Among the rows of a moment, those of a higher rank come first. */
function beforeIn(rank: number, [at, lastRank, lastId]: HistoryKey) {
  const id = rank === lastRank ? lastId : rank < lastRank ? Number.MAX_SAFE_INTEGER : 0
  return { at: new Date(at), id }
}

async function told(
  { db, sealer }: ListContext,
  { companyId, now }: Call,
  customerId: number,
  rows: readonly HistoryRow[],
) {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (!newest || !oldest) return []
  const changes = rows.flatMap((row) => ("change" in row ? [row.change] : []))
  const messages = rows.flatMap((row) => ("message" in row ? [row.message] : []))
  const missed = messages.filter(({ outcome }) => outcome === "failed" || outcome === "skipped")
  const [appointments, events, sent, names] = await Promise.all([
    appointmentsInHistory(
      db,
      companyId,
      idsOf([...changes.map(appointmentOf), ...messages.map(({ appointment_id }) => appointment_id)]),
    ),
    eventsInHistory(
      db,
      companyId,
      customerId,
      { from: new Date(keyOf(oldest)[0]), to: new Date(keyOf(newest)[0]) },
      now,
    ),
    missed.length === 0
      ? []
      : sentAbout(db, companyId, customerId, {
          appointmentIds: idsOf(missed.map(({ appointment_id }) => appointment_id)),
          runIds: idsOf(missed.map(({ run_id }) => run_id)),
        }),
    namesInHistory(db, companyId, {
      userIds: idsOf(changes.map(({ actor }) => (actor.kind === "admin_user" ? actor.userId : null))),
      keyIds: idsOf(changes.map(({ actor }) => (actor.kind === "api_key" ? actor.apiKeyId : null))),
    }),
  ])
  const addressOf = ({ id, phone_sealed, email_sealed }: HistoryMessage) => {
    const sealed = email_sealed ?? phone_sealed
    return sealed === null ? null : sealer.open(sealed, associatedData.text(companyId, id))
  }
  return tellHistory(rows, {
    appointments: new Map(appointments.map((appointment) => [appointment.id, appointment])),
    events,
    messages: sent,
    ...names,
    addressOf,
  })
}

const idsOf = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]
