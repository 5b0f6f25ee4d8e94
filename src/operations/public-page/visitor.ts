/** Who calls at a public page. */
import type { Actor } from "../../model/actor.ts"
import type { Call } from "../operation.ts"

/** Somebody at the page, before anything is known of them. */
export interface Visitor {
  /** The network address, proxies taken off. */
  address: string
  requestId: string
  locale: "en" | "fr" | "es"
  /** Epoch milliseconds. */
  now: number
}

export function publicCall(
  companyId: number,
  visitor: Pick<Visitor, "requestId" | "now">,
  visit: { id: number; customerId: number | null } | null,
): Call {
  const actor: Actor = {
    kind: "public",
    visitId: visit?.id ?? null,
    customerId: visit?.customerId ?? null,
  }
  return { companyId, actor, requestId: visitor.requestId, now: visitor.now }
}
