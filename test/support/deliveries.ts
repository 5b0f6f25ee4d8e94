/** Webhooks as tests meet them: a worker with short deadlines, endpoints on loopback, and events without bookings. */
import { setTimeout as sleep } from "node:timers/promises"
import { createAddressGuard } from "../../src/adapters/webhooks/address-guard.ts"
import { createPost } from "../../src/adapters/webhooks/post.ts"
import { enqueueDeliveries } from "../../src/changes/enqueue-deliveries.ts"
import type { Post } from "../../src/ports.ts"
import { readQueue } from "../../src/store/deliveries-due.ts"
import { insertEvent } from "../../src/store/events.ts"
import { startDeliveries } from "../../src/worker/deliver-webhooks.ts"
import type { DeliveryLimits } from "../../src/worker/deliveries/limits.ts"
import type { Loop } from "../../src/worker/loop.ts"
import type { Authority } from "./authority.ts"
import type { TestService } from "./service.ts"

export interface Endpoint {
  id: number
  secret: string
}

/** Every name is this machine: the receivers are here. */
export function postToLoopback(authority: Authority, deadlineMs: number): Post {
  const guard = createAddressGuard({
    allowPrivate: true,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  })
  return createPost({ guard, deadlineMs, ca: authority.ca })
}

const quick: Partial<DeliveryLimits> = { pollMs: 50, claimPauseMs: 2, gatherMs: 2, retryMs: 50 }

export function startWorker(
  service: Pick<TestService, "house">,
  authority: Authority,
  limits: Partial<DeliveryLimits> & { deadlineMs?: number } = {},
): Loop {
  const { deadlineMs = 1_000, ...own } = limits
  return startDeliveries(service.house, postToLoopback(authority, deadlineMs), { ...quick, ...own })
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

/** Records an event as a booking would, for all the endpoints that want it. */
export async function raiseEvent(
  service: Pick<TestService, "house" | "clock">,
  companyId: number,
  count = 1,
): Promise<void> {
  const at = new Date(service.clock.now())
  await service.house.db.transaction(async (tx) => {
    for (let i = 0; i < count; i += 1) {
      const queued = await insertEvent(tx, companyId, {
        type: "appointment.created",
        occurredAt: at,
        recordedAt: at,
        source: { kind: "system" },
        data: {
          customer: { id: 1, external_ref: null, name: "Sam Poe", phone: null, email: null, address: null },
          scheduling_request: null,
        },
        customerId: 1,
        appointmentId: null,
        appointmentTypeId: 1,
        requestId: null,
      })
      await enqueueDeliveries(tx, companyId, queued, at)
    }
  })
}

/** Until nothing is due or in flight by the service's clock. */
export async function settle(
  service: Pick<TestService, "house" | "clock">,
  withinMs = 10_000,
): Promise<void> {
  const until = performance.now() + withinMs
  while (performance.now() < until) {
    const { waiting, inFlight } = await readQueue(service.house.db, service.clock.now())
    if (waiting + inFlight === 0) return
    await sleep(5)
  }
  throw new Error("deliveries are still under way")
}

/** The newest delivery of the endpoint, opened. */
export async function newestDelivery(service: TestService, endpointId: number) {
  const list = await service.api("GET", `/webhook-endpoints/${endpointId}/deliveries`)
  const newest = list.body.data[0]
  const opened = await service.api("GET", `/webhook-endpoints/${endpointId}/deliveries/${newest.id}`)
  return opened.body.data
}
