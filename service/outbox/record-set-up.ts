/** Events about appointment types, providers and hours: what other systems keep of a company's set-up. */
import { type Actor, sourceOf } from "../../domain/model/actor.ts"
import type { EventData, EventType } from "../../domain/model/event.ts"
import type { HoursChange, ProviderInEvent, TypeInEvent } from "../../domain/model/set-up-in-event.ts"
import type { Tx } from "../platform/pg/database.ts"
import { recordEvent } from "./append-event.ts"
import { insertWithheld } from "./events.sql.ts"

/** The actor, the company and the time of the change. */
export interface SetUpChange {
  companyId: number
  actor: Actor
  at: Date
}

export async function recordType(
  tx: Tx,
  change: SetUpChange,
  type: Extract<EventType, `appointment_type.${string}`>,
  data: { appointment_type: TypeInEvent; changed?: readonly string[] },
): Promise<void> {
  await record(tx, change, { type, data, appointmentTypeId: data.appointment_type.id })
}

export async function recordProvider(
  tx: Tx,
  change: SetUpChange,
  type: Extract<EventType, `provider.${string}`>,
  data: { provider: ProviderInEvent; changed?: readonly string[] },
): Promise<void> {
  await record(tx, change, { type, data, appointmentTypeId: null })
}

/** Providers of an import: lists and streams have their events, and no endpoint. */
export async function recordImportedProviders(
  tx: Tx,
  { companyId, actor, at }: SetUpChange,
  providers: readonly ProviderInEvent[],
): Promise<void> {
  if (providers.length === 0) return
  const events = providers.map((provider) => ({ data: { provider }, customerId: null }))
  const head = { type: "provider.created" as const, occurredAt: at, source: sourceOf(actor) }
  await insertWithheld(tx, companyId, head, events)
  tx.hint({ channel: "events", companyId })
}

export async function recordHours(tx: Tx, change: SetUpChange, data: HoursChange): Promise<void> {
  await record(tx, change, { type: "hours.changed", data, appointmentTypeId: null })
}

async function record(
  tx: Tx,
  { companyId, actor, at }: SetUpChange,
  event: { type: EventType; data: EventData; appointmentTypeId: number | null },
): Promise<void> {
  await recordEvent(tx, companyId, {
    ...{ ...event, occurredAt: at, recordedAt: at, source: sourceOf(actor) },
    ...{ customerId: null, appointmentId: null, requestId: null, aboutEndpointId: null },
  })
}
