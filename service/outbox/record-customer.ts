/** Events about customers' records. */
import { type Actor, sourceOf } from "../../domain/model/actor.ts"
import type { CustomerEventType, CustomerInEvent, EventData } from "../../domain/model/event.ts"
import type { Tx } from "../platform/pg/database.ts"
import { recordEvent } from "./append-event.ts"
import { insertWithheld } from "./events.sql.ts"

export interface CustomerChange {
  companyId: number
  actor: Actor
  type: CustomerEventType
  data: EventData & { customer: NonNullable<EventData["customer"]> }
  at: Date
}

/** Many customers at once, as an import makes them. No endpoint gets these events, however many there are. */
export async function recordImported(
  tx: Tx,
  { companyId, actor, at }: Pick<CustomerChange, "companyId" | "actor" | "at">,
  customers: readonly CustomerInEvent[],
): Promise<void> {
  const events = customers.map((customer) => ({ data: { customer }, customerId: customer.id }))
  const head = { type: "customer.created" as const, occurredAt: at, source: sourceOf(actor) }
  await insertWithheld(tx, companyId, head, events)
  tx.hint({ channel: "events", companyId })
}

export async function recordCustomer(tx: Tx, change: CustomerChange): Promise<void> {
  const { companyId, actor, type, data, at } = change
  await recordEvent(tx, companyId, {
    ...{ type, occurredAt: at, recordedAt: at, source: sourceOf(actor), data, customerId: data.customer.id },
    ...{ appointmentId: null, appointmentTypeId: null, requestId: null, aboutEndpointId: null },
  })
}
