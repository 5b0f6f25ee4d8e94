/** A customer's personal data: all of it in a form to hand over, and the parts that an erasure replaces. */
import { z } from "zod"
import { appointmentView } from "./appointment.ts"
import { callbackView } from "./callback.ts"
import { customerView } from "./customer.ts"
import { timestamp } from "./fields.ts"
import { textPurposes } from "./text-message.ts"
import { waitingEntryView } from "./waiting-entry.ts"

export const exportedRequestView = z.object({
  id: z.int(),
  status: z.enum(["open", "scheduled", "cancelled", "expired"]),
  appointment_type_id: z.int(),
  then_type_ids: z.array(z.int()).optional(),
  earliest_date: z.string().nullable(),
  latest_date: z.string(),
  external_ref: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
  duration_label: z.string().nullable(),
  created_at: timestamp,
})

export const exportedEventView = z.object({
  id: z.string(),
  type: z.string(),
  occurred_at: timestamp,
  data: z.unknown().meta({ description: "As it was told to the company's other systems." }),
})

export const exportedTextView = z.object({
  purpose: z.enum(textPurposes),
  channel: z.enum(["sms", "voice", "mail"]),
  status: z.enum(["pending", "sending", "sent", "skipped", "failed"]),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
})

const exportedEntryView = waitingEntryView
  .pick({
    ...{ id: true, earliest_date: true, latest_date: true, weekdays: true, parts_of_day: true },
    ...{ times_asked: true, created_at: true, ended_at: true },
  })
  .extend({
    status: z.enum(["waiting", "booked", "declined", "expired", "withdrawn"]),
    appointment_type_id: z.int(),
    then_type_ids: z
      .array(z.int())
      .optional()
      .meta({ description: "Of several types in one visit: those that follow the first." }),
  })

export const customerExportView = z.object({
  customer: customerView,
  address_latitude: z.number().nullable(),
  address_longitude: z.number().nullable(),
  archived_at: timestamp.nullable(),
  erased_at: timestamp.nullable(),
  appointments: z.array(appointmentView),
  scheduling_requests: z.array(exportedRequestView),
  texts: z.array(exportedTextView).meta({
    description: "Texts of the last 30 days to the customer or to their numbers; what they said is not kept.",
  }),
  callbacks: z
    .array(callbackView)
    .meta({ description: "Messages that the customer left with an agent; of the last 90 days." }),
  waiting_entries: z
    .array(exportedEntryView)
    .meta({ description: "What the customer waits and waited for." }),
  events: z.array(exportedEventView).meta({ description: "Events of the last 30 days." }),
})

/** Replaces an erased name. */
export const erasedName = "Erased"

/** Fields of stored data that may hold something personal. */
const personal = new Set([
  "address",
  "latitude",
  "longitude",
  "email",
  "phone",
  "notes",
  "answers",
  "cancel_reason",
  "reason",
  "external_ref",
  "metadata",
  "duration_label",
  "caller_name",
  "message",
  "best_time",
  "first_name",
  "last_name",
])

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The same event data without the customer's. Names of providers, locations and types stay. */
export function withoutPersonalData(data: Json): Json {
  return scrubbed(data, false)
}

function scrubbed(value: Json, isCustomer: boolean): Json {
  if (Array.isArray(value)) return value.map((entry) => scrubbed(entry, isCustomer))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, kept(key, inner, isCustomer)]))
}

function kept(key: string, value: Json, ofCustomer: boolean): Json {
  if (personal.has(key)) return null
  if (key === "name" && ofCustomer) return erasedName
  return scrubbed(value, key === "customer")
}
