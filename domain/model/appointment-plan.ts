/** What a plan says of an appointment that was promised a window. */
import { z } from "zod"
import { flag, timestamp } from "./fields.ts"
import { idAndName, iso } from "./views.ts"

/** As they are sent with a booking. */
export const plannedFields = {
  keep_provider: flag.optional().meta({
    description:
      "Of a type that promises a window: the provider was chosen and is never planned away. Else `provider_id` only names the " +
      "slot, and who comes is planned. An assigned or requested provider always stays.",
  }),
}

/** Absent for a promised start. */
export const plannedViews = {
  window: z.object({ start_time: timestamp, end_time: timestamp }).optional().meta({
    description:
      "What the customer was promised; `start_time` and `end_time` are the same. Absent for a start.",
  }),
  planned_start: timestamp
    .optional()
    .meta({ description: "When the work is planned to start, for staff. It may change." }),
  planned_provider: idAndName
    .optional()
    .meta({ description: "Who is planned to come, for staff. May change." }),
  work_minutes: z.int().optional().meta({ description: "How long the work takes." }),
  pinned: z.boolean().optional().meta({ description: "Staff fixed the planned start and provider." }),
}

/** As they are stored. `work_minutes` is null for a promised start, and then the rest says nothing. */
export interface PlannedFields {
  work_minutes: number | null
  planned_start_at: Date | null
  pinned: boolean
  keeps_provider: boolean
}

export const notPlanned: PlannedFields = {
  work_minutes: null,
  planned_start_at: null,
  pinned: false,
  keeps_provider: false,
}

interface Planned extends PlannedFields {
  start_at: Date
  end_at: Date
  provider_id: number
  provider_name: string
}

export function showPlanned(appointment: Planned) {
  const { work_minutes, planned_start_at: start, pinned, start_at, end_at } = appointment
  if (work_minutes === null || start === null) return {}
  return {
    window: { start_time: iso(start_at), end_time: iso(end_at) },
    planned_start: iso(start),
    planned_provider: { id: appointment.provider_id, name: appointment.provider_name },
    work_minutes,
    pinned,
  }
}
