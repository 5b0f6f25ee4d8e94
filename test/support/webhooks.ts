/** A company's webhook endpoints as its systems make them, and deliveries as a worker would leave them. */

import type { TestService } from "./service.ts"
import { make, type Story } from "./story.ts"

export const receiver = "https://receiver.example/hooks"

type Fields = Record<string, unknown>

/** Throws when it is refused. The secret is in the answer. */
export async function makeEndpoint(
  service: TestService,
  fields: Fields = {},
): Promise<{ id: number; secret: string } & Fields> {
  const made = await make(service, "/webhook-endpoints", {
    url: receiver,
    events: ["appointment.created", "appointment.rescheduled", "appointment.cancelled"],
    ...fields,
  })
  return made as { id: number; secret: string } & Fields
}

/** Books with Ana on a weekday of the story's first week, `hour` in UTC. */
export async function book(
  service: TestService,
  story: Story,
  startTime: string,
  fields: Fields = {},
): Promise<number> {
  const { id } = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: startTime,
    ...fields,
  })
  return id
}

export async function deliveriesOf(service: TestService, endpointId: number, query = ""): Promise<Fields[]> {
  const answer = await service.api("GET", `/webhook-endpoints/${endpointId}/deliveries?limit=100${query}`)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

/** The deliveries that are still to be sent to an endpoint, oldest first. */
export async function dueFor(
  service: TestService,
  endpointId: number,
): Promise<{ delivery_id: number; event_id: number | null; due_at: Date }[]> {
  return service.context.db.query(
    `SELECT delivery_id, event_id, due_at FROM delivery_due
     WHERE company_id = $1 AND endpoint_id = $2 ORDER BY delivery_id`,
    [service.companyId, endpointId],
  )
}

/** Ends deliveries as if each had been sent once with this outcome. */
export async function endDeliveries(
  service: TestService,
  deliveryIds: readonly number[],
  status: "succeeded" | "abandoned",
): Promise<void> {
  const { db } = service.context
  const at = new Date(service.clock.now())
  await db.query(
    `UPDATE delivery SET status = $3, attempts = 1, next_attempt_at = NULL,
       last_status_code = CASE WHEN $3::text = 'succeeded' THEN 204 ELSE 500 END,
       delivered_at = CASE WHEN $3::text = 'succeeded' THEN $4::timestamptz END,
       has_failed = has_failed OR $3 = 'abandoned',
       attempt_log = ARRAY[ROW(1, $4, $4, CASE WHEN $3::text = 'succeeded' THEN 204 ELSE 500 END,
         NULL, NULL, NULL, NULL, NULL, NULL)::attempt]
     WHERE company_id = $1 AND id = ANY ($2::bigint[])`,
    [service.companyId, deliveryIds, status, at],
  )
  await db.query("DELETE FROM delivery_due WHERE company_id = $1 AND delivery_id = ANY ($2::bigint[])", [
    service.companyId,
    deliveryIds,
  ])
}
