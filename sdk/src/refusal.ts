import type { RefusalCode, RefusalDetails, Refusals } from "./api.generated.ts"

type DetailsOf<Code extends RefusalCode> = Code extends keyof RefusalDetails
  ? RefusalDetails[Code]
  : Record<string, unknown> | undefined

export interface RefusalBody {
  code: RefusalCode
  message: string
  field?: string
  details?: Record<string, unknown>
  request_id: string
}

class RefusalOf<Code extends RefusalCode> extends Error {
  override readonly name = "Refusal"
  readonly status: number
  readonly code: Code
  /** The input that is meant, as `weekly_hours[0].start`. */
  readonly field: string | undefined
  /** The details that help to go on. */
  readonly details: DetailsOf<Code>
  /** Quote it when you ask about the refusal. */
  readonly requestId: string
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: RefusalBody, retryAfterSeconds?: number) {
    super(body.message)
    this.status = status
    this.code = body.code as Code
    this.field = body.field
    this.details = body.details as DetailsOf<Code>
    this.requestId = body.request_id
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * The service refused a request, and says why: `code` out of a closed table, `message` in one sentence. Where `code` is known,
 * so are its `details`.
 */
export type Refusal = { [Code in RefusalCode]: RefusalOf<Code> }[RefusalCode]

interface RefusalConstructor {
  new (status: number, body: RefusalBody, retryAfterSeconds?: number): Refusal
  readonly prototype: Refusal
}

export const Refusal = RefusalOf as unknown as RefusalConstructor

/** True for an error that is a refusal, of one of these codes if any is named. It then has that code's `details`. */
export function isRefusal<Code extends RefusalCode = RefusalCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is Extract<Refusal, { code: Code }> {
  return error instanceof Refusal && (codes.length === 0 || codes.some((code) => code === error.code))
}

/**
 * True for an error that is a refusal of this operation, such as `"bookAppointment"`: its `code` is one that it may be
 * refused with.
 */
export function isRefusalOf<Name extends keyof Refusals>(
  error: unknown,
  _operation: Name,
): error is Extract<Refusal, { code: Refusals[Name] }> {
  return error instanceof Refusal
}

/** No answer of the service came: the connection failed, took too long, or something between answered. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer"
  /** The status of the answer that came instead of the service's. */
  readonly status: number | undefined

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.status = options.status
  }
}
