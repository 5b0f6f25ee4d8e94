/** An explanation of one start, a day or a range shares its reads, its judgement and its refusals. */

import { invalid, notFound, Refusal } from "../../domain/model/errors.ts"
import type { ExplainedLocation, LoadedSchedules } from "../../domain/model/schedules.ts"
import type { ExplanationWish } from "../../domain/rules/availability/explain-slots.ts"
import type { Wish } from "../../domain/rules/availability/plan-search.ts"
import { optionOf } from "../../domain/rules/booking/judge-booking.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { type AskedRecords, refuseUnknown, requestFor } from "./asked-records.ts"
import { withDrivingTimes } from "./driving-times.ts"

type Asked = AskedRecords & { duration_option_id?: number | null | undefined }

/** Completes what was read, and what is asked of it, for an explanation. Throws what a search refuses. */
export async function readToExplain<Loaded extends LoadedSchedules>(
  context: AppContext,
  call: Call,
  question: Asked,
  wish: Omit<Wish, "request">,
  found: Loaded,
): Promise<{ loaded: Loaded; wish: ExplanationWish }> {
  const loaded = await withDrivingTimes(context, found, wish.serviceAddress)
  return { loaded, wish: explanationWishOf(call, question, loaded, wish) }
}

/** Throws what a search refuses, but for the request that the type needs: that one is a reason. */
function explanationWishOf(
  call: Call,
  question: Asked,
  loaded: LoadedSchedules,
  wish: Omit<Wish, "request">,
): ExplanationWish {
  refuseUnknown(loaded, question, call)
  const option = optionOf(loaded, question.duration_option_id ?? null)
  if (option instanceof Refusal) throw option
  const bound = requestFor(loaded, question, call)
  const lacksRequest = bound instanceof Refusal
  const request = lacksRequest ? null : bound
  const blockMinutes = wish.blockMinutes ?? request?.block_minutes ?? (option && [option.minutes])
  return { ...wish, blockMinutes, request, lacksRequest, asksLive: false }
}

export function refuseNoLocation(
  { explainedLocations }: { explainedLocations: readonly ExplainedLocation[] },
  question: { location_id?: number | null | undefined },
): void {
  if (explainedLocations.length > 0) return
  throw question.location_id == null
    ? invalid("location_id", "is required, since the provider has no hours at any location")
    : notFound("location", "location_id")
}
