/** The export of everything that is kept of one customer, read page by page while it is written. */

import type { Appointment } from "../../domain/model/appointment.ts"
import type { Callback } from "../../domain/model/callback.ts"
import { notFound } from "../../domain/model/errors.ts"
import { eventId, type StoredEvent } from "../../domain/model/event.ts"
import { byId } from "../../domain/model/fields.ts"
import { customerExportView } from "../../domain/model/personal-data.ts"
import { iso, isoOrNull } from "../../domain/model/views.ts"
import type { WaitingEntry } from "../../domain/model/waiting-entry.ts"
import { listContacts } from "../customers/contacts.sql.ts"
import * as store from "../customers/customers.sql.ts"
import { showCustomer } from "../customers/show-customers.ts"
import { type AppointmentFilter, listAppointments } from "../ledger/appointments.sql.ts"
import { entriesOfCustomer } from "../ledger/waiting-entries.sql.ts"
import { callbacksOfCustomer } from "../messages/callbacks.sql.ts"
import { showCallback } from "../messages/show-callback.ts"
import { linksAreSetUp, showAppointment } from "../platform/links.ts"
import { exportOperation, found, staff } from "../platform/operation.ts"
import {
  type ExportedRequest,
  type ExportedText,
  eventsOfCustomer,
  requestsOfCustomer,
  textsOfCustomer,
} from "./personal-data.sql.ts"

export const exportCustomer = exportOperation({
  noun: "Customers",
  roles: staff,
  name: "export_customer",
  summary: "Export all that is kept of a customer",
  description:
    "Works for archived customers too, so that a request for one's data can always be answered. The answer may be long: " +
    "it is written as it is read, and one that ends early is no valid JSON.",
  params: byId,
  result: customerExportView,
  async run(context, { companyId }, { id }) {
    const { db, sealer } = context
    const withLink = await linksAreSetUp(context, { companyId })
    const customer = found(await store.findCustomerEvenArchived(db, companyId, id), notFound("customer"))
    const contacts = await listContacts(db, companyId, [id])
    const hashes = contacts.flatMap(({ phone }) => sealer.phoneHashes(companyId, phone))
    const appointments = pages<Appointment>((last) =>
      listAppointments(db, companyId, {
        ...everyAppointmentOf(id),
        after: last && [last.start_at.getTime(), last.id],
      }),
    )
    const requests = pages<ExportedRequest>((last) => requestsOfCustomer(db, companyId, id, after(last)))
    const texts = pages<ExportedText>((last) => textsOfCustomer(db, companyId, id, hashes, after(last)))
    const callbacks = pages<Callback>((last) => callbacksOfCustomer(db, companyId, id, after(last)))
    const entries = pages<WaitingEntry>((last) => entriesOfCustomer(db, companyId, id, after(last)))
    const events = pages<StoredEvent>((last) => eventsOfCustomer(db, companyId, id, after(last)))
    return {
      customer: await showCustomer(db, sealer, companyId, customer),
      address_latitude: customer.address_latitude,
      address_longitude: customer.address_longitude,
      archived_at: isoOrNull(customer.archived_at),
      erased_at: isoOrNull(customer.erased_at),
      appointments: shown(appointments, (one) => showAppointment(context, one, withLink)),
      scheduling_requests: shown(requests, (one) => ({ ...one, created_at: iso(one.created_at) })),
      texts: shown(texts, ({ purpose, channel, status, created_at, sent_at }) => ({
        ...{ purpose, channel, status },
        created_at: iso(created_at),
        sent_at: isoOrNull(sent_at),
      })),
      callbacks: shown(callbacks, (callback) => showCallback(sealer, companyId, callback)),
      waiting_entries: shown(entries, (entry) => ({
        ...{ id: entry.id, status: entry.status, appointment_type_id: entry.appointment_type_id },
        ...(entry.then_type_ids.length > 0 ? { then_type_ids: entry.then_type_ids } : {}),
        ...{ earliest_date: entry.earliest_date, latest_date: entry.latest_date },
        ...{ weekdays: entry.weekdays, parts_of_day: entry.parts_of_day, times_asked: entry.times_asked },
        created_at: iso(entry.created_at),
        ended_at: isoOrNull(entry.ended_at),
      })),
      events: shown(events, ({ id: number, type, occurred_at, data }) => ({
        id: eventId(number),
        type,
        occurred_at: iso(occurred_at),
        data,
      })),
    }
  },
})

const rowsAtOnce = 100

const after = (last: { id: number } | null) => ({ afterId: last?.id ?? 0, limit: rowsAtOnce })

/** Each page is read when the one before has been taken, on a connection that is held no longer than that. */
async function* pages<Row>(readAfter: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | null = null; ; ) {
    const rows: Row[] = await readAfter(last)
    yield rows
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)!
  }
}

async function* shown<Row, Shown>(
  rows: AsyncIterable<Row[]>,
  show: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  for await (const page of rows) yield page.map(show)
}

const everyAppointmentOf = (customerId: number): AppointmentFilter => ({
  customerId,
  statuses: null,
  providerId: null,
  locationId: null,
  from: null,
  to: null,
  updatedSince: null,
  after: null,
  limit: rowsAtOnce,
})
