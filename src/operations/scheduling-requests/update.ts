/** Changes to a scheduling request: its dates, its external reference, its booking link. */
import { notFound, Refusal } from "../../model/errors.ts"
import { byId, withPatch } from "../../model/fields.ts"
import { linkOf } from "../../model/link-token.ts"
import { requestPatch } from "../../model/scheduling-request.ts"
import { wrongDates } from "../../rules/requests/new-request.ts"
import { zonesServing } from "../../store/locations.ts"
import type { Tx } from "../../store/pg/database.ts"
import * as store from "../../store/scheduling-requests.ts"
import { type Call, found, operation } from "../operation.ts"
import { issueLink, linksAreSetUp } from "../shared/links.ts"
import { findRequestToLock, lockRequest } from "../shared/requests.ts"
import { write } from "../write.ts"
import { common, showRequest } from "./show-request.ts"

export const updateRequest = operation({
  ...common,
  name: "update_scheduling_request",
  refusals: ["request_not_open", "version_conflict"],
  summary: "Change a scheduling request",
  description: "Dates change while it is open; external_ref at any time.",
  params: byId,
  body: requestPatch,
  async run(context, call, { id, if_version, ...patch }) {
    const seen = await findRequestToLock(context.db, call.companyId, id)
    const withLink = await linksAreSetUp(context, call)
    return write(context, call, "update_scheduling_request", async (tx) => {
      const present = await lockRequest(tx, call.companyId, seen, if_version)
      const changed = withPatch(present, patch)
      const datesChange = patch.earliest_date !== undefined || patch.latest_date !== undefined
      if (datesChange) await judgeDates(tx, call, changed)
      await store.updateRequest(tx, call.companyId, changed, call.now)
      const request = await readAgain(tx, call, id)
      const result = showRequest(context, request, withLink)
      return { result, targetId: id, fields: Object.keys(patch), customerId: seen.customerId }
    })
  },
})

async function judgeDates(tx: Tx, call: Call, request: store.RequestWithType): Promise<void> {
  if (request.status !== "open") throw new Refusal("request_not_open")
  const zones = await zonesServing(tx, call.companyId, request)
  const dates = { earliestDate: request.earliest_date, latestDate: request.latest_date, now: call.now }
  const refusal = wrongDates(dates, zones)
  if (refusal) throw refusal
}

export const rotateLink = operation({
  ...common,
  name: "rotate_booking_link",
  summary: "Replace a scheduling request's booking link",
  secret: true,
  params: byId,
  async run(context, call, { id }) {
    const seen = await findRequestToLock(context.db, call.companyId, id)
    const withLink = await linksAreSetUp(context, call)
    return write(context, call, "rotate_booking_link", async (tx) => {
      await lockRequest(tx, call.companyId, seen)
      await store.nextLink(tx, call.companyId, id, context.linkKeys[0]!.id, call.now)
      const request = await readAgain(tx, call, id)
      issueLink(tx, call.companyId, linkOf("request", request), context.linkKeys)
      const result = showRequest(context, request, withLink)
      return { result, targetId: id, fields: ["booking_url"], customerId: seen.customerId }
    })
  },
})

const readAgain = async (tx: Tx, { companyId }: Call, id: number): Promise<store.RequestWithType> =>
  found(await store.findRequest(tx, companyId, id), notFound("scheduling request"))
