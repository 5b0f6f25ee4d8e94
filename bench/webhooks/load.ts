/** Companies with endpoints, and events for them: rows as a booking writes them, without the bookings. */

import type { EventData } from "../../domain/model/event.ts"
import { testEvent } from "../../domain/model/event-schemas.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import { webhookSecret } from "../../domain/model/webhook-endpoint.ts"
import { draftEvent, insertEvent } from "../../service/outbox/events.sql.ts"
import { insertEndpoint, nextEndpointId } from "../../service/outbox/webhook-endpoints.sql.ts"
import { openCompany } from "../../service/people/operator.ts"
import type { AppContext } from "../../service/platform/context.ts"

export async function makeCompanies(context: AppContext, count: number, url: string): Promise<number[]> {
  const ids: number[] = []
  for (let i = 0; i < count; i += 1) {
    const { companyId } = await openCompany(context, {
      name: `C${i}`,
      timezone: "UTC",
      slug: null,
      phone: null,
    })
    await addEndpoint(context, companyId, url)
    ids.push(companyId)
  }
  return ids
}

/** For bookings alone. Returns its id. */
export async function addEndpoint(context: AppContext, companyId: number, url: string): Promise<number> {
  return context.db.transaction(async (tx) => {
    const id = await nextEndpointId(tx)
    const secret = webhookSecret(context.random.bytes(32))
    const sealedSecret = context.sealer.seal(secret, associatedData.webhook(companyId, id))
    const fields = {
      description: null,
      url,
      events: ["appointment.created" as const],
      appointment_type_ids: null,
      include_answers: false,
      enabled: true,
    }
    await insertEndpoint(tx, companyId, { id, sealedSecret, ...fields }, context.clock.now())
    return id
  })
}

/** One event of a full sample appointment for each of `count` turns over the companies; all are due at once. */
export async function raiseEvents(
  context: AppContext,
  companyIds: readonly number[],
  count: number,
): Promise<void> {
  const now = context.clock.now()
  const at = new Date(now)
  const data = testEvent(companyIds[0]!, 1, { kind: "system" }, now).data as unknown as EventData
  const event = {
    type: "appointment.created" as const,
    occurredAt: at,
    recordedAt: at,
    source: { kind: "system" as const },
    data,
    customerId: 1,
    appointmentId: 1,
    appointmentTypeId: 1,
    requestId: null,
    aboutEndpointId: null,
  }
  await context.db.transaction(async (tx) => {
    for (let i = 0; i < count; i += 1) {
      const companyId = companyIds[i % companyIds.length]!
      insertEvent(tx, companyId, await draftEvent(tx, companyId, event), event)
    }
    tx.hint({ channel: "deliveries" })
  })
}
