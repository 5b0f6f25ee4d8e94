/** Ends holds in a transaction that holds the locks of the providers whose time they keep. */
import type { Hold } from "../../domain/model/hold.ts"
import { findLeadersHeld } from "../ledger/allocations.sql.ts"
import { deleteHold } from "../ledger/holds.sql.ts"
import { freedSpan, noteFreed } from "../outbox/note-freed-time.ts"
import type { Tx } from "../platform/pg/database.ts"
import { freeHeld } from "./write-allocations.ts"

/** Ends a hold that was not booked: its time is free. */
export async function endHoldEarly(
  tx: Tx,
  { companyId, now }: { companyId: number; now: number },
  hold: Hold,
): Promise<void> {
  const others = await findLeadersHeld(tx, companyId, hold.id)
  dropHold(tx, companyId, hold.id)
  const providerIds = new Set([hold.provider_id, ...others])
  await noteFreed(
    tx,
    { companyId, now },
    [...providerIds].flatMap((id) => freedSpan(hold, id, "hold")),
  )
}

/** Deletes the hold with the time that it still keeps, which the same transaction takes. Does not wait for the answer. */
export function dropHold(tx: Tx, companyId: number, id: number): void {
  freeHeld(tx, companyId, id)
  deleteHold(tx, companyId, id)
}
