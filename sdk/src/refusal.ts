import type { RefusalCode, Refusals, Slot, SlotReason } from "./api.generated.ts"

/** What `details` hold, by the code of the refusal. */
export interface RefusalDetails {
  slot_taken: { alternatives: Slot[]; reasons?: SlotReason[] }
  time_not_offered: { alternatives: Slot[]; reasons?: SlotReason[] }
  customer_busy: { alternatives: Slot[]; reasons?: SlotReason[] }
  open_request_exists: { scheduling_request_id: number }
  managed_by_request: { scheduling_request_id: number }
  choose_company: { companies: { id: number; name: string }[] }
  in_use: { future_appointments: number; open_requests?: number }
}

export interface RefusalBody {
  code: RefusalCode
  message: string
  field?: string
  details?: Record<string, unknown>
  request_id: string
}

/** The service refused a request, and says why: `code` out of a closed table, `message` in one sentence. */
export class Refusal extends Error {
  override readonly name = "Refusal"
  readonly status: number
  readonly code: RefusalCode
  /** The input that is meant, as `weekly_hours[0].start`. */
  readonly field: string | undefined
  readonly details: Record<string, unknown> | undefined
  /** Quote it when you ask about the refusal. */
  readonly requestId: string
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: RefusalBody, retryAfterSeconds?: number) {
    super(body.message)
    this.status = status
    this.code = body.code
    this.field = body.field
    this.details = body.details
    this.requestId = body.request_id
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Whether an error is a refusal, of one of these codes if any is named. It then has that code's `details`. */
export function isRefusal<Code extends RefusalCode = RefusalCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is Refusal & {
  code: Code
  details: Code extends keyof RefusalDetails ? RefusalDetails[Code] : Record<string, unknown> | undefined
} {
  return error instanceof Refusal && (codes.length === 0 || codes.some((code) => code === error.code))
}

/** Whether an error is a refusal of this operation, such as `"bookAppointment"`: its `code` is one that it may be refused with. */
export function isRefusalOf<Name extends keyof Refusals>(
  error: unknown,
  _operation: Name,
): error is Refusal & { code: Refusals[Name] } {
  return error instanceof Refusal
}

/** No answer of the service came: the connection failed, took too long, or something between answered. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer"
  /** Of what answered instead of the service. */
  readonly status: number | undefined

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.status = options.status
  }
}
