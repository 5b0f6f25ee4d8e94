/** The present worth of an offer to the customer who looks at it. */
import type { WaitingOffer } from "../../model/waiting-entry.ts"

/**
 * `free`: it can be held. `held`: it is kept for the customer. `other`: somebody else is deciding; `next`: the same, and this
 * customer is the first in line. `gone`: it was taken, or the offer is over. `seat`: a seat of a class is free, which is booked without
 * a hold.
 */
export type OfferNow =
  | { state: "free" | "seat" | "gone"; until: null }
  | { state: "held" | "other" | "next"; until: Date }

export interface Surroundings {
  /** The end of the customer's own hold of this time; null without one. */
  ownUntil: Date | null
  /** The end of others' holds of time that it needs; null where there are none. */
  othersUntil: Date | null
  /** Open offers of time that it needs, those first who asked for it first. */
  inLine: readonly Pick<WaitingOffer, "id" | "status" | "asked_for_at">[]
  /** A search offers it. */
  isOffered: boolean
  /** It is a seat of a class. */
  isSeat: boolean
}

export function offerNow(
  offer: Pick<WaitingOffer, "id" | "status" | "good_until">,
  { ownUntil, othersUntil, inLine, isOffered, isSeat }: Surroundings,
  now: number,
): OfferNow {
  const gone = { state: "gone", until: null } as const
  if (offer.status !== "offered" && offer.status !== "held") return gone
  if (ownUntil !== null && ownUntil.getTime() > now) return { state: "held", until: ownUntil }
  if (offer.good_until.getTime() <= now) return gone
  if (othersUntil !== null && othersUntil.getTime() > now) {
    const first = inLine.find(({ status, asked_for_at }) => status === "offered" && asked_for_at !== null)
    return { state: first?.id === offer.id ? "next" : "other", until: othersUntil }
  }
  return isOffered ? { state: isSeat ? "seat" : "free", until: null } : gone
}
