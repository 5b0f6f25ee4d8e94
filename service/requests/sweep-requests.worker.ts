/** Expires requests whose dates are over everywhere they could be served. Any number of workers may sweep at once. */

import { customerInEvent } from "../../domain/model/customer.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import { isTestCompany } from "../../domain/model/test-company.ts"
import { datesAreOver } from "../../domain/rules/requests/request-state.ts"
import { dateOfDay } from "../../domain/time/dates.ts"
import { msPerHour, utcDayOf } from "../../domain/time/units.ts"
import { listCompanyIds } from "../company/companies.sql.ts"
import { zonesServing } from "../company/where-offered.sql.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import { expireRequest } from "../ledger/lock-requests.ts"
import { findRequest, listEndingRequests } from "../ledger/scheduling-requests.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { forEachPart } from "../platform/part-by-part.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"

/** The zone furthest ahead is fourteen hours before UTC: no date is over anywhere sooner than that. */
const furthestAheadMs = 14 * msPerHour
const mostASweep = 200

/** Sweeps live companies. Returns how many requests it expired. */
export async function sweepRequests(context: AppContext): Promise<number> {
  const live = (await listCompanyIds(context.db)).filter((companyId) => !isTestCompany(companyId))
  const expired = await forEachPart(context, "sweep-requests", live, (companyId) =>
    sweepCompany(context, companyId),
  )
  return expired.flat().length
}

/** Returns the ids of those that it expired, at most `mostASweep`. */
export async function sweepCompany(context: AppContext, companyId: number): Promise<number[]> {
  const now = context.clock.now()
  const overSomewhere = dateOfDay(utcDayOf(now + furthestAheadMs))
  const call: Call = { companyId, actor: { kind: "system" }, requestId: "sweep", now }
  const expired: number[] = []
  for (const request of await listEndingRequests(context.db, companyId, overSomewhere, mostASweep)) {
    if ((await isOver(context, call, request)) && (await expire(context, call, request)))
      expired.push(request.id)
  }
  return expired
}

async function isOver(context: AppContext, call: Call, request: SchedulingRequest): Promise<boolean> {
  const zones = await zonesServing(context.db, call.companyId, request)
  return datesAreOver(request.latest_date, call.now, zones)
}

/** False when the request was booked, changed or expired meanwhile. */
async function expire(context: AppContext, call: Call, seen: SchedulingRequest): Promise<boolean> {
  return write(context, call, "expire_scheduling_request", async (tx) => {
    lockInOrder(tx, { companyId: call.companyId, customerId: seen.customer_id, requestId: seen.id })
    const request = await findRequest(tx, call.companyId, seen.id)
    const isSame = request?.status === "open" && request.latest_date === seen.latest_date
    const customer = isSame ? await findCustomerForEvent(tx, call.companyId, seen.customer_id) : null
    if (isSame && customer)
      await expireRequest(tx, call.companyId, request, customerInEvent(customer), call.now)
    const done = isSame && customer !== null
    return {
      result: done,
      targetId: seen.id,
      fields: done ? ["status"] : [],
      customerId: seen.customer_id,
    }
  })
}
