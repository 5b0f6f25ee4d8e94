/** Changes to a scheduling request: its dates, location and provider, its external reference, its booking link. */
import type { z } from "zod"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { changedMetadata } from "../../domain/model/external-data.ts"
import { byId, withPatch } from "../../domain/model/fields.ts"
import { linkOf } from "../../domain/model/link-token.ts"
import { requestPatch } from "../../domain/model/scheduling-request.ts"
import { wrongDates, wrongWishes } from "../../domain/rules/requests/new-request.ts"
import { utcDayOf } from "../../domain/time/units.ts"
import { zonesServing } from "../company/where-offered.sql.ts"
import { findRequestToLock, lockRequest } from "../ledger/lock-requests.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import * as store from "../ledger/scheduling-requests.sql.ts"
import { issueLink, linksAreSetUp, makeLink } from "../platform/links.ts"
import { type Call, found, operation } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import { common, showRequest } from "./show-request.ts"

export const updateRequest = operation({
  ...common,
  name: "update_scheduling_request",
  refusals: ["not_found", "request_not_open", "version_conflict"],
  summary: "Change a scheduling request",
  description: "Dates, location and provider change while it is open; external_ref and metadata at any time.",
  params: byId,
  body: requestPatch,
  async run(context, call, { id, if_version, metadata, ...patch }) {
    const seen = await findRequestToLock(context.db, call.companyId, id)
    const withLink = await linksAreSetUp(context, call)
    return write(context, call, "update_scheduling_request", async (tx) => {
      const present = await lockRequest(tx, call.companyId, seen, if_version)
      const changed = { ...withPatch(present, patch), metadata: changedMetadata(present.metadata, metadata) }
      const datesChange = patch.earliest_date !== undefined || patch.latest_date !== undefined
      const wishesChange = patch.location_id !== undefined || patch.provider_id !== undefined
      if ((datesChange || wishesChange) && present.status !== "open") throw new Refusal("request_not_open")
      if (wishesChange) await judgeWishes(tx, call, changed, patch)
      if (datesChange) await judgeDates(tx, call, changed)
      await store.updateRequest(tx, call.companyId, changed, call.now)
      const request = await readAgain(tx, call, id)
      const result = showRequest(context, request, withLink)
      return {
        result,
        targetId: id,
        fields: [...Object.keys(patch), ...(metadata === undefined ? [] : ["metadata"])],
        customerId: seen.customerId,
      }
    })
  },
})

/** Only what changes: the other wish may name somebody who is not there any more. */
async function judgeWishes(
  tx: Tx,
  { companyId, now }: Call,
  request: store.RequestWithType,
  {
    location_id = null,
    provider_id = null,
  }: Pick<z.output<typeof requestPatch>, "location_id" | "provider_id">,
): Promise<void> {
  const today = utcDayOf(now)
  const loaded = await loadSchedules(tx, {
    companyId,
    typeId: request.appointment_type_id,
    firstDay: today,
    endDay: today,
    customerId: request.customer_id,
    requestId: null,
    providerId: provider_id,
    locationId: location_id,
    movedAppointmentId: null,
    blockCount: null,
    onlyWanted: false,
    now,
  })
  const refusal = wrongWishes(loaded, { locationId: location_id, providerId: provider_id })
  if (refusal) throw refusal
}

async function judgeDates(tx: Tx, call: Call, request: store.RequestWithType): Promise<void> {
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
      await store.nextLink(tx, call.companyId, id, makeLink(context), call.now)
      const request = await readAgain(tx, call, id)
      issueLink(tx, call.companyId, linkOf("request", request), context.linkKeys)
      const result = showRequest(context, request, withLink)
      return { result, targetId: id, fields: ["booking_url"], customerId: seen.customerId }
    })
  },
})

const readAgain = async (tx: Tx, { companyId }: Call, id: number): Promise<store.RequestWithType> =>
  found(await store.findRequest(tx, companyId, id), notFound("scheduling request"))
