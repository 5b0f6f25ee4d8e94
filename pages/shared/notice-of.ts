import type { Failure, FailureNotice } from "./api.ts"

/** A failure as the page shows it. */
export function noticeOf({ code, details, retryAfterSeconds }: Failure): FailureNotice {
  // A class that is not full is not taken: it has fewer seats than were asked for.
  const isShort = code === "slot_taken" && (details.seatsLeft ?? 0) > 0
  return {
    ...{ code: isShort ? "few_seats" : code, retryAfterSeconds },
    alternatives: details.alternatives ?? [],
  }
}
