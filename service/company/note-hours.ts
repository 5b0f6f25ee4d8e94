/** Tells the company's other systems that a provider's hours, or the company's closed dates, have changed. */
import type { HoursPart } from "../../domain/model/set-up-in-event.ts"
import { recordHours } from "../outbox/record-set-up.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"

/** `provider` is null where the company, or some of its locations, close or open on dates. */
export async function noteHours(
  tx: Tx,
  call: Pick<Call, "companyId" | "actor" | "now">,
  provider: { id: number; name: string } | null,
  changed: HoursPart[],
): Promise<void> {
  const who = provider && { id: provider.id, name: provider.name }
  await recordHours(tx, { ...call, at: new Date(call.now) }, { provider: who, changed })
}
