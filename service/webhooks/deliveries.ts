/** The log of what was sent to an endpoint, and the three ways to send more: again, what was missed, a test. */
import { z } from "zod"
import { sourceOf } from "../../domain/model/actor.ts"
import {
  deliveryStatuses,
  deliveryView,
  openedDeliveryView,
  queuedDelivery,
  showAttempt,
  showDelivery,
} from "../../domain/model/delivery.ts"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { envelopeOf, eventIdText, subscribableTypes, webhookTest } from "../../domain/model/event.ts"
import { testEvent } from "../../domain/model/event-schemas.ts"
import { byId, idText, instant, page, wholeText } from "../../domain/model/fields.ts"
import { decodeCursor, defaultLimit, pageOf } from "../../domain/model/paging.ts"
import { iso } from "../../domain/model/views.ts"
import { recoverInput, recoverView } from "../../domain/model/webhook-endpoint.ts"
import { msPerDay } from "../../domain/time/units.ts"
import { findEvent, listEventIdsAbout, nextEventId } from "../outbox/events.sql.ts"
import { enqueueDeliveries } from "../outbox/plan-deliveries.ts"
import { findEndpoint, listEndpoints, lockEndpoint } from "../outbox/webhook-endpoints.sql.ts"
import {
  adminOnly,
  type Call,
  found,
  type ListContext,
  type Listed,
  listOperation,
  operation,
  staff,
} from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { limitWebhookTests } from "../platform/rate-limits.ts"
import { write } from "../platform/write.ts"
import * as store from "./deliveries.sql.ts"

const common = { noun: "Webhooks", roles: staff, userRoles: adminOnly, result: deliveryView }
const byDelivery = z.strictObject({ id: idText, deliveryId: idText })

/** How long events and deliveries are kept. */
const keptMs = 30 * msPerDay

const filters = z.strictObject({
  ...page,
  status: z.enum(deliveryStatuses, { error: `expected one of ${deliveryStatuses.join(", ")}` }).optional(),
  status_code: wholeText(100, 599)
    .optional()
    .meta({ description: "An attempt was answered with this status, the last or another." }),
  event_type: z
    .enum(subscribableTypes, { error: `expected one of ${subscribableTypes.join(", ")}` })
    .optional(),
  event_id: eventIdText.optional(),
  appointment_id: idText.optional().meta({ description: "Of events about this appointment." }),
  scheduling_request_id: idText.optional().meta({ description: "Of events about this scheduling request." }),
  from: instant.optional().meta({ description: "Created then or later." }),
  to: instant.optional().meta({ description: "Created before then." }),
})

export const listDeliveries = listOperation({
  ...common,
  name: "list_deliveries",
  summary: "List an endpoint's deliveries",
  description:
    "The log of the last 30 days, newest first. Events that were raised while the endpoint was disabled are `abandoned` in it.",
  params: byId,
  query: filters,
  async run(context, call, { id, ...filter }) {
    found(await findEndpoint(context.db, call.companyId, id), notFound("webhook endpoint"))
    return listOf(context, call, [id], filter)
  },
})

export const listAllDeliveries = listOperation({
  ...common,
  name: "list_all_deliveries",
  summary: "List the deliveries to all endpoints",
  description: "The logs of all the company's endpoints in one list, newest first.",
  query: filters,
  async run(context, call, filter) {
    const endpoints = await listEndpoints(context.db, call.companyId)
    return listOf(
      context,
      call,
      endpoints.map(({ id }) => id),
      filter,
    )
  },
})

async function listOf(
  { db }: ListContext,
  { companyId, now }: Call,
  endpointIds: readonly number[],
  filter: z.output<typeof filters>,
): Promise<Listed<z.input<typeof deliveryView>>> {
  const limit = filter.limit ?? defaultLimit
  const cursor = decodeCursor(filter.cursor, ["number"])
  const rows = await store.listDeliveries(db, companyId, {
    endpointIds,
    eventIds: await eventIdsOf(db, companyId, filter),
    status: filter.status ?? null,
    eventType: filter.event_type ?? null,
    statusCode: filter.status_code ?? null,
    from: new Date(Math.max(now - keptMs, filter.from === undefined ? 0 : Date.parse(filter.from))),
    to: filter.to === undefined ? null : new Date(filter.to),
    beforeId: cursor === null ? null : (cursor[0] as number),
    limit: limit + 1,
  })
  return pageOf(rows.map(showDelivery), limit, (row) => [row.id])
}

/** The events that a filter names by themselves or by what they are about; null when it names none. */
async function eventIdsOf(
  db: Db,
  companyId: number,
  {
    event_id: eventId,
    appointment_id: appointmentId,
    scheduling_request_id: requestId,
  }: z.output<typeof filters>,
): Promise<number[] | null> {
  if (appointmentId === undefined && requestId === undefined) return eventId === undefined ? null : [eventId]
  const about = { appointmentId: appointmentId ?? null, requestId: requestId ?? null }
  const ids = await listEventIdsAbout(db, companyId, about)
  return eventId === undefined ? ids : ids.filter((id) => id === eventId)
}

