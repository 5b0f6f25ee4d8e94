/** Everything that is kept of one customer, in a form to hand over. */
import { z } from "zod"
import { appointmentView } from "./appointment.ts"
import { customerView } from "./customer.ts"
import { timestamp } from "./fields.ts"

export const exportedRequestView = z.object({
  id: z.int(),
  status: z.enum(["open", "scheduled", "cancelled", "expired"]),
  appointment_type_id: z.int(),
  earliest_date: z.string().nullable(),
  latest_date: z.string(),
  external_ref: z.string().nullable(),
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
  purpose: z.enum(["code", "confirmation", "change", "reminder", "outreach"]),
  channel: z.enum(["sms", "voice"]),
  status: z.enum(["pending", "sending", "sent", "skipped", "failed"]),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
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
    description: "Of the last 30 days, to the customer or to their numbers; what they said is not kept.",
  }),
  events: z.array(exportedEventView).meta({ description: "Of the last 30 days." }),
})
