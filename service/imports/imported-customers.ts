/** Customers out of rows: what the store looks for to recognise them, and how they are written. */
import { customerInEvent } from "../../domain/model/customer.ts"
import { newCustomer } from "../../domain/model/customer-changes.ts"
import type { NewImportedCustomer } from "../../domain/rules/imports/judge-customers.ts"
import type { ImportedCustomer } from "../../domain/rules/imports/read-customer.ts"
import { recordImported } from "../outbox/record-customer.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { type CustomerMarks, insertCustomers, insertNumbers } from "./imports.sql.ts"

export function marksOf(customers: readonly ImportedCustomer[]): CustomerMarks {
  const given = (mark: (customer: ImportedCustomer) => string | null | undefined | false) => [
    ...new Set(customers.map(mark).filter((text) => typeof text === "string")),
  ]
  return {
    externalRefs: given(({ external_ref }) => external_ref),
    phones: given(({ shared_phone, phone }) => !shared_phone && phone),
    sharedPhones: given(({ shared_phone, phone }) => shared_phone === true && phone),
    emails: given(({ email }) => email),
  }
}

/** Addresses go without a point: the worker asks the geocoder later. */
export async function insertImportedCustomers(
  tx: Tx,
  { companyId, now, actor }: Call,
  made: readonly NewImportedCustomer[],
): Promise<void> {
  const customers = made.map(({ id, input: { beside: _, ...record } }) => ({ ...newCustomer(record), id }))
  insertCustomers(tx, companyId, customers, now)
  const numbers = made.flatMap(({ id, input }) =>
    input.phone ? [{ customer_id: id, phone: input.phone, identifies: !input.shared_phone }] : [],
  )
  if (numbers.length > 0) insertNumbers(tx, companyId, numbers, now)
  const told = customers.map((customer, nth) => ({ ...customer, phone: made[nth]!.input.phone ?? null }))
  await recordImported(tx, { companyId, actor, at: new Date(now) }, told.map(customerInEvent))
}