export const readDelivery = operation({
  ...common,
  name: "read_delivery",
  summary: "Read a delivery",
  description: "With its payload and every attempt.",
  params: byDelivery,
  result: openedDeliveryView,
  async run({ db }, { companyId }, { id, deliveryId }) {
    found(await findEndpoint(db, companyId, id), notFound("webhook endpoint"))
    const { payload, ...delivery } = found(
      await store.findDelivery(db, companyId, id, deliveryId),
      notFound("delivery"),
    )
    const event = payload === null ? await findEvent(db, companyId, delivery.event_id) : null
    const attempts = await store.listAttempts(db, companyId, id, deliveryId)
    const shown = showDelivery(delivery)
    return {
      ...shown,
      payload: event ? envelopeOf(companyId, event) : payload,
      attempt_log: attempts.map((attempt) => showAttempt(attempt, shown.event_id)),
    }
  },
})

export const redeliverDelivery = operation({
  ...common,
  name: "redeliver_delivery",
  summary: "Send a delivery again",
  description:
    "A new delivery of the same event, with the same webhook-id, also when the first has arrived, and also to a disabled " +
    "endpoint.",
  params: byDelivery,
  status: 201,
  async run(context, call, { id, deliveryId }) {
    return write(context, call, "redeliver_delivery", async (tx) => {
      const { companyId, now } = call
      found(await lockEndpoint(tx, companyId, id), notFound("webhook endpoint"))
      const first = found(await store.findDelivery(tx, companyId, id, deliveryId), notFound("delivery"))
      if (first.payload === null) found(await findEvent(tx, companyId, first.event_id), notFound("event"))
      const again = await store.insertDelivery(tx, companyId, {
        endpointId: id,
        eventId: first.event_id,
        eventType: first.event_type,
        trigger: "redeliver",
        payload: first.payload,
        now,
      })
      enqueueDeliveries(tx, companyId, [queuedDelivery(again)], {
        dueAt: again.created_at,
        byHand: true,
      })
      return { result: showDelivery(again), targetId: again.id, fields: [] }
    })
  },
})

export const recoverWebhookEndpoint = operation({
  ...common,
  name: "recover_webhook_endpoint",
  refusals: ["endpoint_disabled"],
  summary: "Send again what an endpoint missed",
  description:
    "Every event since then that the endpoint wants and that has not reached it, those raised while it was disabled " +
    "included; those from before it was made with `before_creation`. What is on its way anyway is not sent twice, and what " +
    "is not sent at all is in `left_out`. 409 `endpoint_disabled` until it is enabled again.",
  params: byId,
  body: recoverInput,
  result: recoverView,
  async run(context, call, { id, since, before_creation: beforeCreation }) {
    return write(context, call, "recover_webhook_endpoint", async (tx) => {
      const { companyId, now } = call
      const endpoint = found(await lockEndpoint(tx, companyId, id), notFound("webhook endpoint"))
      if (!endpoint.enabled) throw new Refusal("endpoint_disabled")
      const from = new Date(Math.max(Date.parse(since), now - keptMs))
      const recovery = { endpointId: id, since: from, beforeCreation, now }
      const leftOut = await store.countLeftOut(tx, companyId, recovery)
      const queued = await store.insertRecovered(tx, companyId, recovery)
      enqueueDeliveries(tx, companyId, queued, { dueAt: new Date(now), byHand: false })
      const left_out = { imported: leftOut.imported, before_creation: leftOut.beforeCreation }
      const result = { recovered: queued.length, since: iso(from), left_out }
      return { result, targetId: id, fields: [] }
    })
  },
})

export const testWebhookEndpoint = operation({
  ...common,
  name: "test_webhook_endpoint",
  summary: "Send a test event",
  description:
    "Sends `webhook.test` with a sample appointment to this endpoint only, also to a disabled one. Its outcome is in the " +
    "delivery log, and never counts towards disabling. Ten a minute for each endpoint: 429 `rate_limited`.",
  params: byId,
  status: 201,
  async run(context, call, { id }) {
    found(await findEndpoint(context.db, call.companyId, id), notFound("webhook endpoint"))
    await limitWebhookTests(context, call.companyId, id)
    return write(context, call, "test_webhook_endpoint", async (tx) => {
      const { companyId, now } = call
      found(await lockEndpoint(tx, companyId, id), notFound("webhook endpoint"))
      const eventId = await nextEventId(tx, companyId, now)
      const payload = testEvent(companyId, eventId, sourceOf(call.actor), now)
      const delivery = await store.insertDelivery(tx, companyId, {
        endpointId: id,
        eventId,
        eventType: webhookTest,
        trigger: "test",
        payload,
        now,
      })
      enqueueDeliveries(tx, companyId, [queuedDelivery(delivery)], {
        dueAt: delivery.created_at,
        byHand: true,
      })
      return { result: showDelivery(delivery), targetId: id, fields: [] }
    })
  },
})
