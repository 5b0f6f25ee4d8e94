/** Texts and mails to customers: their purposes and states, and the log of texts. The log of mails is in mail.ts. */
import { z } from "zod"
import { timestamp } from "./fields.ts"
import { iso, isoOrNull } from "./views.ts"

/**
 * `confirmation`, `change` and `reminder` are about an appointment, `outreach` about a scheduling request. `links`: the links
 * of the number's upcoming appointments, as its holder asked on the public page. `cancel_reply`: how to cancel, in answer to
 * a reply that stopped the company's texts. `offer`: a time, to a customer who waits for one.
 */
export const textPurposes = [
  "code",
  "confirmation",
  "change",
  "reminder",
  "outreach",
  "links",
  "cancel_reply",
  "offer",
] as const
export type TextPurpose = (typeof textPurposes)[number]

/** Mails to the company's own people. */
export const staffMailPurposes = [
  "password_reset",
  "user_invitation",
  "endpoint_disabled",
  "calendar_lost",
  "booking_asked",
  "day_digest",
] as const
export type StaffMailPurpose = (typeof staffMailPurposes)[number]

export type MessagePurpose = TextPurpose | StaffMailPurpose

/** To a customer. Others are to the company's own people. */
export const isToCustomer = (purpose: MessagePurpose): purpose is TextPurpose =>
  textPurposes.some((known) => known === purpose)

/** A call is a text that the voice agent is asked to speak. */
export type CarrierChannel = "sms" | "voice"
export type TextChannel = CarrierChannel | "mail"

/**
 * Texts that a customer waits for; reminders and outreach, which are unsolicited; mails; and mails by a company's own server,
 * which come there out of `mail` when they are composed.
 */
export type TextLane = "waited_for" | "unasked" | "mail" | "own_mail"
export const textLanes: readonly TextLane[] = ["waited_for", "unasked", "mail", "own_mail"]

export function laneOf(purpose: MessagePurpose, channel: TextChannel): TextLane {
  if (channel === "mail") return "mail"
  return purpose === "reminder" || purpose === "outreach" ? "unasked" : "waited_for"
}

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
  "answered",
  "too_late",
] as const

/** The reasons for which mails are skipped. */
export const mailSkipReasons = [
  "no_mail",
  "no_email",
  "email_unproven",
  "email_unreachable",
  "email_refused",
  "too_many",
  "no_pages",
  "opted_out",
  "no_consent",
  "no_booking_link",
  "goes_by_text",
  "booked",
  "answered",
  "cancelled",
  "expired",
  "stopped",
  "superseded",
  "too_late",
] as const

/** The further reasons for mails to the company's own people. */
export const staffSkipReasons = ["no_user"] as const
export type StaffSkipReason = SkipReason | (typeof staffSkipReasons)[number]

/**
 * Why a text or a mail was skipped without an error. `superseded`: the appointment has changed again. `too_late`: what it
 * is about has begun. `no_mail`: the host or the company sends none. `no_pages`: the host has none, where customers could say that they want no offers. `goes_by_text`: the customer gets the reminder as a text.
 * `no_user`: the user is switched off or removed.
 * `answered`: a reminder for those who have not said whether they come, and the customer has.
 */
export type SkipReason = (typeof skipReasons)[number] | (typeof mailSkipReasons)[number]

/** A failed text that the carrier may have taken. It is not sent again. */
export const unknownOutcome = "unknown_outcome"

/** A carrier's later report on a text. `taken`: the carrier has the text, and its delivery is still open. */
export type Reported =
  | { kind: "taken" }
  | { kind: "delivered" }
  | { kind: "undelivered"; error: string; optedOut: boolean }

/** The appointments that a message names together: those of a series, or those that follow one another in one visit. */
export type Together = "series" | "group"

/**
 * `unanswered`: a reminder that goes only as long as the customer has not said whether they come. `declined`: a change mail
 * that asks whether to cancel, since the customer's calendar declined the invitation. `narrowed`: the promised window has
 * become an hour. `on_the_way`: the provider is. The others: it tells of all that were booked or changed together with this one.
 */
export type TextQuestion = "unanswered" | "declined" | PlanNews | DisruptionNews | Together

/** The news about the plan for a customer. */
export type PlanNews = "narrowed" | "on_the_way"

