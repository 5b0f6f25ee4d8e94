/**
 * Ids that a caller names have to be the company's own, and an appointment the customer's own. Another's id answers exactly
 * like an unknown one: `not_found`, with the field.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import { notFound } from "../../domain/model/errors.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { knownTypeIds } from "./appointment-types.sql.ts"
import { knownLocationIds } from "./locations.sql.ts"
import { isOwnProvider } from "./providers.sql.ts"

/** An id and the input field that names it. */
export interface NamedId {
  id: number
  field: string
}

export const namedIn = (field: string, ids: readonly number[]): NamedId[] =>
  ids.map((id, index) => ({ id, field: `${field}[${index}]` }))

export async function refuseUnknownLocations(
  db: Db,
  companyId: number,
  named: readonly NamedId[],
): Promise<void> {
  await refuseUnknown(named, "location", (ids) => knownLocationIds(db, companyId, ids))
}

export async function refuseUnknownTypes(
  db: Db,
  companyId: number,
  named: readonly NamedId[],
): Promise<void> {
  await refuseUnknown(named, "appointment type", (ids) => knownTypeIds(db, companyId, ids))
}

/** For the provider that a customer is assigned to, or whose seat a user has. */
export async function refuseUnknownProvider(
  tx: Tx,
  companyId: number,
  providerId: number | null | undefined,
  field: "assigned_provider_id" | "provider_id" = "assigned_provider_id",
): Promise<void> {
  if (providerId === null || providerId === undefined) return
  if (!(await isOwnProvider(tx, companyId, providerId))) throw notFound("provider", field)
}

async function refuseUnknown(
  named: readonly NamedId[],
  noun: string,
  lookUp: (ids: number[]) => Promise<ReadonlySet<number>>,
): Promise<void> {
  if (named.length === 0) return
  const known = await lookUp([...new Set(named.map(({ id }) => id))])
  const unknown = named.find(({ id }) => !known.has(id))
  if (unknown) throw notFound(noun, unknown.field)
}

/** The customer's own appointment. Throws 404 for another customer's, exactly as for an unknown one. */
export async function ownAppointment(
  db: Db,
  companyId: number,
  customerId: number | null,
  { id, field }: { id: number; field?: string },
): Promise<Appointment> {
  const appointment = customerId === null ? null : await findAppointment(db, companyId, id)
  if (appointment === null || appointment.customer_id !== customerId) throw notFound("appointment", field)
  return appointment
}
