/**
 * Every refusal the service can answer with. The table is closed: anything else that goes wrong is a bug, logged with
 * its cause and answered as `internal`. `docs/errors.md` explains each to its reader, and a test compares the two.
 */
export const errorTable = {
  invalid_input: { status: 400, message: "The request is not valid." },
  invalid_json: { status: 400, message: "The body is not valid JSON." },
  filter_not_usable: { status: 400, message: "That choice can't be used for this customer." },
  end_time_mismatch: { status: 400, message: "end_time does not match the appointment's length." },
  embed_origin_invalid: { status: 400, message: "That is not an origin that may embed the pages." },
  code_expired: { status: 400, message: "Code expired" },
  wrong_code: { status: 400, message: "That code is not right." },
  phone_not_supported: { status: 400, message: "Codes can be texted to US and Canadian numbers only." },
  bot_check_failed: { status: 400, message: "The check that you are human did not pass. Please try again." },
  unauthorized: { status: 401, message: "A valid API key or session is required." },
  visit_expired: { status: 401, message: "Your visit has expired. Please verify your number again." },
  session_expired: { status: 401, message: "Session expired" },
  wrong_credentials: { status: 401, message: "The email or the password is wrong." },
  forbidden: { status: 403, message: "This key's role does not allow that." },
  registration_closed: { status: 403, message: "New customers are not allowed" },
  not_found: { status: 404, message: "There is no such record." },
  route_not_found: { status: 404, message: "There is nothing at this address." },
  unknown_number: { status: 404, message: "Unknown number" },
  link_ended: { status: 404, message: "This link is no longer active" },
  method_not_allowed: { status: 405, message: "This address does not take that method." },
  slot_taken: { status: 409, message: "That time has just been taken." },
  time_not_offered: { status: 409, message: "That time is not offered." },
  out_of_service_area: { status: 409, message: "That provider does not serve the customer's address." },
  address_needed: { status: 409, message: "An address is needed for this appointment." },
  request_needed: { status: 409, message: "This type is booked through a scheduling request only." },
  request_not_open: { status: 409, message: "The scheduling request is not open." },
  request_mismatch: { status: 409, message: "The scheduling request is for another customer or type." },
  request_scheduled: { status: 409, message: "The scheduling request has an appointment." },
  open_request_exists: { status: 409, message: "The customer already has an open request for this type." },
  type_not_bookable: { status: 409, message: "This appointment type can't be booked." },
  appointment_started: { status: 409, message: "The appointment has already started." },
  appointment_not_scheduled: { status: 409, message: "The appointment is no longer scheduled." },
  appointment_not_started: { status: 409, message: "The appointment has not started yet." },
  cancel_notice_passed: { status: 409, message: "It is too late to change this appointment." },
  external_ref_taken: { status: 409, message: "Another customer has this external_ref." },
  phone_taken: { status: 409, message: "Another customer has this phone number." },
  slug_taken: { status: 409, message: "Another company has this public_slug." },
  email_taken: { status: 409, message: "Another user has this email." },
  channel_taken: { status: 409, message: "This number is already registered." },
  last_admin_key: { status: 409, message: "The last admin key or user can't be removed." },
  registration_needed: { status: 409, message: "Please register before booking." },
  caller_unknown: { status: 409, message: "The caller's number is not known." },
  address_set_by_company: { status: 409, message: "The company has set this customer's address itself." },
  version_conflict: { status: 409, message: "It has changed since you read it." },
  in_use: { status: 409, message: "It is still in use." },
  booking_links_not_set_up: { status: 409, message: "Booking links are not set up for the company." },
  outreach_running: { status: 409, message: "Outreach is running for this scheduling request." },
  outreach_not_running: { status: 409, message: "No outreach is running for this scheduling request." },
  too_many_endpoints: { status: 409, message: "A company has at most three webhook endpoints." },
  too_many_calendars: { status: 409, message: "A provider has at most ten calendars." },
  endpoint_disabled: { status: 409, message: "The webhook endpoint is disabled." },
  customer_archived: { status: 409, message: "The customer is archived." },
  idempotency_key_reused: { status: 409, message: "This Idempotency-Key was used for another request." },
  idempotency_key_running: { status: 409, message: "A request with this Idempotency-Key is still running." },
  answer_erased: { status: 410, message: "The answer to this request has been erased." },
  body_too_large: { status: 413, message: "The body is too large." },
  unsupported_media_type: { status: 415, message: "Send the body as application/json." },
  rate_limited: { status: 429, message: "Too many requests. Please wait a moment." },
  codes_stopped: { status: 429, message: "No more codes can be sent today. Please call." },
  internal: { status: 500, message: "Something went wrong on our side." },
  busy: { status: 503, message: "The service is busy. Please try again in a moment." },
  not_ready: { status: 503, message: "The service is not ready yet." },
  bot_check_not_configured: { status: 503, message: "Online booking is not set up on this host." },
  texts_unavailable: { status: 503, message: "No codes can be texted at the moment. Please call." },
  calendar_unavailable: {
    status: 503,
    message: "The provider's calendar could not be checked. Nothing has changed; please try again.",
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorTable

export interface RefusalOptions {
  /** One plain sentence; the table's own when left out. */
  message?: string
  /** The offending input field, as the caller spells it: `weekly_hours[0].start`. */
  field?: string
  details?: Record<string, unknown>
  /** Whole seconds; answered as `Retry-After`. */
  retryAfterSeconds?: number
}

/** What an operation throws to say no. Carries a code out of the closed table and nothing private. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly field: string | undefined
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(options.message ?? errorTable[code].message)
    this.name = "Refusal"
    this.code = code
    this.status = errorTable[code].status
    this.field = options.field
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** A 400 that names the field and what was expected. */
export function invalid(field: string, expected: string): Refusal {
  return new Refusal("invalid_input", { field, message: `${field}: ${expected}` })
}

/** The 404 for a record; another company's id answers exactly like an unknown one. */
export function notFound(noun: string, field?: string): Refusal {
  return new Refusal("not_found", { message: `There is no such ${noun}.`, ...(field ? { field } : {}) })
}
