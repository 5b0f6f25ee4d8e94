/**
 * Every refusal the service can answer with. The table is closed: anything else that goes wrong is a bug, logged with
 * its cause and answered as `internal`. `docs/errors.md` explains each to its reader, and a test compares the two.
 */
export const errorTable = {
  ...answeredWith(400, {
    invalid_input: "The request is not valid.",
    invalid_json: "The body is not valid JSON.",
    question_too_large: "That is too much to ask at once.",
    filter_not_usable: "That choice can't be used for this customer.",
    address_not_found: "That address can't be placed, so it can't be said who serves it.",
    end_time_mismatch: "end_time does not match the appointment's length.",
    embed_origin_invalid: "That is not an origin that may embed the pages.",
    code_expired: "Code expired",
    wrong_code: "That code is not right.",
    wrong_password: "The password is wrong.",
    sign_in_not_begun: "This sign-in was not begun in this browser, or too long ago. Please begin again.",
    phone_not_supported: "Codes can be texted to US and Canadian numbers only.",
    bot_check_failed: "The check that you are human did not pass. Please try again.",
  }),
  ...answeredWith(401, {
    unauthorized: "A valid API key or session is required.",
    visit_expired: "Your visit has expired. Please verify your number again.",
    session_expired: "Session expired",
    wrong_credentials: "The email or the password is wrong.",
    second_factor_needed: "The code of your second factor is needed too.",
    wrong_second_factor: "That code is not right, or it was used before.",
    identity_not_proven: "The company's identity provider did not prove who you are.",
  }),
  ...answeredWith(403, {
    forbidden: "This key's role does not allow that.",
    scope_missing: "This key lacks a scope.",
    enrolment_needed: "Your company requires a second factor. Set one up first.",
    identity_email_unverified: "The company's identity provider has not verified your email.",
    identity_unknown: "No user of the company has the email that its identity provider names.",
    registration_closed: "New customers are not allowed",
  }),
  ...answeredWith(404, {
    not_found: "There is no such record.",
    route_not_found: "There is nothing at this address.",
    unknown_number: "Unknown number",
    operator_link_ended: "This link is no longer valid. The command `operator link` makes a new one",
    reset_link_ended: "This link is no longer valid. Ask an administrator for a new one.",
    identity_provider_not_set_up: "The company has no identity provider.",
    link_ended: "This link is no longer active",
  }),
  ...answeredWith(405, {
    method_not_allowed: "This address does not take that method.",
  }),
  ...answeredWith(408, {
    request_timeout: "The request did not arrive in time.",
  }),
  ...answeredWith(409, {
    slot_taken: "That time has just been taken.",
    time_not_offered: "That time is not offered.",
    customer_busy: "The customer has another appointment then.",
    series_conflict: "Not all occurrences of the series can be booked.",
    out_of_service_area: "That provider does not serve the customer's address.",
    address_needed: "An address is needed for this appointment.",
    request_needed: "This type is booked through a scheduling request only.",
    request_not_open: "The scheduling request is not open.",
    request_mismatch: "The scheduling request is for another customer or type.",
    request_scheduled: "The scheduling request has an appointment.",
    open_request_exists: "The customer already has an open request for this type.",
    type_not_bookable: "This appointment type can't be booked.",
    appointment_started: "The appointment has already started.",
    appointment_not_scheduled: "The appointment is no longer scheduled.",
    appointment_not_pending: "The appointment does not wait for an answer.",
    appointment_not_started: "The appointment has not started yet.",
    not_planned: "The appointment promises a start, so that there is no plan of it.",
    not_at_customer: "The appointment does not take place at the customer's.",
    appointment_not_today: "The appointment is on another day.",
    plan_changed: "The day has changed since that plan was made.",
    length_fixed: "An appointment over several days keeps its lengths.",
    cancel_notice_passed: "It is too late to change this appointment.",
    external_ref_taken: "Another customer has this external_ref.",
    phone_taken: "Another customer has this phone number.",
    slug_taken: "Another company has this public_slug.",
    email_taken: "Another user of the company has this email.",
    choose_company: "This email and password fit users of several companies. Say which.",
    second_factor_set: "A second factor is set up already.",
    second_factor_not_set: "No second factor is set up.",
    second_factor_required: "The company requires a second factor.",
    channel_taken: "This number is already registered.",
    channel_not_proven:
      "Nothing proves that this number is yours. Ask the operator of this host to assign it.",
    last_admin_key: "The last admin key or user can't be removed.",
    registration_needed: "Please register before booking.",
    caller_unknown: "The caller's number is not known.",
    address_set_by_company: "The company has set this customer's address itself.",
    too_late: "That can't be taken back any more: it has been told.",
    version_conflict: "It has changed since you read it.",
    disruption_applied: "This has been applied already.",
    disruption_outdated: "The day has changed since this was worked out. Work it out anew.",
    in_use: "It is still in use.",
    booking_links_not_set_up: "Booking links are not set up for the company.",
    managed_by_request: "The appointment is managed by its scheduling request's booking link.",
    outreach_running: "Outreach is running for this scheduling request.",
    outreach_not_running: "No outreach is running for this scheduling request.",
    too_many_endpoints: "A company has at most three webhook endpoints.",
    too_many_calendars: "A provider has at most ten calendars.",
    too_many_records: "The company has as many of these as it may have.",
    files_not_kept: "This host keeps no files.",
    files_full: "The company's space for files is full.",
    areas_too_large: "The company's service areas hold at most 1 MB together.",
    endpoint_disabled: "The webhook endpoint is disabled.",
    too_many_waiting_entries: "The customer waits for as many times as one may.",
    entry_ended: "This entry of the waiting list has ended.",
    offer_open: "The customer is deciding about another time.",
    offer_ended: "That time is no longer offered.",
    customer_archived: "The customer is archived.",
    idempotency_key_reused: "This Idempotency-Key was used for another request.",
    idempotency_key_running: "A request with this Idempotency-Key is still running.",
    test_company_needed: "Only a test company has this.",
    live_company_needed: "A test company has no test company of its own.",
    test_clock_moving: "The test company's clock is being moved.",
  }),
  ...answeredWith(410, {
    answer_erased: "The answer to this request has been erased.",
  }),
  ...answeredWith(413, {
    body_too_large: "The body is too large.",
  }),
  ...answeredWith(415, {
    unsupported_media_type: "Send the body as application/json.",
    file_refused:
      "That file can't be taken. Send a photo (JPEG, PNG, WebP, GIF or AVIF of at most 50 megapixels) or a PDF.",
  }),
  ...answeredWith(429, {
    rate_limited: "Too many requests. Please wait a moment.",
    codes_stopped: "No more codes can be sent today. Please call.",
  }),
  ...answeredWith(500, {
    internal: "Something went wrong on our side.",
  }),
  ...answeredWith(503, {
    busy: "The service is busy. Please try again in a moment.",
    not_saved: "Nothing can be saved at the moment. Please try again in a few minutes.",
    not_ready: "The service is not ready yet.",
    bot_check_not_configured: "Online booking is not set up on this host.",
    identity_provider_unavailable: "The company's identity provider does not answer. Please try again.",
    carrier_unavailable: "The carrier could not be asked whose number this is. Please try again in a moment.",
    files_unavailable: "Files can't be reached at the moment. Please try again in a moment.",
    texts_unavailable: "No codes can be texted at the moment. Please call.",
    calendar_unavailable:
      "The provider's calendar could not be checked. Nothing has changed; please try again.",
  }),
}

export type ErrorCode = keyof typeof errorTable

function answeredWith<Code extends string>(status: number, messages: Record<Code, string>) {
  const entries = Object.entries<string>(messages).map(([code, message]) => [code, { status, message }])
  return Object.fromEntries(entries) as Record<Code, { status: number; message: string }>
}

export interface RefusalOptions {
  /** One plain sentence; the table's own when left out. */
  message?: string
  /** The offending input field, as the caller spells it: `weekly_hours[0].start`. */
  field?: string
  details?: Record<string, unknown>
  /** Whole seconds; answered as `Retry-After`. */
  retryAfterSeconds?: number
}

/** Thrown by an operation to refuse a call. It carries a code of the closed table and nothing private. */
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

/** The 409 for a record that is no longer at the version that the caller has seen; null without `ifVersion`. */
export function otherVersion({ version }: { version: number }, ifVersion?: number): Refusal | null {
  return ifVersion === undefined || ifVersion === version ? null : new Refusal("version_conflict")
}

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
