/**
 * The sentences that an agent says to its caller when something can't be done. The codes stay those of the one table; only
 * the words are for a listener. Where the specification fixes the words, they are in the table itself.
 */
import type { EmptyReason } from "../availability.ts"
import type { ErrorCode } from "../errors.ts"

/** Refusals whose message can be said unchanged. */
export const saidAsTheyAre: ReadonlySet<ErrorCode> = new Set([
  "filter_not_usable",
  "code_expired",
  "session_expired",
  "registration_closed",
  "unknown_number",
])

const sentences: Partial<Record<ErrorCode, string>> = {
  end_time_mismatch: "I mixed up the length of that appointment. Let me try that again.",
  wrong_code: "That code isn't right. Could you read it to me once more?",
  unauthorized: "I can't reach the schedule right now.",
  forbidden: "I can't do that for you.",
  scope_missing: "I can't do that for you.",
  slot_taken: "That time has just been taken.",
  customer_busy: "You already have an appointment at that time.",
  time_not_offered: "That time isn't available.",
  out_of_service_area: "I'm sorry, we don't come to your address.",
  address_not_found:
    "I couldn't place that address, so I can't say whether we come there. Could we check the street, the city and the ZIP code?",
  address_needed: "I need your address for that first.",
  request_needed: "That can only be booked after we've asked you to. Please contact the office.",
  request_not_open: "That has already been booked, or it can't be booked any more.",
  request_mismatch: "That doesn't belong to this kind of appointment. Let me look again.",
  type_not_bookable: "That can't be booked at the moment.",
  appointment_started: "That appointment has already started, so it can't be changed any more.",
  appointment_not_scheduled: "That appointment isn't on the schedule any more.",
  appointment_not_pending: "That doesn't wait for an answer any more. Let me look what you have.",
  offer_ended: "That time is no longer on offer. You stay on the waiting list.",
  entry_ended: "You're not on the waiting list for that any more.",
  cancel_notice_passed: "It's too late to change that appointment here. Please contact the office.",
  registration_needed: "I need your name before I can do that.",
  caller_unknown: "I can't see the number you're calling from, so I can't do that for you.",
  address_set_by_company: "Your address is already on file. Please contact the office to change it.",
  customer_archived: "I can't do that for you. Please contact the office.",
  rate_limited: "I can't do that any more right now.",
  texts_unavailable: "I can't send texts at the moment.",
  calendar_unavailable: "I can't check the calendar right now, so nothing has changed. Let me try again.",
  busy: "That took too long. Let me try again.",
  internal: "Something went wrong on our side. Let me try again.",
  body_too_large: "That was too much at once. Let me try again.",
}

const unclear = "I didn't get that quite right. Let me try again."

/** Sentences for invalid input, by field. A map, since the caller names the field: an object would know `constructor` too. */
const askAgain = new Map<string, string>([
  ["start_date", "Which dates would suit you?"],
  ["end_date", "Which dates would suit you?"],
  ["time_of_day", "Which part of the day would suit you?"],
  ["around", "At what time would it suit you?"],
  ["after", "From what time on would it suit you?"],
  ["before", "Until what time would it suit you?"],
  ["weekdays", "Which days of the week would suit you?"],
  ["start_time", "I mixed up the time. Let me look again."],
  ["line1", "Could you tell me the street address, with the house number?"],
  ["postal_code", "Could you tell me the ZIP code, or the city and state?"],
  ["name", "Could you tell me your name?"],
  ["first_name", "Could you tell me your name?"],
  ["last_name", "Could you tell me your last name again?"],
  ["email", "Could you spell the email address for me?"],
  ["contact_number", "Could you tell me that phone number again, with the area code?"],
  ["code", "Could you read me the six digits of the code again?"],
  ["message", "What shall I tell them, in one sentence?"],
  ["best_time", "When would a call suit you?"],
  ["note", "What shall I write down for them, in one sentence?"],
  ["notes", "What shall I write down for them, in one sentence?"],
  ["duration_option_id", "Which of the lengths would you like?"],
])

/** Sentences for an id that is unknown or not this caller's, by field. */
const notFoundBy = new Map<string, string>([
  ["appointment_type_id", "I couldn't find that kind of appointment."],
  ["location_id", "I couldn't find that location."],
  ["provider_id", "I couldn't find that person."],
  ["scheduling_request_id", "I couldn't find that request."],
  ["appointment_id", "I couldn't find that appointment."],
  ["waiting_entry_id", "I couldn't find that on the waiting list."],
  ["start_time", "That isn't one of the times that the office offers."],
])

export function sentenceFor(code: ErrorCode, field: string | undefined): string {
  if (code === "invalid_input" || code === "invalid_json") return askAgain.get(field ?? "") ?? unclear
  if (code === "not_found") return notFoundBy.get(field ?? "") ?? "I couldn't find that."
  return sentences[code] ?? unclear
}

/** The answer to a caller who asks for their appointments, and whose number is no customer's. */
export function noneUnderNumber({
  channel,
  phone,
}: {
  channel: "voice" | "sms"
  phone: string | null
}): string {
  const theNumber = `the number you're ${channel === "voice" ? "calling" : "texting"} from`
  return phone === null ? `I can't see ${theNumber}, so I find none.` : `I find none under ${theNumber}.`
}

/** The empty search: the location it asked for, if any. */
export interface AskedFor {
  locationId: number | null | undefined
}

/** Why nothing can be offered on any date. */
export function emptySentence(reason: EmptyReason, { locationId }: AskedFor): string {
  if (reason === "no_provider_offers_type" && locationId != null)
    return "That isn't offered at that location."
  return emptySentences[reason]
}

const emptySentences: Record<EmptyReason, string> = {
  no_address: "I need your address first, to see who can come to you.",
  address_not_found: "I can't place the address we have for you, so I can't see who can come to you.",
  out_of_service_area: "I'm sorry, we don't come to your address.",
  provider_does_not_offer_type: "That person doesn't do this kind of appointment.",
  no_provider_offers_type: "Nobody offers this kind of appointment at the moment.",
}
