/** Makes a customer of a visitor whose number identifies none. A visitor who is a customer already stays as they are. */

import type { Customer } from "../../../domain/model/customer.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { VerifiedVisit } from "../../../domain/model/public-page.ts"
import { type PublicPage, phoneToCall } from "../../../domain/model/public-page.ts"
import type { SuppliedAddress } from "../../booking/book.ts"
import { findIdentified, lockNumber } from "../../customers/contacts.sql.ts"
import { findCustomer } from "../../customers/customers.sql.ts"
import { grantTexts } from "../../customers/record-consents.ts"
import { registerCustomer } from "../../customers/register-customer.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"
import type { Tx } from "../../platform/pg/database.ts"
import { write } from "../../platform/write.ts"
import { type ShownVisit, showVisit } from "./verified-visit.ts"
import { setVerifiedVisitCustomer } from "./verified-visits.sql.ts"

export interface Registration {
  firstName: string
  lastName: string
  email: string | null
  address: SuppliedAddress | null
  textUpdates: boolean
}

export interface Registered extends ShownVisit {
  warnings: "email_taken"[]
}

/** Throws `registration_closed` when the company takes no new customers. */
export async function registerVisitor(
  context: AppContext,
  call: Call,
  page: PublicPage,
  visit: VerifiedVisit,
  registration: Registration,
): Promise<Registered> {
  if (visit.customer === null && page.new_customers !== "allowed") {
    throw new Refusal("registration_closed", { details: { company_phone: phoneToCall(page) } })
  }
  return write(context, call, "register_customer", async (tx) => {
    const { companyId, now } = call
    await lockNumber(tx, companyId, visit.phone)
    const warnings: Registered["warnings"] = []
    const customer =
      visit.customer ??
      (await known(tx, call, visit)) ??
      (await made(tx, call, visit, registration, warnings))
    await setVerifiedVisitCustomer(tx, companyId, visit.id, customer.id)
    if (registration.textUpdates) await grantTexts(tx, context.sealer, companyId, visit.phone, now)
    const shown = await showVisit(context, tx, page, { ...visit, customer }, now)
    const result: Registered = { ...shown, warnings }
    return { result, targetId: customer.id, customerId: customer.id, fields: Object.keys(registration) }
  })
}

type Registrant = NonNullable<VerifiedVisit["customer"]>

const registrant = ({ id, first_name, address, address_latitude }: Customer): Registrant => ({
  id,
  first_name,
  hasAddress: address !== null || address_latitude !== null,
})

/** The customer who got the number since the visit began: in another visit, or from the company. */
async function known(tx: Tx, { companyId }: Call, { phone }: VerifiedVisit): Promise<Registrant | null> {
  const id = await findIdentified(tx, companyId, phone)
  const customer = id === null ? null : await findCustomer(tx, companyId, id)
  return customer && registrant(customer)
}

async function made(
  tx: Tx,
  call: Call,
  { phone }: VerifiedVisit,
  { firstName, lastName, email, address }: Registration,
  warnings: Registered["warnings"],
): Promise<Registrant> {
  const registration = { phone, firstName, lastName, email, address, source: "public_page" as const }
  const registered = await registerCustomer(tx, call, registration)
  warnings.push(...registered.warnings)
  return registrant(registered.customer)
}
