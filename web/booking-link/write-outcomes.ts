import type { Failure, Outcome } from "../shared/api.ts"
import type { LinkView } from "../shared/contract.ts"
import type { BookingLinkClient } from "./client.ts"
import type { Action } from "./reduce.ts"
import type { Notice, State } from "./state.ts"

/** What an answer to a booking, move or cancellation means for the page. */
export async function outcomeActions(
  outcome: Outcome<LinkView>,
  done: "booked" | "moved" | "cancelled",
  state: State,
  client: Pick<BookingLinkClient, "read">,
): Promise<Action[]> {
  if (outcome.ok) return [{ type: done, view: outcome.data }]
  switch (outcome.code) {
    case "slot_taken":
    case "time_not_offered":
      return [{ type: "timeRefused", notice: noticeOf(outcome) }]
    case "version_conflict":
    case "request_scheduled":
    case "request_not_open":
    case "appointment_not_scheduled":
    case "address_needed":
      return reloaded(outcome, state, client)
    case "link_ended":
    case "appointment_started":
      return [{ type: "ended" }]
    default:
      return [{ type: "failed", notice: noticeOf(outcome) }]
  }
}

function noticeOf(failure: Failure): Notice {
  return {
    tone: "alert",
    code: failure.code,
    alternatives: failure.details.alternatives ?? [],
    retryAfterSeconds: failure.retryAfterSeconds,
    changed: null,
  }
}

/** The page's picture is out of date: shows how things stand now, and says what became different. */
async function reloaded(
  conflict: Failure,
  state: State,
  client: Pick<BookingLinkClient, "read">,
): Promise<Action[]> {
  const now = await client.read()
  if (!now.ok) return outcomeActions(now, "booked", state, client)
  const [before, after] = [state.view.appointment, now.data.appointment]
  const changed = after
    ? before?.startTime === after.startTime
      ? null
      : "moved"
    : before
      ? "cancelled"
      : null
  return [
    { type: "reloaded", view: now.data },
    { type: "failed", notice: { ...noticeOf(conflict), code: "version_conflict", changed } },
  ]
}
