/** Names of ours for what a row of a file holds. */
import type { AppointmentRow, CustomerRow, ImportKind, ProviderRow } from "../model/imports.ts"

export type Cell = keyof CustomerRow | keyof ProviderRow | keyof AppointmentRow

const address = ["line1", "line2", "city", "state", "postal_code", "country"] as const
const person = ["name", "first_name", "last_name", "company", "phone", "email"] as const
const optOuts = ["text_opt_out", "email_opt_out", "accepts_texts", "accepts_emails"] as const
const morePerson = ["shared_phone", ...address, "locale", "timezone", "warning", ...optOuts] as const

/** The cells of each kind of row, the usual ones first. */
export const cellsOfKind: Record<ImportKind, readonly Cell[]> = {
  customers: [
    ...person,
    "external_ref",
    ...morePerson,
    "latitude",
    "longitude",
    "assigned_provider",
    "notes",
  ],
  providers: [
    "name",
    "appointment_types",
    "location",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "active",
    ...address,
    "max_travel_km",
  ],
  appointments: [
    "start_time",
    "date",
    "time",
    "end_time",
    "minutes",
    "appointment_type",
    "provider",
    "other_providers",
    "seats",
    "location",
    ...person,
    "external_ref",
    "customer_ref",
    "cancelled",
    "notes",
    ...morePerson,
  ],
}
