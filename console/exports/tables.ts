/** The columns of each list in its file. Times are written as the clock at the place shows them. */
import { api, type Row } from "../api/client.ts"
import { allProviders, allTypes } from "../api/lists.ts"
import { queries } from "../api/queries.ts"
import { localDate, localTime } from "../formats.ts"
import type { Wanted } from "../requests/request-data.ts"
import type { Words } from "../words/words.ts"
import type { Table } from "./collect.ts"

type Customer = Row<"listCustomers">
type Appointment = Row<"listAppointments">
type Texts = NonNullable<Parameters<typeof api.listTexts>[0]>

const limit = 100
const after = (cursor: string | null) => (cursor === null ? {} : { cursor })
const clock = (instant: string | null, zone: string) =>
  instant && `${localDate(instant, zone)} ${localTime(Date.parse(instant), zone)}`
const addressCells = (address: Customer["address"]) => [
  [address?.line1, address?.line2].filter(Boolean).join(", ") || null,
  address?.postal_code ?? null,
  address?.city ?? null,
  address?.state ?? null,
]

/** Reads the customers that a page of rows names. */
async function customersOf(rows: readonly { customer_id: number }[]): Promise<ReadonlyMap<number, Customer>> {
  const ids = [...new Set(rows.map(({ customer_id }) => customer_id))]
  if (ids.length === 0) return new Map()
  const { data } = await api.listCustomers({ ids: ids.join(","), limit })
  return new Map(data.map((customer) => [customer.id, customer]))
}

/** @param search as it was typed; empty for all */
export function customersTable({ exports: words }: Words, search: string): Table<Customer> {
  const { heads } = words
  return {
    file: "customers",
    heads: [
      heads.id,
      heads.name,
      heads.phone,
      heads.email,
      heads.street,
      heads.postalCode,
      heads.city,
      heads.state,
      heads.reference,
      heads.warning,
      heads.notes,
    ],
    read: (cursor, signal) =>
      api.listCustomers({ limit, ...(search && { search }), ...after(cursor) }, { signal }),
    lines: async (rows) =>
      rows.map(({ id, name, phone, email, address, external_ref, warning, notes }) => [
        ...[id, name, phone, email, ...addressCells(address), external_ref, warning, notes],
      ]),
  }
}

export function requestsTable(
  { exports: { heads }, requests: { states } }: Words,
  { status, typeId, search, order }: Wanted,
): Table<Row<"listSchedulingRequests">> {
  return {
    file: "requests",
    heads: [
      heads.id,
      heads.status,
      heads.customer,
      heads.phone,
      heads.service,
      heads.provider,
      heads.earliest,
      heads.latest,
      heads.minutes,
      heads.reference,
      heads.link,
    ],
    read: (cursor, signal) =>
      api.listSchedulingRequests(
        {
          ...{ limit, order },
          ...(status && { status }),
          ...(typeId !== null && { appointment_type_id: typeId }),
          ...(search && { search }),
          ...after(cursor),
        },
        { signal },
      ),
    async lines(rows) {
      const [customers, types, providers] = await Promise.all([
        customersOf(rows),
        queries.fetchQuery(allTypes),
        queries.fetchQuery(allProviders),
      ])
      const nameIn = (all: readonly { id: number; name: string }[], wanted: number | null) =>
        all.find(({ id }) => id === wanted)?.name ?? null
      return rows.map((row) => {
        const customer = customers.get(row.customer_id)
        return [
          ...[row.id, states[row.status], customer?.name ?? null, customer?.phone ?? null],
          ...[nameIn(types, row.appointment_type_id), nameIn(providers, row.provider_id)],
          ...[row.earliest_date, row.latest_date, row.duration_minutes, row.external_ref, row.booking_url],
        ]
      })
    },
  }
}

export interface AppointmentsWanted {
  /** Instants; what begins from the first until the second. */
  from: string
  to: string
  providerId: number | null
  locationId: number | null
  typeId: number | null
  hidesCancelled: boolean
}

export function appointmentsTable(
  { exports: { heads }, board: { states } }: Words,
  wanted: AppointmentsWanted,
): Table<Appointment> {
  const { from, to, providerId, locationId, typeId, hidesCancelled } = wanted
  const isWanted = ({ appointment_type, status }: Appointment) =>
    (typeId === null || appointment_type.id === typeId) && !(hidesCancelled && status === "cancelled")
  return {
    file: "appointments",
    heads: [
      heads.id,
      heads.status,
      heads.start,
      heads.end,
      heads.zone,
      heads.service,
      heads.provider,
      heads.location,
      heads.customer,
      heads.phone,
      heads.email,
      heads.street,
      heads.postalCode,
      heads.city,
      heads.state,
      heads.seats,
      heads.notes,
      heads.reference,
    ],
    read: (cursor, signal) =>
      api.listAppointments(
        {
          ...{ limit, from, to },
          ...(providerId !== null && { provider_id: providerId }),
          ...(locationId !== null && { location_id: locationId }),
          ...after(cursor),
        },
        { signal },
      ),
    async lines(all) {
      const rows = all.filter(isWanted)
      const customers = await customersOf(rows)
      return rows.map((row) => {
        const customer = customers.get(row.customer_id)
        const { timezone, provider, providers = [provider] } = row
        return [
          ...[
            row.id,
            states[row.status],
            clock(row.start_time, timezone),
            clock(row.end_time, timezone),
            timezone,
          ],
          ...[row.appointment_type.name, providers.map(({ name }) => name).join(", "), row.location.name],
          ...[customer?.name ?? null, customer?.phone ?? null, customer?.email ?? null],
          ...addressCells((row.address ?? null) as Customer["address"]),
          ...[row.seats ?? null, row.notes, row.external_ref],
        ]
      })
    },
  }
}

export function textsTable(
  { exports: { heads }, messages, texts }: Words,
  asked: Texts,
  zone: string,
): Table<Row<"listTexts">> {
  const { cursor: _, ...wanted } = asked
  return {
    file: "messages",
    heads: [
      heads.id,
      heads.created,
      heads.sent,
      heads.what,
      heads.status,
      heads.reason,
      heads.customer,
      heads.phone,
      heads.attempts,
    ],
    read: (cursor, signal) => api.listTexts({ limit, ...wanted, ...after(cursor) }, { signal }),
    lines: async (rows) =>
      rows.map((row) => [
        ...[row.id, clock(row.created_at, zone), clock(row.sent_at, zone), texts.purposes[row.purpose]],
        ...[messages.outcomes[row.outcome], row.reason, row.customer?.name ?? null, row.phone, row.attempts],
      ]),
  }
}
