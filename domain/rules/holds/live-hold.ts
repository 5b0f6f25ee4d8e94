/** When a hold holds, for whom, and how many a visitor's network may have. */
import { invalid, Refusal } from "../../model/errors.ts"
import { type Hold, mostHoldsOfNetwork, type NetworkHold } from "../../model/hold.ts"
import { msPerMinute } from "../../time/units.ts"

/** To the second that it was given for: at its end the time is free. */
export const isLive = ({ expires_at }: Pick<Hold, "expires_at">, now: number): boolean =>
  expires_at.getTime() > now

/** Null when a booking for the customer may use the hold; another customer's is refused. */
export function whyNotTheirs({ customer_id }: Pick<Hold, "customer_id">, customerId: number): Refusal | null {
  if (customer_id === null || customer_id === customerId) return null
  return invalid("hold_id", "expected a hold of the booking's customer, or of no customer")
}

/** A booking's names for its time. */
interface HeldTime {
  typeId: number
  providerId: number
  startMinute: number
}

/**
 * The moment by which the start's notice is judged: that of holding it, so that the notice can't run out while the visitor
 * types. A hold of another time says nothing of this one.
 */
export function noticeFrom(hold: Hold | null, wish: HeldTime, now: number): number {
  const isOfHold =
    hold !== null &&
    hold.appointment_type_id === wish.typeId &&
    hold.provider_id === wish.providerId &&
    hold.start_at.getTime() === wish.startMinute * msPerMinute
  return isOfHold ? Math.min(now, hold.created_at.getTime()) : now
}

/**
 * The number of a new hold among those of its network. `others` are those there are, also ones that are over; the visitor's
 * own is left out. The refusal says when the first of them ends.
 */
export function networkTurn(others: readonly NetworkHold[], now: number): number | Refusal {
  const live = others.filter((other) => isLive(other, now))
  const taken = new Set(live.map(({ network_turn }) => network_turn))
  for (let turn = 1; turn <= mostHoldsOfNetwork; turn += 1) if (!taken.has(turn)) return turn
  const first = Math.min(...live.map(({ expires_at }) => expires_at.getTime()))
  return new Refusal("rate_limited", { retryAfterSeconds: Math.max(1, Math.ceil((first - now) / 1_000)) })
}
