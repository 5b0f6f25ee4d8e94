/** A scheduling request asks one customer to book one type within dates; the customer books through its private link. */
import { z } from "zod"
import { minutesPerDay } from "../time/units.ts"
import { type Metadata, metadataField, metadataInEvent, metadataView } from "./external-data.ts"
import { date, externalRef, flag, id, name, timestamp, version, whole } from "./fields.ts"
import { iso } from "./views.ts"

export const requestStatuses = ["open", "scheduled", "cancelled", "expired"] as const
export const requestStatus = z.enum(requestStatuses, {
  error: `expected one of ${requestStatuses.join(", ")}`,
})
export type RequestStatus = (typeof requestStatuses)[number]

export const blockMinutes = z
  .array(whole(5, minutesPerDay))
  .min(1, { error: "expected at least one day" })
  .max(30, { error: "expected at most 30 days" })

export const requestInput = z.strictObject({
  customer_id: id,
  appointment_type_id: id,
  latest_date: date,
  earliest_date: date.nullable().optional(),
  external_ref: externalRef.nullable().optional(),
  metadata: metadataField,
  location_id: id.nullable().optional(),
  provider_id: id.nullable().optional(),
  duration_minutes: whole(5, minutesPerDay).nullable().optional(),
  blocks: blockMinutes.nullable().optional(),
  duration_label: name(100).nullable().optional(),
  outreach_plan_id: id
    .nullable()
    .optional()
    .meta({ description: "Follows up by this plan until the request is booked or over." }),
})

export const requestPatch = z.strictObject({
  latest_date: date.optional(),
  earliest_date: date.nullable().optional(),
  external_ref: externalRef.nullable().optional(),
  metadata: metadataField,
  location_id: id.nullable().optional().meta({ description: "Null for every location of the type." }),
  provider_id: id.nullable().optional().meta({ description: "Null for every provider who offers the type." }),
  if_version: version.optional(),
})

export const requestCancel = z.strictObject({
  cancel_appointment: flag
    .default(false)
    .meta({ description: "A scheduled request is cancelled with its appointment only when this is true." }),
  if_version: version.optional(),
})

export const requestView = z
  .object({
    id: z.int(),
    status: requestStatus,
    customer_id: z.int(),
    appointment_type_id: z.int(),
    earliest_date: z.string().meta({
      description: "The day of its creation in the company's zone, where none was sent.",
    }),
    latest_date: z.string(),
    external_ref: z.string().nullable(),
    ...metadataView,
    location_id: z.int().nullable(),
    provider_id: z.int().nullable(),
    duration_minutes: z
      .int()
      .meta({ description: "All working days together; the request's own, else the type's." }),
    blocks: z.array(z.int()),
    duration_label: z.string().nullable(),
    booking_url: z.string().nullable().meta({
      description:
        "Null when booking links are not set up for the company, and for a link whose key the host has lost.",
    }),
    version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "SchedulingRequest" })

/** As the store keeps it. */
export interface SchedulingRequest {
  id: number
  customer_id: number
  appointment_type_id: number
  status: RequestStatus
  earliest_date: string | null
  latest_date: string
  external_ref: string | null
  metadata: Metadata | null
  location_id: number | null
  provider_id: number | null
  /** Minutes of each working day; null means the type's. */
  block_minutes: number[] | null
  duration_label: string | null
  link_version: number
  link_key_id: string
  /** The random part of the booking link's token; null for one that was given out before links had random values. */
  link_random: string | null
  version: number
  created_at: Date
  updated_at: Date
  /** The day of its creation in the company's zone; null of one that an earlier version made. */
  made_on: string | null
}

/** As it is read back: without a date of its own a request has been open since it was made. */
export const earliestDateOf = ({
  earliest_date,
  made_on,
  created_at,
}: Pick<SchedulingRequest, "earliest_date" | "made_on" | "created_at">): string =>
  earliest_date ?? made_on ?? iso(created_at).slice(0, 10)

/** As every event names it. */
export interface RequestInEvent {
  id: number
  external_ref: string | null
  metadata?: Metadata
  status: RequestStatus
  earliest_date: string
  latest_date: string
}

export function requestInEvent(request: SchedulingRequest): RequestInEvent {
  const { id, external_ref, status, latest_date } = request
  return {
    id,
    external_ref,
    status,
    earliest_date: earliestDateOf(request),
    latest_date,
    ...metadataInEvent(request),
  }
}

export const totalMinutes = (blocks: readonly number[]) => blocks.reduce((sum, minutes) => sum + minutes, 0)
