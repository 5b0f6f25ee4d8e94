/** The refusals of an operation: documents list them, the SDK types them, and an answer with another is logged. */
import { z } from "zod"
import type { ErrorCode } from "../../../domain/model/errors.ts"
import type { AnyOpenOperation, AnyOperation } from "../../platform/operation.ts"

/** The part of a mounted operation that tells. */
interface Described {
  method: string
  operation: Omit<AnyOperation, "run"> | Omit<AnyOpenOperation, "run">
  takesIdempotencyKey?: false
  /** A tool of the agent API: any role may call it, in the session of one conversation. */
  inSession?: true
  /** For visitors: a publishable key opens it, and nothing else does. */
  byPublishableKey?: true
  /** It finds times, or takes one. */
  times?: "found" | "taken"
  rawBody?: unknown
}

/** Every request may meet these. */
export const refusalsOfEvery: readonly ErrorCode[] = [
  "busy",
  "internal",
  "invalid_input",
  "question_too_large",
  "rate_limited",
  "request_timeout",
  "unsupported_media_type",
]

/** Any operation for visitors may meet these of its key, the page and the visit. */
const ofVisitors: readonly ErrorCode[] = [
  "bot_check_not_configured",
  "forbidden",
  "not_found",
  "unauthorized",
  "visit_expired",
]

const ofSearches: readonly ErrorCode[] = [
  "address_not_found",
  "filter_not_usable",
  "request_mismatch",
  "request_needed",
  "request_not_open",
]
/** Visitors' times are searched and taken as all others. */
const ofTimes: Record<"found" | "taken", readonly ErrorCode[]> = {
  found: ofSearches,
  taken: [
    ...ofSearches,
    "address_needed",
    "calendar_unavailable",
    "customer_busy",
    "out_of_service_area",
    "registration_needed",
    "slot_taken",
    "time_not_offered",
    "too_many_waiting_entries",
    "type_not_bookable",
  ],
}

/** The codes that the operation gives itself, then those that its kind brings, sorted each. */
export function refusalsOf(mount: Described): readonly ErrorCode[] {
  const { method, operation, inSession, byPublishableKey, times, rawBody } = mount
  const own = operation.refusals ?? []
  const ofItsKind: ErrorCode[] = []
  if (operation.params !== undefined) ofItsKind.push("not_found")
  if (takesVersion(operation)) ofItsKind.push("version_conflict")
  if (byPublishableKey) ofItsKind.push(...ofVisitors, ...(times ? ofTimes[times] : []))
  else if (!operation.open) {
    ofItsKind.push("unauthorized", "scope_missing", inSession ? "session_expired" : "forbidden")
    if (!operation.forEnrolment) ofItsKind.push("enrolment_needed")
  }
  // A tool reads a body under every method, and each call of one prolongs its conversation.
  if (method !== "GET" || inSession) ofItsKind.push("body_too_large")
  if ((method !== "GET" && !rawBody) || inSession) ofItsKind.push("invalid_json")
  if (inSession || !readsOnly({ method, operation })) ofItsKind.push("not_saved")
  if (takesKey(mount) && !operation.readsOnly)
    ofItsKind.push("answer_erased", "idempotency_key_reused", "idempotency_key_running")
  return [...new Set([...own.toSorted(), ...ofItsKind.sort(), ...refusalsOfEvery])]
}

/** True where the caller may say which version of the record was read. */
const takesVersion = ({ body }: Described["operation"]): boolean =>
  body instanceof z.ZodObject && "if_version" in body.shape

/** True where a request may come under an Idempotency-Key. It has no meaning where nothing is changed. */
export const takesKey = ({ method, operation, takesIdempotencyKey }: Described): boolean =>
  method === "POST" && !operation.open && takesIdempotencyKey !== false

/** True where a request changes nothing, so that it may be sent again and keeps no answer. */
export const readsOnly = ({ method, operation }: Pick<Described, "method" | "operation">): boolean =>
  method === "GET" || operation.readsOnly === true
