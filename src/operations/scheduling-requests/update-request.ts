import { z } from "zod"
import { notFound, Refusal } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { requestPatch, requestView } from "../../model/scheduling-request.ts"
import { wrongDates } from "../../rules/requests/new-request.ts"
import { zonesServing } from "../../store/locations.ts"
import { findRequest, updateRequest as store } from "../../store/scheduling-requests.ts"
import { found, operation, staff } from "../operation.ts"
import { write } from "../write.ts"
import { customerOf, lockRequest } from "./lock-request.ts"
import { linksAreSetUp, showRequest } from "./show-request.ts"

export const updateRequest = operation({
  name: "update_scheduling_request",
  summary: "Change a scheduling request",
  description: "Dates change while it is open; external_ref at any time.",
  noun: "Scheduling requests",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: requestPatch,
  result: requestView,
  async run(context, call, { id, if_version, ...patch }) {
    const customerId = await customerOf(context, call, id)
    const withLink = await linksAreSetUp(context, call)
    return write(context, call, "update_scheduling_request", async (tx) => {
      const present = await lockRequest(tx, call, id, customerId, if_version)
      const changed = {
        ...present,
        earliest_date: patch.earliest_date === undefined ? present.earliest_date : patch.earliest_date,
        latest_date: patch.latest_date ?? present.latest_date,
        external_ref: patch.external_ref === undefined ? present.external_ref : patch.external_ref,
      }
      if (patch.earliest_date !== undefined || patch.latest_date !== undefined) {
        if (present.status !== "open") throw new Refusal("request_not_open")
        const zones = await zonesServing(tx, call.companyId, present.appointment_type_id, present.location_id)
        const dates = { earliestDate: changed.earliest_date, latestDate: changed.latest_date, now: call.now }
        const refusal = wrongDates(dates, zones)
        if (refusal) throw refusal
      }
      await store(tx, call.companyId, changed, call.now)
      const request = found(await findRequest(tx, call.companyId, id), notFound("scheduling request"))
      return {
        result: showRequest(context, request, withLink),
        targetId: id,
        fields: Object.keys(patch),
        customerId,
      }
    })
  },
})
