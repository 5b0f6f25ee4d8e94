/** Bookings and searches read of a hold whether it still stands, and the time that it keeps. */
import type { Hold } from "../../domain/model/hold.ts"
import { isLive } from "../../domain/rules/holds/live-hold.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { type BlockMinutes, findHeldBlocks } from "./allocations.sql.ts"
import { findHold, findHoldOf, findHoldsOf, type HoldOwner } from "./holds.sql.ts"

interface Asking {
  companyId: number
  now: number
}

/** A hold as a booking finds it under the provider's lock. */
export interface HeldTime {
  id: number
  providerId: number
  /** The hold's part of the provider's time. */
  blocks: readonly BlockMinutes[]
}

/** Null without one, and for one that is over. */
export async function liveHold(db: Db, { companyId, now }: Asking, id: number | null): Promise<Hold | null> {
  const hold = id === null ? null : await findHold(db, companyId, id)
  return hold && isLive(hold, now) ? hold : null
}

/** The live hold of a caller or of a waiting entry, who have one at a time. */
export async function liveHoldOf(db: Db, { companyId, now }: Asking, holder: string): Promise<Hold | null> {
  const hold = await findHoldOf(db, companyId, holder)
  return hold && isLive(hold, now) ? hold : null
}

/** The live hold of a visitor: that of the browser before one that they made in another. */
export async function liveHoldOfVisitor(
  db: Db,
  { companyId, now }: Asking,
  { holder, visitor = null }: HoldOwner,
): Promise<Hold | null> {
  if (holder === null && visitor === null) return null
  const holds = await findHoldsOf(db, companyId, { holder, visitor })
  return holds.find((hold) => isLive(hold, now)) ?? null
}

/** Under the lock of its provider. Null when it was booked or ended meanwhile. */
export async function readHeld(tx: Tx, companyId: number, id: number): Promise<HeldTime | null> {
  const [hold, blocks] = await Promise.all([findHold(tx, companyId, id), findHeldBlocks(tx, companyId, id)])
  return hold && { id, providerId: hold.provider_id, blocks }
}

/** True where the hold keeps exactly this time of the provider. */
export function keeps(held: HeldTime, providerId: number, blocks: readonly BlockMinutes[]): boolean {
  return (
    held.providerId === providerId &&
    held.blocks.length === blocks.length &&
    held.blocks.every(({ start, end, jobStart, jobEnd }, i) => {
      const block = blocks[i]!
      return (
        block.start === start && block.end === end && block.jobStart === jobStart && block.jobEnd === jobEnd
      )
    })
  )
}
