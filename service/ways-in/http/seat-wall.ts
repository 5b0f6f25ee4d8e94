/**
 * The wall around a provider's seat. A user of the role `provider` reaches only operations that say so (`seat`), and of these only
 * records of the own seat: a record of somebody else answers as an unknown one, word for word.
 */
import { seatOf } from "../../../domain/model/actor.ts"
import { notFound } from "../../../domain/model/errors.ts"
import { isOfSeat } from "../../ledger/seats.sql.ts"
import type { AppContext } from "../../platform/context.ts"
import type { AnyOperation, Call } from "../../platform/operation.ts"

/** Throws `not_found` for a record beyond the caller's seat. */
export async function refuseBeyondSeat(
  context: AppContext,
  call: Call,
  { seat }: AnyOperation,
  input: Record<string, unknown>,
): Promise<void> {
  const providerId = seatOf(call.actor)
  if (providerId === null || seat === undefined || seat === "own") return
  const asked = { companyId: call.companyId, providerId, id: Number(input.id), now: call.now }
  if (!(await isOfSeat(context.db, seat, asked))) throw notFound(seat)
}
