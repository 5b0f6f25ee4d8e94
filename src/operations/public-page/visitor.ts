/** Who calls at a public page. */
import type { Actor } from "../../model/actor.ts"
import type { AnonymousRequest, Call } from "../operation.ts"

/** A request to the page, before a number is verified. */
export interface Visitor extends AnonymousRequest {
  locale: "en" | "fr" | "es"
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
