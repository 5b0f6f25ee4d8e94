/** Texts to customers: their purposes and states. */

/**
 * `confirmation`, `change` and `reminder` are about an appointment, `outreach` about a scheduling request. `links`: the links
 * of the number's upcoming appointments, as its holder asked on the public page. `cancel_reply`: how to cancel, in answer to
 * a reply that stopped the company's texts.
 */
export const textPurposes = [
  "code",
  "confirmation",
  "change",
  "reminder",
  "outreach",
  "links",
  "cancel_reply",
] as const
export type TextPurpose = (typeof textPurposes)[number]

/** A call is a text that the voice agent is asked to speak. */
export type TextChannel = "sms" | "voice"

/** Purposes that a customer waits for. Reminders and outreach are unsolicited. */
export type TextLane = "waited_for" | "unasked"
export const textLanes: readonly TextLane[] = ["waited_for", "unasked"]

export const laneOf = (purpose: TextPurpose): TextLane =>
  purpose === "reminder" || purpose === "outreach" ? "unasked" : "waited_for"

export const skipReasons = [
  "no_booking_link",
  "opted_out",
  "no_consent",
  "no_phone",
  "no_sms_channel",
  "no_voice_agent",
  "booked",
  "cancelled",
  "expired",
  "stopped",
  "superseded",
  "nothing_upcoming",
  "too_late",
] as const

/**
 * Why a text was skipped without an error. `superseded`: the appointment has changed again. `too_late`: what it
 * is about has begun.
 */
export type SkipReason = (typeof skipReasons)[number]

/** A failed text that the carrier may have taken. It is not sent again. */
export const unknownOutcome = "unknown_outcome"

/** A carrier's later report on a text. `taken`: the carrier has the text, and its delivery is still open. */
export type Reported =
  | { kind: "taken" }
  | { kind: "delivered" }
  | { kind: "undelivered"; error: string; optedOut: boolean }

/** As the store reads it. Words and number are null until a text that is composed late is about to go. */
export interface TextRow {
  id: number
  purpose: TextPurpose
  channel: TextChannel
  /** The person at this number asked for the text, so that it goes to no other. The number is sealed from the start. */
  asked_for: boolean
  from_phone: string | null
  phone_sealed: string | null
  body_sealed: string | null
  status: "pending" | "sending" | "sent" | "skipped" | "failed"
  attempts: number
  last_error: string | null
  /** The carrier's own name for it. */
  carrier_id: string | null
  customer_id: number | null
  appointment_id: number | null
  appointment_version: number | null
  run_id: number | null
  step_position: number | null
  created_at: Date
  good_until: Date
  sent_at: Date | null
  traceparent: string | null
}
