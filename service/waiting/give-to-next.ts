/** When the hold of one who was deciding ends without a booking, the time is kept for the first of those who asked for it. */
import type { Gap } from "../../domain/rules/waiting/fits.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { findEntry } from "../ledger/waiting-entries.sql.ts"
import { openOffersAt } from "../ledger/waiting-offers.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { holdFor } from "./answer-offer.ts"
import { callOfEntry } from "./offered-times.ts"

/** Each in line gets what is free by then: a time that the one before them was given is held. */
export async function giveToNext(
  context: AppContext,
  companyId: number,
  { providerId, from, to }: Gap,
  now: number,
): Promise<void> {
  const span = { providerId, from: new Date(from * msPerMinute), to: new Date(to * msPerMinute) }
  const open = await openOffersAt(context.db, companyId, span)
  const inLine = open.filter(
    ({ status, asked_for_at, good_until }) =>
      status === "offered" && asked_for_at !== null && good_until.getTime() > now,
  )
  for (const offer of inLine) {
    const entry = await findEntry(context.db, companyId, offer.entry_id)
    if (entry?.status !== "waiting") continue
    await holdFor(context, callOfEntry(companyId, entry, now), entry, offer, { tells: true })
  }
}
