/** Asks one customer to book one type within dates. At most one such request is open at a time. */
import { customerInEvent } from "../../model/customer.ts"
import { invalid, notFound, Refusal } from "../../model/errors.ts"
import { linkOf } from "../../model/link-token.ts"
import { requestInput } from "../../model/scheduling-request.ts"
import { type RequestWish, whyNoRequest } from "../../rules/requests/new-request.ts"
import { findCustomer, findCustomerForEvent } from "../../store/customers.ts"
import { zonesServing } from "../../store/locations.ts"
import type { Db, Tx } from "../../store/pg/database.ts"
import { lockInOrder } from "../../store/pg/locks.ts"
import { loadSchedules } from "../../store/schedules.ts"
import { insertRequest } from "../../store/scheduling-requests.ts"
import { utcDayOf } from "../../time/units.ts"
import { type Call, operation } from "../operation.ts"
import { issueLink, linksAreSetUp } from "../shared/links.ts"
import { startOutreach } from "../shared/outreach.ts"
import { makeRoom } from "../shared/requests.ts"
import { write } from "../write.ts"
import { common, showRequest } from "./show-request.ts"

export const createRequest = operation({
  ...common,
  name: "create_scheduling_request",
  summary: "Create a scheduling request",
  description: "409 `open_request_exists` names the customer's open request of the type.",
  body: requestInput,
  status: 201,
  secret: true,
  async run(context, call, input) {
    const wish = wishOf(input, call.now)
    const loaded = await load(context.db, call, wish)
    const zones = await zonesServing(context.db, call.companyId, {
      appointment_type_id: wish.typeId,
      location_id: wish.locationId,
      provider_id: wish.providerId,
      latest_date: wish.latestDate,
    })
    const refusal = whyNoRequest(loaded, wish, zones)
    if (refusal) throw refusal
    const withLink = await linksAreSetUp(context, call)
    return write(context, call, "create_scheduling_request", async (tx) => {
      lockInOrder(tx, { companyId: call.companyId, customerId: wish.customerId })
      await refuseSecond(tx, call, wish)
      const request = await insertRequest(
        tx,
        call.companyId,
        {
          customer_id: wish.customerId,
          appointment_type_id: wish.typeId,
          earliest_date: wish.earliestDate,
          latest_date: wish.latestDate,
          external_ref: input.external_ref ?? null,
          location_id: wish.locationId,
          provider_id: wish.providerId,
          block_minutes: wish.blockMinutes,
          duration_label: input.duration_label ?? null,
          link_key_id: context.linkKeys[0]!.id,
        },
        call.now,
      )
      issueLink(tx, call.companyId, linkOf("request", request), context.linkKeys)
      if (input.outreach_plan_id != null) {
        const start = { requestId: request.id, customerId: wish.customerId, planId: input.outreach_plan_id }
        await startOutreach(tx, call.companyId, start, call.now)
      }
      const withType = { ...request, type_block_minutes: loaded.type!.block_minutes }
      const result = showRequest(context, withType, withLink)
      const { id: targetId, customer_id: customerId } = request
      return { result, targetId, fields: Object.keys(input), customerId }
    })
  },
})

function wishOf(input: typeof requestInput._output, now: number): RequestWish {
  if (input.duration_minutes != null && input.blocks != null) {
    throw invalid("blocks", "expected either duration_minutes or blocks, not both")
  }
  return {
    now,
    customerId: input.customer_id,
    typeId: input.appointment_type_id,
    earliestDate: input.earliest_date ?? null,
    latestDate: input.latest_date,
    locationId: input.location_id ?? null,
    providerId: input.provider_id ?? null,
    blockMinutes: input.blocks ?? (input.duration_minutes == null ? null : [input.duration_minutes]),
  }
}

function load(db: Db, call: Call, wish: RequestWish) {
  const today = utcDayOf(call.now)
  return loadSchedules(db, {
    companyId: call.companyId,
    typeId: wish.typeId,
    firstDay: today,
    endDay: today,
    customerId: wish.customerId,
    requestId: null,
    providerId: wish.providerId,
    locationId: wish.locationId,
    movedAppointmentId: null,
    blockCount: null,
    onlyWanted: false,
  })
}

async function refuseSecond(tx: Tx, call: Call, wish: RequestWish): Promise<void> {
  // Looked up again under the lock: the customer may have been archived or erased since.
  if (!(await findCustomer(tx, call.companyId, wish.customerId))) throw notFound("customer", "customer_id")
  const row = (await findCustomerForEvent(tx, call.companyId, wish.customerId))!
  const open = await makeRoom(tx, call, customerInEvent(row), wish.typeId)
  if (open === null) return
  throw new Refusal("open_request_exists", {
    message: `The customer already has an open request for this type: ${open.id}.`,
    details: { scheduling_request_id: open.id },
  })
}
