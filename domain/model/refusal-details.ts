/**
 * The `details` of a refusal in the company API, by its code; the other codes have none. The OpenAPI document and the SDK's
 * types are written from it, and every refusal that a test meets over HTTP is compared with it. The customers' pages and
 * agents get details in their own words.
 */
import { z } from "zod"
import type { ErrorCode } from "./errors.ts"
import { timestamp } from "./fields.ts"
import { occurrenceView } from "./series.ts"
import { reasonView } from "./slot-explanation.ts"
import { slotView } from "./slot-search.ts"

const alternatives = z
  .array(slotView)
  .meta({ description: "The nearest times that can be booked; at most three." })
const reasons = z
  .array(reasonView)
  .optional()
  .meta({ description: "For staff: why the time is not offered, and what would lift it." })
const scheduling_request_id = z.int()

export const refusalDetails: Partial<Record<ErrorCode, z.ZodObject>> = {
  slot_taken: z.object({
    alternatives,
    reasons,
    seats_left: z.int().optional().meta({ description: "Of a class: too few for what was asked." }),
    conflicts: z
      .array(
        z.object({
          resource_id: z.int().meta({ description: "Of a provider, a room or a piece of equipment." }),
          name: z.string(),
          start_time: timestamp,
          end_time: timestamp,
          appointment_id: z.int().optional(),
        }),
      )
      .optional()
      .meta({ description: "Of a session of a class: what keeps whom or what; at most 20." }),
  }),
  scope_missing: z.object({
    scope: z.string().meta({ description: "The scope that the key lacks, as `appointments:write`." }),
  }),
  time_not_offered: z.object({ alternatives, reasons }),
  customer_busy: z.object({
    alternatives,
    reasons,
    appointment_id: z.int().optional().meta({ description: "The customer's own appointment at that time." }),
  }),
  series_conflict: z.object({
    fits: z.int().meta({ description: "How many occurrences can be booked or moved." }),
    occurrences: z.array(occurrenceView).meta({ description: "Those that can't." }),
  }),
  open_request_exists: z.object({ scheduling_request_id }),
  managed_by_request: z.object({ scheduling_request_id }),
  choose_company: z.object({ companies: z.array(z.object({ id: z.int(), name: z.string() })) }),
  in_use: z.object({ future_appointments: z.int(), open_requests: z.int().optional() }),
  too_many_records: z.object({ most: z.int() }),
  too_many_waiting_entries: z.object({ most: z.int() }),
}