/** `cannot_keep`: a disruption took the time, and nothing else was found. `other_provider`: somebody else comes then. */
export type DisruptionNews = "cannot_keep" | "other_provider"

/** As the store reads it. Words and number are null until a text that is composed late is about to go. */
export interface TextRow {
  id: number
  purpose: MessagePurpose
  channel: TextChannel
  /** The person at this number asked for the text, so that it goes to no other. The number is sealed from the start. */
  asked_for: boolean
  from_phone: string | null
  phone_sealed: string | null
  from_email: string | null
  email_sealed: string | null
  body_sealed: string | null
  status: "pending" | "sending" | "sent" | "skipped" | "failed"
  attempts: number
  last_error: string | null
  /** The carrier's own name for it. */
  carrier_id: string | null
  customer_id: number | null
  appointment_id: number | null
  appointment_version: number | null
  question: TextQuestion | null
  run_id: number | null
  step_position: number | null
  /** The offer to a waiting customer. */
  offer_id: number | null
  /** The recipient of a mail to a user. */
  user_id: number | null
  /** The provider of a day's digest. */
  provider_id: number | null
  /** The subject of a mail to a user. */
  facts_sealed: string | null
  created_at: Date
  good_until: Date
  sent_at: Date | null
  traceparent: string | null
}

/** How long a text is, as carriers count and charge it. */
export const textLengthView = z.object({
  encoding: z.enum(["gsm7", "ucs2"]).meta({
    description:
      "`ucs2` when the alphabet of text messages lacks a character: a message then holds 70 instead of 160.",
  }),
  characters: z.int().meta({ description: "As the encoding counts them." }),
  segments: z.int().meta({ description: "How many messages the carrier charges." }),
  room: z.int().meta({ description: "So many characters fit into these segments." }),
})

/** The state of a text. `failed`: the carrier refused it, reported that it did not arrive, or gave no answer. */
export const textOutcomes = ["waiting", "sent", "skipped", "failed"] as const
export type TextOutcome = (typeof textOutcomes)[number]

export const textView = z
  .object({
    id: z.int(),
    purpose: z.enum(textPurposes),
    channel: z.enum(["sms", "voice"]),
    outcome: z.enum(textOutcomes),
    reason: z
      .string()
      .nullable()
      .meta({
        description:
          `Why it was skipped (${skipReasons.join(", ")}) or failed (${unknownOutcome}, or the carrier's word); of one that ` +
          "waits, why the try before failed.",
      }),
    delivery: z.enum(["delivered", "undelivered"]).nullable().meta({
      description: "What the carrier reported; null without a report.",
    }),
    attempts: z.int(),
    due_at: timestamp.nullable().meta({ description: "Of one that waits: it does not go before." }),
    customer: z.object({ id: z.int(), name: z.string() }).nullable().meta({
      description: "Null for a code, which goes to a number.",
    }),
    phone: z.string().nullable().meta({
      description: "Where it went. Null before that, since the number is chosen when it goes.",
    }),
    from_phone: z.string().nullable(),
    appointment_id: z.int().nullable(),
    scheduling_request_id: z.int().nullable().meta({ description: "Of outreach, as the next two." }),
    outreach_plan_id: z.int().nullable(),
    step_position: z.int().nullable(),
    created_at: timestamp,
    sent_at: timestamp.nullable(),
  })
  .meta({ id: "Text" })

/** As the log of texts is read. */
export interface LoggedText
  extends Pick<
    TextRow,
    | "id"
    | "attempts"
    | "phone_sealed"
    | "from_phone"
    | "appointment_id"
    | "step_position"
    | "created_at"
    | "sent_at"
  > {
  purpose: TextPurpose
  channel: CarrierChannel
  outcome: TextOutcome
  reason: string | null
  delivery: "delivered" | "undelivered" | null
  customer_id: number | null
  customer_name: string | null
  scheduling_request_id: number | null
  outreach_plan_id: number | null
}

export function textShown(
  { phone_sealed: _, customer_id, customer_name, ...text }: LoggedText,
  { phone, dueAt }: { phone: string | null; dueAt: Date | null },
): z.input<typeof textView> {
  return {
    ...text,
    customer: customer_id === null ? null : { id: customer_id, name: customer_name ?? "" },
    phone,
    due_at: isoOrNull(dueAt),
    created_at: iso(text.created_at),
    sent_at: isoOrNull(text.sent_at),
  }
}
