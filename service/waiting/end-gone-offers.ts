/** Ends an open offer whose time a search offers no more: time off, a closed date, a class, a provider or a room took it. */
import { type Gap, spansOfOffer } from "../../domain/rules/waiting/fits.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { findAppointmentType } from "../company/appointment-types.sql.ts"
import { findEntry } from "../ledger/waiting-entries.sql.ts"
import {
  endOffer,
  findOffer,
  heldByOthers,
  openOfferOfCustomer,
  openOffersAt,
} from "../ledger/waiting-offers.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import { lockWaiting } from "./keep-entries.ts"
import { timesFor } from "./offered-times.ts"

/** All such offers in the gap. */
export async function endGoneOffers(
  context: AppContext,
  companyId: number,
  gap: Gap,
  now: number,
): Promise<void> {
  const call: Call = { companyId, actor: { kind: "system" }, requestId: "waiting-list", now }
  const span = { from: new Date(gap.from * msPerMinute), to: new Date(gap.to * msPerMinute) }
  for (const { customer_id } of await openOffersAt(context.db, companyId, {
    ...span,
    providerId: gap.providerId,
  }))
    await endGoneOffer(context, call, customer_id)
}

/** True where the customer had such an offer. A held time may come back, so that offer is left open. */
export async function endGoneOffer(context: AppContext, call: Call, customerId: number): Promise<boolean> {
  const { companyId, now } = call
  const open = await openOfferOfCustomer(context.db, companyId, customerId)
  if (open === null || open.status === "held") return false
  const [entry, offer] = await Promise.all([
    findEntry(context.db, companyId, open.entry_id),
    findOffer(context.db, companyId, open.id),
  ])
  if (entry === null || offer === null) return false
  for (const span of spansOfOffer(offer))
    if ((await heldByOthers(context.db, companyId, { ...span, holdId: null }, now)) !== null) return false
  const from = offer.start_at.getTime() / msPerMinute
  const type = await findAppointmentType(context.db, companyId, offer.appointment_type_id)
  // For a promised window the plan decides who comes, and a visit beside it may change that.
  const gap = { providerId: type?.window_minutes == null ? offer.provider_id : null, from, to: from + 1 }
  const { times } = await timesFor(context, companyId, entry, gap, { now, holdId: null })
  const isThere = times.some(
    (time) =>
      time.start === from &&
      (gap.providerId === null || time.providerId === gap.providerId) &&
      time.locationId === offer.location_id,
  )
  if (isThere) return false
  await write(context, call, "end_gone_offer", async (tx) => {
    await lockWaiting(tx, companyId, entry)
    endOffer(tx, companyId, offer.id, "expired", now)
    return { result: null, targetId: entry.id, customerId, fields: ["offer"] }
  })
  return true
}
