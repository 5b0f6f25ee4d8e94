/** Webhooks as tests meet them: a worker that looks often, endpoints on loopback, and events without bookings. */
import { setTimeout as sleep } from "node:timers/promises"
import { eventId } from "../../domain/model/event.ts"
import { readQueue } from "../../service/outbox/deliveries-due.sql.ts"
import { draftEvent, insertEvent } from "../../service/outbox/events.sql.ts"
import type { Loop } from "../../service/platform/queue/loop.ts"
import { startDeliveries } from "../../service/webhooks/deliver-webhooks.worker.ts"
import type { DeliveryLimits } from "../../service/webhooks/delivery-limits.ts"
import type { Authority } from "./authority.ts"
import { postToLoopback } from "./loopback-post.ts"
import type { TestService } from "./service.ts"

export interface Endpoint {
  id: number
  secret: string
}

const quick: Partial<DeliveryLimits> = { pollMs: 50, restMs: 2, gatherMs: 2, retryMs: 50 }

/** Its deadline is one that only a receiver which never answers runs into; such a test brings a short one. */
export function startWorker(
  service: Pick<TestService, "context">,
  authority: Authority,
  limits: Partial<DeliveryLimits> & { deadlineMs?: number } = {},
): Loop {
  const { deadlineMs = 20_000, ...own } = limits
  return startDeliveries(service.context, postToLoopback(authority.ca, deadlineMs), { ...quick, ...own })
}

export async function makeEndpoint(
  service: TestService,
  port: number,
  fields: Record<string, unknown> = {},
  key = service.key,
): Promise<Endpoint> {
  const answer = await service.api(
    "POST",
    "/webhook-endpoints",
    { url: `https://hooks.example.com:${port}/hook`, events: ["appointment.created"], ...fields },
    { key },
  )
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/**
 * Records events as bookings would, for all the endpoints that want them, and commits them after `before`. Returns their ids
 * as receivers see them.
 */
export async function raiseEvent(
  { context }: Pick<TestService, "context">,
  companyId: number,
  count = 1,
  before: Promise<void> = Promise.resolve(),
): Promise<string[]> {
  const at = new Date(context.clock.now())
  const event = { ...sampleEvent, occurredAt: at, recordedAt: at }
  const ids: string[] = []
  await context.db.transaction(async (tx) => {
    const drafts = await Promise.all(Array.from({ length: count }, () => draftEvent(tx, companyId, event)))
    for (const draft of drafts) {
      const { due: queued } = insertEvent(tx, companyId, draft, event)
      ids.push(...queued.map((delivery) => eventId(delivery.event_id!)))
      if (queued.length > 0) tx.hint({ channel: "deliveries" })
    }
    await before
  })
  return ids
}

const sampleEvent = {
  type: "appointment.created" as const,
  source: { kind: "system" as const },
  data: {
    customer: { id: 1, external_ref: null, name: "Sam Poe", phone: null, email: null, address: null },
    scheduling_request: null,
  },
  customerId: 1,
  appointmentId: null,
  appointmentTypeId: 1,
  requestId: null,
  aboutEndpointId: null,
}

/** Until nothing is due or in flight by the service's clock. */
export async function settle(
  service: Pick<TestService, "context" | "clock">,
  withinMs = 20_000,
): Promise<void> {
  const until = performance.now() + withinMs
  while (performance.now() < until) {
    const { waiting, inFlight } = await readQueue(service.context.db, service.clock.now())
    if (waiting + inFlight === 0) return
    await sleep(5)
  }
  throw new Error("deliveries are still under way")
}

/** The newest delivery of the endpoint, opened. */
export async function newestDelivery(service: TestService, endpointId: number, key = service.key) {
  const path = `/webhook-endpoints/${endpointId}/deliveries`
  const list = await service.api("GET", path, undefined, { key })
  const newest = list.body.data[0]
  const opened = await service.api("GET", `${path}/${newest.id}`, undefined, { key })
  return opened.body.data
}
