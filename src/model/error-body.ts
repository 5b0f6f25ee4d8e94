/** The one shape in which every refusal is answered. */
import type { ErrorCode, Refusal } from "./errors.ts"

export interface ErrorBody {
  success: false
  error: {
    code: ErrorCode
    message: string
    field?: string
    details?: Record<string, unknown>
    request_id: string
  }
}

export function errorBody(refusal: Refusal, requestId: string): ErrorBody {
  return {
    success: false,
    error: {
      code: refusal.code,
      message: refusal.message,
      ...(refusal.field === undefined ? {} : { field: refusal.field }),
      ...(refusal.details === undefined ? {} : { details: refusal.details }),
      request_id: requestId,
    },
  }
}
