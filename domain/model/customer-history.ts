/** A customer's history: every deed with its actor, and every message, in one list, the newest first. */
import { z } from "zod"
import type { AuditedActor } from "./actor.ts"
import { auditActorKinds } from "./audit.ts"
import { timestamp } from "./fields.ts"
import {
  type TextOutcome,
  type TextPurpose,
  type TextRow,
  textOutcomes,
  textPurposes,
} from "./text-message.ts"
import { idAndName } from "./views.ts"

const named = z.object({
  id: z.int(),
  name: z.string().nullable().meta({ description: "Null once it is gone." }),
})

const positionInTime = z.object({
  start_time: timestamp,
  timezone: z.string(),
  provider: idAndName,
})

export const historyEntryView = z
  .object({
    id: z.string().meta({ description: "The id of the entry: `change_…` or `message_…`." }),
    at: timestamp,
    kind: z.enum(["change", "message"]),
    operation: z
      .string()
      .nullable()
      .meta({ description: "Of a change: what was done, as `book_appointment`." }),
    fields: z.array(z.string()).meta({ description: "Of a change: names of the fields that were written." }),
    actor: z
      .object({
        kind: z.enum(auditActorKinds),
        user: named.nullable(),
        api_key: named.nullable(),
      })
      .nullable()
      .meta({ description: "Of a change: who made it." }),
    appointment: z
      .object({
        id: z.int(),
        appointment_type: idAndName,
        after: positionInTime.nullable().meta({
          description: "As the change left it; null when that is not known any more, after 30 days.",
        }),
        before: positionInTime.nullable().meta({ description: "Of a move: as it was." }),
      })
      .nullable(),
    scheduling_request_id: z.int().nullable(),
    message: z
      .object({
        id: z.int().meta({ description: "The id of the text, or of the mail." }),
        purpose: z.enum(textPurposes),
        channel: z.enum(["sms", "voice", "mail"]),
        outcome: z.enum(textOutcomes),
        reason: z.string().nullable().meta({ description: "Why it was skipped or failed." }),
        delivery: z.enum(["delivered", "undelivered"]).nullable(),
        to: z.string().nullable().meta({ description: "Null before it has gone." }),
        sent_at: timestamp.nullable(),
        instead: z
          .object({ id: z.int(), channel: z.enum(["sms", "voice", "mail"]), at: timestamp })
          .nullable()
          .meta({
            description: "Of one that failed or was skipped: what reached the customer about the same.",
          }),
      })
      .nullable(),
  })
  .meta({ id: "CustomerHistoryEntry" })

export type HistoryEntry = z.input<typeof historyEntryView>

/** A write of the audit trail. */
export interface HistoryChange {
  id: number
  at: Date
  actor: AuditedActor
  operation: string
  target_id: number | null
  fields: string[]
}

export interface HistoryMessage
  extends Pick<
    TextRow,
    | "id"
    | "channel"
    | "appointment_id"
    | "appointment_version"
    | "run_id"
    | "step_position"
    | "phone_sealed"
    | "email_sealed"
    | "created_at"
    | "sent_at"
  > {
  purpose: TextPurpose
  outcome: TextOutcome
  reason: string | null
  delivery: "delivered" | "undelivered" | null
}

/** The time and place of an appointment. */
export interface HistoryPosition {
  start_time: string
  timezone: string
  provider_id: number
  provider_name: string
}

/** An event's data about a change of an appointment. */
export interface HistoryEvent extends HistoryPosition {
  type: string
  appointment_id: number
  occurred_at: Date
  /** The position before a move. */
  before: HistoryPosition | null
}

export interface HistoryAppointment extends HistoryPosition {
  id: number
  type_id: number
  type_name: string
}
