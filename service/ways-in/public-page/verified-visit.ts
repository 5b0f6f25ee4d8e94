/** The 30 minutes after a number was verified: its token, its limits and what its visitor may see. */

import { Refusal } from "../../../domain/model/errors.ts"
import { tokenHash } from "../../../domain/model/link-token.ts"
import type { BookableRequest, VerifiedVisit } from "../../../domain/model/public-page.ts"
import { type PublicPage, type PublicType, phoneToCall } from "../../../domain/model/public-page.ts"
import { associatedData } from "../../../domain/model/sealing.ts"
import { datesAreOver } from "../../../domain/rules/requests/request-state.ts"
import { findAssignedProvider } from "../../customers/customers.sql.ts"
import { hasGrantedTexts } from "../../customers/record-consents.ts"
import { listOpenRequests } from "../../ledger/scheduling-requests.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Db } from "../../platform/pg/database.ts"
import { listTypesToBook } from "./public-page.sql.ts"
import { countVerifiedVisitWrite, findVerifiedVisit, type VerifiedVisitRow } from "./verified-visits.sql.ts"

const tokenPattern = /^[A-Za-z0-9_-]{22}$/

export const isVisitToken = (text: string): boolean => tokenPattern.test(text)

/** The visit that has just been opened with this token. */
export async function visitOfToken(
  context: AppContext,
  page: PublicPage,
  token: string,
  now: number,
): Promise<VerifiedVisit> {
  return openVisit(context, page, await findVerifiedVisit(context.db, page.companyId, tokenHash(token), now))
}

/**
 * Throws `visit_expired` for a token that is over, unknown, or another company's, and when the number no longer identifies
 * the visit's customer, without saying which.
 */
export function openVisit(
  context: AppContext,
  { companyId }: PublicPage,
  row: VerifiedVisitRow | null,
): VerifiedVisit {
  if (!row) throw new Refusal("visit_expired")
  const phone = context.sealer.open(row.phone_sealed, associatedData.visit(companyId, row.id))
  if (row.customer_id !== null && !row.customer_phones.includes(phone)) throw new Refusal("visit_expired")
  return {
    id: row.id,
    phone,
    customer:
      row.customer_id === null
        ? null
        : { id: row.customer_id, first_name: row.first_name!, hasAddress: row.has_address },
    expiresAt: row.expires_at,
  }
}

/** A visit is shorter than the hour that this counts for, so that one counter holds the limit exactly. */
const writesAVisit = 30

/** Counts a registration or a booking. Throws `rate_limited` beyond the visit's limit. */
export async function limitVisitWrites(
  context: AppContext,
  page: PublicPage,
  visit: VerifiedVisit,
): Promise<void> {
  if (await countVerifiedVisitWrite(context.db, page.companyId, visit.id, writesAVisit)) return
  const leftMs = visit.expiresAt.getTime() - context.clock.now()
  throw new Refusal("rate_limited", {
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1_000)),
    details: { company_phone: phoneToCall(page) },
  })
}

/** The data that a verified visitor may see. */
export interface ShownVisit {
  visit: VerifiedVisit
  canRegister: boolean
  /** True where texts about appointments may go to the number. */
  textUpdates: boolean
  /** The one provider whom the company has assigned to the customer; null when it assigns none. */
  assignedProvider: { id: number; name: string } | null
  /** The requests that the customer is asked to book, and their types. */
  requests: BookableRequest[]
  requestedTypes: PublicType[]
}

export async function showVisit(
  context: AppContext,
  db: Db,
  page: PublicPage,
  visit: VerifiedVisit,
  now: number,
): Promise<ShownVisit> {
  const { companyId } = page
  const { customer } = visit
  const isAssigned = customer !== null && page.provider_assignment === "per_customer"
  const requests = customer ? await openRequests(db, page, customer.id, now) : []
  const typeIds = requests.map((request) => request.appointment_type_id)
  return {
    visit,
    canRegister: customer === null && page.new_customers === "allowed",
    textUpdates: await hasGrantedTexts(db, context.sealer, companyId, visit.phone),
    assignedProvider: isAssigned ? await findAssignedProvider(db, companyId, customer.id) : null,
    requests,
    requestedTypes: typeIds.length === 0 ? [] : await listTypesToBook(db, companyId, typeIds),
  }
}

async function openRequests(
  db: Db,
  { companyId, timezone }: PublicPage,
  customerId: number,
  now: number,
): Promise<BookableRequest[]> {
  const requests = await listOpenRequests(db, companyId, customerId)
  return requests.filter(({ latest_date, zones }) => !datesAreOver(latest_date, now, [timezone, ...zones]))
}
