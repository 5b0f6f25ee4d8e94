/** The entries that wait for staff, of every kind, in one list. An entry follows from the state of its record. */
import { z } from "zod"
import { idText, instant, timestamp } from "./fields.ts"
import { idAndName } from "./views.ts"

/**
 * `not_understood` is a reply to a text that the service could not read; it is a callback without a conversation, so its id is the
 * callback's.
 */
export const inboxKinds = [
  "pending",
  "callback",
  "not_understood",
  "counter_proposal",
  "declined",
  "message_uncertain",
  "message_failed",
  "understaffed",
  "endpoint_failing",
  "calendar_failing",
] as const
export type InboxKind = (typeof inboxKinds)[number]

export const inboxKind = z.enum(inboxKinds, { error: `expected one of ${inboxKinds.join(", ")}` }).meta({
  id: "InboxKind",
  description:
    "`pending`: a booking that staff confirm or decline. `callback`: a caller wants to be called back. `not_understood`: a reply to " +
    "a text that could not be read; its id is the callback's. `counter_proposal`: the customer's calendar proposes another time. " +
    "`declined`: the customer says that they do not come, and the appointment stands. `message_uncertain`: a message that perhaps " +
    "went; `message_failed`: one that did not. `understaffed`: somebody who is booked has time off then. `endpoint_failing`: a webhook " +
    "endpoint does not take what is sent. `calendar_failing`: a provider's own calendar can't be read.",
})

/** The outcome at `due` when no answer comes. */
export const inboxOutcomes = ["declined", "confirmed", "stands", "starts", "disabled"] as const
export type InboxOutcome = (typeof inboxOutcomes)[number]

export const inboxQuery = z.strictObject({ kind: inboxKind.optional() })

/** The longest time that an entry is put off. */
export const mostLaterDays = 90

export const inboxPath = z.strictObject({ kind: inboxKind, id: idText })

export const laterInput = z.strictObject({
  until: instant.nullable().meta({
    description: `When it is shown again, at most ${mostLaterDays} days from now. Null shows it at once.`,
  }),
})

export const laterView = z.object({ kind: inboxKind, id: z.int(), until: timestamp.nullable() })

const aboutAppointment = z.object({
  id: z.int(),
  version: z.int(),
  appointment_type: idAndName,
  provider: idAndName,
  start_time: timestamp,
  end_time: timestamp,
  timezone: z.string(),
})

export const inboxEntry = z.object({
  kind: inboxKind,
  id: z.int().meta({ description: "The id of what it is about, among those of its kind." }),
  since: timestamp,
  due: timestamp.nullable().meta({ description: "When it is too late to answer; null for no such time." }),
  what_then: z
    .enum(inboxOutcomes)
    .nullable()
    .meta({
      description:
        "What happens at `due` without an answer. `declined`, `confirmed`: the booking is. `stands`: the appointment stays at its " +
        "time. `starts`: the appointment begins. `disabled`: the endpoint gets nothing more. Null without `due`.",
    }),
  customer: idAndName.nullable(),
  appointment: aboutAppointment.nullable(),
  proposed_time: z
    .object({ start_time: timestamp, end_time: timestamp })
    .nullable()
    .meta({ description: "Of `counter_proposal`: the time that the customer's calendar proposes." }),
  phone: z
    .string()
    .nullable()
    .meta({ description: "Of `callback` and `not_understood`: the number to call." }),
  message: z
    .string()
    .nullable()
    .meta({ description: "Of `callback` and `not_understood`: what was said or written." }),
  about: z.string().nullable().meta({
    description:
      "The caller's name; the purpose of a message; who has time off; an endpoint's URL; whose calendar it is.",
  }),
  reason: z.string().nullable().meta({
    description:
      "When it suits the caller; why a message did not go; what is wrong with the endpoint or the calendar.",
  }),
  links: z.object({
    record: z
      .string()
      .meta({ description: "Where the API gives the whole of it, below the address of the service." }),
    console: z.string().meta({ description: "Where the console shows it." }),
  }),
})
export type InboxEntry = z.input<typeof inboxEntry>
