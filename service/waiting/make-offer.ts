/** Offers one time to one who waits, with the text or the mail that tells of it, in one transaction. */

import { bookedBy } from "../../domain/model/actor.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import { Refusal } from "../../domain/model/errors.ts"
import {
  entryInEvent,
  type NamedEntry,
  offerInEvent,
  type WaitingOffer,
} from "../../domain/model/waiting-entry.ts"
import { clockOffsetAt } from "../../domain/rules/booking/wall-clock.ts"
import { type OfferedTime, offerGoodUntil, offerParts } from "../../domain/rules/waiting/fits.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { zonesOfLocations } from "../company/locations.sql.ts"
import { findCustomerForEvent } from "../customers/customers.sql.ts"
import { noteAsked } from "../ledger/waiting-entries.sql.ts"
import { expireOverdueOffers, insertOffer, openOfferOfCustomer } from "../ledger/waiting-offers.sql.ts"
import { recordWaiting } from "../outbox/append-event.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import { lockWaiting, tellOffer } from "./keep-entries.ts"

export interface OfferToMake {
  time: OfferedTime
  noticeMinutes: number
  /** Null sends nothing: staff speak with the customer themselves. */
  channel: "sms" | "mail" | null
}

/**
 * `shown` makes the answer within the transaction, since a retry under the same Idempotency-Key gets it again. Throws
 * `entry_ended`, `offer_open` and `offer_ended`, the last for a start that the entry was offered before.
 */
export function makeOffer<Shown>(
  context: AppContext,
  call: Call,
  entry: NamedEntry,
  { time, noticeMinutes, channel }: OfferToMake,
  shown: (tx: Tx, offer: WaitingOffer) => Promise<Shown>,
): Promise<Shown> {
  const { companyId, now } = call
  return write(context, call, "offer_time", async (tx) => {
    await lockWaiting(tx, companyId, entry)
    await expireOverdueOffers(tx, companyId, entry.customer_id, now)
    if ((await openOfferOfCustomer(tx, companyId, entry.customer_id)) !== null)
      throw new Refusal("offer_open")
    const zone = (await zonesOfLocations(tx, companyId, [time.locationId])).get(time.locationId)!
    const offer = await insertOffer(
      tx,
      companyId,
      {
        entry_id: entry.id,
        customer_id: entry.customer_id,
        appointment_type_id: entry.appointment_type_id,
        provider_id: time.providerId,
        location_id: time.locationId,
        start_at: new Date(time.start * msPerMinute),
        end_at: new Date(time.end * msPerMinute),
        clock_offset: clockOffsetAt(zone, time.start),
        parts: offerParts(time),
        made_by: call.actor.kind === "system" ? "system" : bookedBy(call.actor),
        good_until: offerGoodUntil(time.start, { noticeMinutes, now }),
      },
      now,
    )
    if (offer === null) throw new Refusal("offer_ended")
    noteAsked(tx, companyId, entry.id, now)
    if (channel !== null) await tellOffer(tx, companyId, offer, { channel, once: "made", now })
    const customer = customerInEvent((await findCustomerForEvent(tx, companyId, entry.customer_id))!)
    await recordWaiting(tx, {
      ...{ companyId, actor: call.actor, type: "waiting_entry.offered", now },
      entry: entryInEvent(entry, "offered"),
      offer: offerInEvent(offer),
      customer,
    })
    return {
      result: await shown(tx, offer),
      targetId: entry.id,
      customerId: entry.customer_id,
      fields: ["offer"],
    }
  })
}
