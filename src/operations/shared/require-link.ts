/** A link that was replaced between opening the page and pressing the button gives no authority any more. */
import type { Actor } from "../../model/actor.ts"
import { Refusal } from "../../model/errors.ts"
import type { SchedulingRequest } from "../../model/scheduling-request.ts"

/** Judged on the request as it is under its lock. */
export function requireLiveLink(actor: Actor, request: SchedulingRequest | null): void {
  if (actor.kind !== "link") return
  if (request?.id !== actor.requestId || request.link_version !== actor.linkVersion)
    throw new Refusal("link_ended")
}
