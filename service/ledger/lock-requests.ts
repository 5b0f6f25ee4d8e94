/** Scheduling requests as several operations lock, expire and link them. */

import { notFound, otherVersion } from "../../domain/model/errors.ts"
import type { CustomerInEvent } from "../../domain/model/event.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import type { OpenRequest } from "../../domain/rules/requests/request-state.ts"
import { datesAreOver } from "../../domain/rules/requests/request-state.ts"
import { zonesServing } from "../company/where-offered.sql.ts"
import { endOutreach } from "../messages/go-on-with-outreach.ts"
import { recordExpiry } from "../outbox/append-event.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import {
  findOpenRequest,
  findRequest,
  isRequestOf,
  type RequestWithType,
  setRequestStatus,
} from "./scheduling-requests.sql.ts"

/** A request and its customer, who never changes: found without locks, so that the locks can be taken in their order. */
export async function findRequestToLock(
  db: Db,
  companyId: number,
  requestId: number,
): Promise<{ requestId: number; customerId: number }> {
  const request = await findRequest(db, companyId, requestId)
  if (request === null) throw notFound("scheduling request")
  return { requestId, customerId: request.customer_id }
}

/**
 * Throws 404 for a scheduling request of another customer, as for an unknown one, and for any when the customer is not known.
 * Does nothing when none is named.
 */
export async function requireOwnRequest(
  db: Db,
  companyId: number,
  customer: { id: number } | null,
  requestId: number | null | undefined,
): Promise<void> {
  if (requestId == null) return
  const isOwn = customer !== null && (await isRequestOf(db, companyId, customer.id, requestId))
  if (!isOwn) throw notFound("scheduling request", "scheduling_request_id")
}

/** Locks a request and reads it under the lock. Throws `version_conflict` when it is no longer at `ifVersion`. */
export async function lockRequest(
  tx: Tx,
  companyId: number,
  { requestId, customerId }: { requestId: number; customerId: number },
  ifVersion?: number,
): Promise<RequestWithType> {
  lockInOrder(tx, { companyId, customerId, requestId })
  const request = await findRequest(tx, companyId, requestId)
  if (request === null) throw notFound("scheduling request")
  const conflict = otherVersion(request, ifVersion)
  if (conflict) throw conflict
  return request
}

/** The customer's open request of the type. Under the customer's lock no request of theirs opens or ends meanwhile. */
export async function findOpenOfType(
  db: Db,
  companyId: number,
  customerId: number,
  typeId: number,
): Promise<OpenRequest | null> {
  const request = await findOpenRequest(db, companyId, customerId, typeId)
  return request && { request, zones: await zonesServing(db, companyId, request) }
}

/**
 * Makes room for a new request of the type: an open one whose dates are over is expired. Returns the open one that stays.
 * The caller holds the customer's lock.
 */
export async function makeRoom(
  tx: Tx,
  { companyId, now }: { companyId: number; now: number },
  customer: CustomerInEvent,
  typeId: number,
): Promise<SchedulingRequest | null> {
  const open = await findOpenOfType(tx, companyId, customer.id, typeId)
  if (open === null) return null
  if (!datesAreOver(open.request.latest_date, now, open.zones)) return open.request
  await expireRequest(tx, companyId, open.request, customer, now)
  return null
}

/** Ends a request whose dates are over, with its event. The caller holds the request's or its customer's lock. */
export async function expireRequest(
  tx: Tx,
  companyId: number,
  request: SchedulingRequest,
  customer: CustomerInEvent,
  now: number,
): Promise<SchedulingRequest> {
  const expired = await setRequestStatus(tx, companyId, request.id, "expired", now)
  await endOutreach(tx, companyId, request.id, "expired", now)
  await recordExpiry(tx, companyId, expired, customer, now)
  return expired
}
