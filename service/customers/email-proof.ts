/** The answer of an email address's holder on the page that the first mail leads to. */
import { Refusal } from "../../domain/model/errors.ts"
import { findCompany } from "../company/companies.sql.ts"
import { listUpcoming } from "../ledger/appointments.sql.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { contextOf } from "../platform/company-context.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks, managingUrl } from "../platform/links.ts"
import { write } from "../platform/write.ts"
import { answerEmailProof, type EmailOnProof, findEmailOnProof } from "./customers.sql.ts"
import { isProofOf, readProofToken } from "./email-proofs.ts"

export interface OpenedProof {
  company: { name: string; phone: string | null; accentColor: string; locale: "en" | "fr" | "es" }
  email: string
  state: EmailOnProof["email_state"]
  /** The soonest appointment, once the email is proved; null without one. */
  manageUrl: string | null
}

/** Throws `not_found` for a token that is none, and for an email that has changed since. */
export async function openEmailProof(host: AppContext, token: string): Promise<OpenedProof> {
  const { context, company, customer, customerId } = await opened(host, token)
  const manageUrl = customer.email_state === null ? await soonestUrl(context, company, customerId) : null
  const { name, phone, accent_color: accentColor, locale } = company
  return {
    company: { name, phone, accentColor, locale: customer.locale ?? locale },
    email: customer.email,
    state: customer.email_state,
    manageUrl,
  }
}

/** Yes proves the email; no stops mails to it for good. The first answer counts, and a no may follow a yes. */
export async function answerProof(
  host: AppContext,
  token: string,
  answer: "yes" | "no",
  requestId: string,
): Promise<void> {
  const { context, company, customer, customerId } = await opened(host, token)
  const state = answer === "yes" ? null : "refused"
  const actor = { kind: "public", visitId: null, customerId } as const
  const call = { companyId: company.id, actor, requestId, now: context.clock.now() }
  await write(context, call, "answer_email_proof", async (tx) => {
    const isNews = await answerEmailProof(tx, company.id, customerId, { email: customer.email, state })
    return { result: null, targetId: customerId, fields: isNews ? ["email_state"] : [], customerId }
  })
}

async function opened(host: AppContext, token: string) {
  const read = readProofToken(token)
  const customer = read && (await findEmailOnProof(host.db, read.companyId, read.customerId))
  if (!read || !customer || !isProofOf(host, read, customer.email)) throw new Refusal("not_found")
  const context = await contextOf(host, read.companyId)
  const company = (await findCompany(host.db, read.companyId))!
  return { context, company, customer, customerId: read.customerId }
}

async function soonestUrl(
  context: AppContext,
  company: { id: number; booking_links_enabled: boolean },
  customerId: number,
): Promise<string | null> {
  if (!givesLinks(context, company)) return null
  const now = context.clock.now()
  const [soonest] = await listUpcoming(context.db, company.id, customerId, { now, most: 1 })
  if (!soonest) return null
  const requestId = soonest.scheduling_request_id
  const request = requestId === null ? null : await findRequest(context.db, company.id, requestId)
  return managingUrl(context, soonest, request)
}
