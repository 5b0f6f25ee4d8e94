/** A request under its locks, as its writes need it. */

import type { AppContext } from "../../context.ts"
import { notFound, Refusal } from "../../model/errors.ts"
import type { Tx } from "../../store/pg/database.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { findRequest, type RequestWithType } from "../../store/scheduling-requests.ts"
import { type Call, found } from "../operation.ts"

/** The customer never changes, so reading it unlocked tells which rows to lock. */
export async function customerOf(context: AppContext, call: Call, requestId: number): Promise<number> {
  return found(await findRequest(context.db, call.companyId, requestId), notFound("scheduling request"))
    .customer_id
}

export async function lockRequest(
  tx: Tx,
  call: Call,
  requestId: number,
  customerId: number,
  ifVersion?: number,
): Promise<RequestWithType> {
  lockInOrder(tx, { companyId: call.companyId, customerId, requestId })
  const request = found(await findRequest(tx, call.companyId, requestId), notFound("scheduling request"))
  if (ifVersion !== undefined && ifVersion !== request.version) throw new Refusal("version_conflict")
  return request
}
