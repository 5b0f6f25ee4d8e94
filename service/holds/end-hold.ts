/** Ends a hold before its time, and cleans up behind those that are over. */

import { notFound } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { type Hold, holdView, showHold } from "../../domain/model/hold.ts"
import { isLive } from "../../domain/rules/holds/live-hold.ts"
import { findHold } from "../ledger/holds.sql.ts"
import { holdsDue, type LeasedHold } from "../outbox/holds-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { found, operation, staff } from "../platform/operation.ts"
import { lockInOrder } from "../platform/pg/locks.ts"
import { write } from "../platform/write.ts"
import { endHoldEarly } from "../taking/end-hold-early.ts"

export const endHold = operation({
  name: "end_hold",
  summary: "End a hold",
  description: "The time is free at once. 404 for one that has ended or was booked.",
  noun: "Holds",
  roles: staff,
  params: byId,
  result: holdView,
  async run(context, call, { id }) {
    const { companyId, now } = call
    const seen = found(await findHold(context.db, companyId, id), notFound("hold"))
    return write(context, call, "end_hold", async (tx) => {
      lockInOrder(tx, { companyId, customerId: seen.customer_id, providerIds: [seen.provider_id] })
      const hold = found(await findHold(tx, companyId, id), notFound("hold"))
      if (!isLive(hold, now)) throw notFound("hold")
      await endHoldEarly(tx, call, hold)
      return { result: showHold(hold), targetId: id, fields: [], customerId: hold.customer_id }
    })
  },
})

/** Ends a hold that was seen, unless it was booked or ended meanwhile. */
export async function endSeenHold(
  context: AppContext,
  call: { companyId: number; now: number },
  seen: Hold,
): Promise<void> {
  const { companyId } = call
  using _turn = await context.gate.enter(seen.provider_id)
  await context.db.transaction(async (tx) => {
    lockInOrder(tx, { companyId, customerId: seen.customer_id, providerIds: [seen.provider_id] })
    const hold = await findHold(tx, companyId, seen.id)
    if (hold) await endHoldEarly(tx, call, hold)
  })
}

/** Deletes a hold that is over, unless it was booked or ended meanwhile. */
export async function endOverdueHold(context: AppContext, due: LeasedHold): Promise<void> {
  const { companyId, holdId } = due
  const seen = await findHold(context.db, companyId, holdId)
  if (seen === null) return void (await holdsDue.finish(context.db, [due]))
  using _turn = await context.gate.enter(seen.provider_id)
  await context.db.transaction(async (tx) => {
    lockInOrder(tx, { companyId, customerId: seen.customer_id, providerIds: [seen.provider_id] })
    if (await holdsDue.lock(tx, due)) await endHoldEarly(tx, { companyId, now: context.clock.now() }, seen)
  })
}
