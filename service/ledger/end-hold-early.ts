import type { Hold } from "../../domain/model/hold.ts"
import { freedSpan, noteFreed } from "../outbox/note-freed-time.ts"
import type { Tx } from "../platform/pg/database.ts"
import { findLeadersHeld } from "./allocations.sql.ts"
import { deleteHold } from "./holds.sql.ts"

/** Ends a hold that was not booked: its time is free. The caller holds the provider's lock. */
export async function endHoldEarly(
  tx: Tx,
  { companyId, now }: { companyId: number; now: number },
  hold: Hold,
): Promise<void> {
  const others = await findLeadersHeld(tx, companyId, hold.id)
  deleteHold(tx, companyId, hold.id)
  const providerIds = new Set([hold.provider_id, ...others])
  await noteFreed(
    tx,
    { companyId, now },
    [...providerIds].flatMap((id) => freedSpan(hold, id, "hold")),
  )
}
