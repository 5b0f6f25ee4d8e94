/** What an operation may be refused with: documents list it, the SDK types it, and an answer outside of it is logged. */
import { z } from "zod"
import type { ErrorCode } from "../../domain/model/errors.ts"
import type { AnyOpenOperation, AnyOperation } from "../operations/operation.ts"

/** The part of a mounted operation that tells. */
interface Described {
  method: string
  operation: Omit<AnyOperation, "run"> | Omit<AnyOpenOperation, "run">
  takesIdempotencyKey?: false
}

/** Every request may meet these. */
export const refusalsOfEvery: readonly ErrorCode[] = [
  "busy",
  "internal",
  "invalid_input",
  "not_ready",
  "rate_limited",
  "request_timeout",
  "unsupported_media_type",
]

/** The codes that the operation gives itself, then those that its kind brings, sorted each. */
export function refusalsOf(mount: Described): readonly ErrorCode[] {
  const { method, operation } = mount
  const own = operation.refusals ?? []
  const ofItsKind: ErrorCode[] = []
  if (operation.params !== undefined) ofItsKind.push("not_found")
  if (takesVersion(operation)) ofItsKind.push("version_conflict")
  if (!operation.open) {
    ofItsKind.push("forbidden", "unauthorized")
    if (!operation.forEnrolment) ofItsKind.push("enrolment_needed")
  }
  if (method !== "GET") ofItsKind.push("body_too_large", "invalid_json", "not_saved")
  if (takesKey(mount)) ofItsKind.push("answer_erased", "idempotency_key_reused", "idempotency_key_running")
  return [...new Set([...own.toSorted(), ...ofItsKind.sort(), ...refusalsOfEvery])]
}

/** Whether the caller may say which version of the record was read. */
const takesVersion = ({ body }: Described["operation"]): boolean =>
  body instanceof z.ZodObject && "if_version" in body.shape

/** Whether a request may come under an Idempotency-Key. */
export const takesKey = ({ method, operation, takesIdempotencyKey }: Described): boolean =>
  method === "POST" && !operation.open && takesIdempotencyKey !== false
