/** Asks one customer to book one type within dates. At most one such request is open at a time. */
import type { z } from "zod"
import { customerInEvent } from "../../domain/model/customer.ts"
import { invalid, notFound, Refusal } from "../../domain/model/errors.ts"
import { newExternalData } from "../../domain/model/external-data.ts"
import { linkOf } from "../../domain/model/link-token.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { requestInput, type SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import { type RequestWish, whyNoRequest } from "../../domain/rules/requests/new-request.ts"
import { datesAreOver } from "../../domain/rules/requests/request-state.ts"
import { dateOfDay } from "../../domain/time/dates.ts"
import { minuteToLocal } from "../../domain/time/local-time.ts"
import { minuteOf, utcDayOf } from "../../domain/time/units.ts"
import { zonesServing } from "../company/where-offered.sql.ts"
import { findCustomer, findCustomerForEvent } from "../customers/customers.sql.ts"
import { findOpenOfType, makeRoom } from "../ledger/lock-requests.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import { insertRequest } from "../ledger/scheduling-requests.sql.ts"
import { startOutreach } from "../messages/go-on-with-outreach.ts"
import { findPlan } from "../messages/outreach-plans.sql.ts"
import { causes, previewing, previewOutreach } from "../messages/preview.ts"
import type { AppContext } from "../platform/context.ts"
import { issueLink, type LinkMaker, linksAreSetUp, makeLink } from "../platform/links.ts"
import { type Call, found, operation } from "../platform/operation.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { common, showRequest } from "./show-request.ts"

export const createRequest = operation({
  ...common,
  name: "create_scheduling_request",
  refusals: ["not_found", "open_request_exists", "type_not_bookable"],
  events: ["scheduling_request.expired"],
  summary: "Create a scheduling request",
  description: "409 `open_request_exists` names the customer's open request of the type.",
  body: requestInput,
  status: 201,
  secret: true,
  async run(context, call, input) {
    const { wish, loaded } = await readAndJudge(context, call, input)
    const withLink = await linksAreSetUp(context, call)
    return write(context, call, "create_scheduling_request", async (tx) => {
      lockInOrder(tx, { companyId: call.companyId, customerId: wish.customerId })
      await refuseSecond(tx, call, wish)
      const request = await insertRequest(
        tx,
        call.companyId,
        newRequest(context, { wish, loaded }, input),
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

export const previewRequest = operation({
  ...previewing,
  name: "preview_scheduling_request",
  refusals: createRequest.refusals!,
  summary: "Preview what a scheduling request would cause",
  body: requestInput,
  async run(context, call, input) {
    const { request, typeName, expires } = await wouldCreate(context, call, input)
    const expiry = expires ? (["scheduling_request.expired"] as const) : []
    if (input.outreach_plan_id == null) return causes([], ...expiry)
    const plan = found(
      await findPlan(context.db, call.companyId, input.outreach_plan_id),
      notFound("outreach plan", "outreach_plan_id"),
    )
    return causes(await previewOutreach(context, call, { request, typeName, plan }), ...expiry)
  },
})

type RequestInput = z.output<typeof requestInput>

/** The request that would be made now, with 0 for its id, and the one that it would expire. Throws the refusal. */
async function wouldCreate(
  context: AppContext,
  call: Call,
  input: RequestInput,
): Promise<{ request: SchedulingRequest; typeName: string; expires: SchedulingRequest | null }> {
  const { wish, loaded } = await readAndJudge(context, call, input)
  const open = await findOpenOfType(context.db, call.companyId, wish.customerId, wish.typeId)
  const isOver = open !== null && datesAreOver(open.request.latest_date, call.now, open.zones)
  if (open !== null && !isOver) throw openRequestExists(open.request.id)
  const now = new Date(call.now)
  const request = {
    ...newRequest(context, { wish, loaded }, input),
    ...{ id: 0, status: "open" as const, link_version: 1, version: 1, created_at: now, updated_at: now },
  }
  return { request, typeName: loaded.type!.name, expires: open?.request ?? null }
}

async function readAndJudge(
  { db }: AppContext,
  call: Call,
  input: RequestInput,
): Promise<{ wish: RequestWish; loaded: LoadedSchedules }> {
  const wish = wishOf(input, call.now)
  const loaded = await load(db, call, wish)
  const zones = await zonesServing(db, call.companyId, {
    appointment_type_id: wish.typeId,
    location_id: wish.locationId,
    provider_id: wish.providerId,
    latest_date: wish.latestDate,
  })
  const refusal = whyNoRequest(loaded, wish, zones)
  if (refusal) throw refusal
  return { wish, loaded }
}

const newRequest = (
  links: LinkMaker,
  { wish, loaded }: { wish: RequestWish; loaded: LoadedSchedules },
  { external_ref, metadata, duration_label }: RequestInput,
) => ({
  customer_id: wish.customerId,
  appointment_type_id: wish.typeId,
  earliest_date: wish.earliestDate,
  latest_date: wish.latestDate,
  ...newExternalData({ external_ref, metadata }),
  location_id: wish.locationId,
  provider_id: wish.providerId,
  block_minutes: wish.blockMinutes,
  duration_label: duration_label ?? null,
  made_on: dateOfDay(minuteToLocal(loaded.company.timezone, minuteOf(wish.now)).day),
  ...makeLink(links),
})

function wishOf(input: RequestInput, now: number): RequestWish {
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
    now: call.now,
  })
}

async function refuseSecond(tx: Tx, call: Call, wish: RequestWish): Promise<void> {
  // Looked up again under the lock: the customer may have been archived or erased since.
  if (!(await findCustomer(tx, call.companyId, wish.customerId))) throw notFound("customer", "customer_id")
  const row = (await findCustomerForEvent(tx, call.companyId, wish.customerId))!
  const open = await makeRoom(tx, call, customerInEvent(row), wish.typeId)
  if (open !== null) throw openRequestExists(open.id)
}

const openRequestExists = (id: number) =>
  new Refusal("open_request_exists", {
    message: `The customer already has an open request for this type: ${id}.`,
    details: { scheduling_request_id: id },
  })
