/** Statements about mails to a customer's email: by the company's people, and by the customer through an offer's link. */
import { emailConsentInput, unsubscribeSource } from "../../domain/model/contact.ts"
import { customerView } from "../../domain/model/customer.ts"
import { invalid, notFound, Refusal } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { whyNotMailed } from "../../domain/rules/mails/email-consent.ts"
import { findCompany } from "../company/companies.sql.ts"
import { contextOf } from "../platform/company-context.ts"
import type { AppContext } from "../platform/context.ts"
import { found, operation, staff } from "../platform/operation.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { findCustomer } from "./customers.sql.ts"
import { findEmailConsent, recordEmailConsent } from "./email-consents.ts"
import { showCustomer } from "./show-customers.ts"
import { readUnsubscribeToken } from "./unsubscribe-links.ts"

export const recordConsentToMails = operation({
  noun: "Customers",
  roles: staff,
  name: "record_email_consent",
  summary: "Record consent, or an opt-out, for mails to a customer",
  description:
    "Adds to the history of the customer's email; the newest entry counts. It belongs to the address and stays with it. Outreach and " +
    "offers go only after `granted`; what a booking needs goes unless `revoked`. Refused for a customer without an email.",
  params: byId,
  body: emailConsentInput,
  result: customerView,
  status: 201,
  async run(context, call, { id, event, source }) {
    const { companyId, now } = call
    return write(context, call, "record_email_consent", async (tx) => {
      lockInOrder(tx, { companyId, customerId: id })
      const customer = found(await findCustomer(tx, companyId, id), notFound("customer"))
      if (customer.email === null) throw invalid("id", "expected a customer with an email")
      await recordEmailConsent(tx, context.sealer, companyId, { email: customer.email, event, source }, now)
      const result = await showCustomer(tx, context.sealer, companyId, customer)
      return { result, targetId: id, customerId: id, fields: ["event", "source"] }
    })
  },
})

export interface OpenedUnsubscribe {
  company: { name: string; phone: string | null; accentColor: string; locale: "en" | "fr" | "es" }
  /** Offers go to the customer. */
  isSubscribed: boolean
}

/** Changes nothing. Throws `not_found` for a token that this host has not made. */
export async function openUnsubscribe(host: AppContext, token: string): Promise<OpenedUnsubscribe> {
  const { company, customer } = await opened(host, token)
  const { name, phone, accent_color: accentColor, locale } = company
  const newest =
    customer?.email == null ? null : await findEmailConsent(host.db, host.sealer, company.id, customer.email)
  return {
    company: { name, phone, accentColor, locale: customer?.locale ?? locale },
    isSubscribed: whyNotMailed("offer", newest) === null,
  }
}

/** The customer wants no offers. Said twice, it is kept once; of an erased customer nothing is. */
export async function unsubscribe(host: AppContext, token: string, requestId: string): Promise<void> {
  const { context, company, customer } = await opened(host, token)
  if (customer?.email == null) return
  const { id: customerId, email } = customer
  const actor = { kind: "public", visitId: null, customerId } as const
  const call = { companyId: company.id, actor, requestId, now: context.clock.now() }
  await write(context, call, "unsubscribe", async (tx) => {
    lockInOrder(tx, { companyId: company.id, customerId })
    const newest = await findEmailConsent(tx, context.sealer, company.id, email)
    const isNews = newest?.event !== "revoked"
    const said = { email, event: "revoked", source: unsubscribeSource } as const
    if (isNews) await recordEmailConsent(tx, context.sealer, company.id, said, call.now)
    return { result: null, targetId: customerId, fields: isNews ? ["email_consents"] : [], customerId }
  })
}

async function opened(host: AppContext, token: string) {
  const ids = readUnsubscribeToken(host.sealer, token)
  const company = ids && (await findCompany(host.db, ids.companyId))
  if (!ids || !company) throw new Refusal("not_found")
  const context = await contextOf(host, ids.companyId)
  return { context, company, customer: await findCustomer(host.db, ids.companyId, ids.customerId) }
}
