/** The one slot search, as the company's door asks and answers. */
import { z } from "zod"
import { emptyReasons } from "./availability.ts"
import { date, flag, id, latitude, longitude } from "./fields.ts"
import { slotsPerProvider, slotTimesView, slotView } from "./slot.ts"
import { addressInput } from "./views.ts"

export const slotQuestion = z.strictObject({
  appointment_type_id: id.optional().meta({ description: "Needed unless appointment_id is given." }),
  appointment_id: id
    .optional()
    .meta({ description: "The appointment to move: its type, length, provider and place." }),
  start_date: date,
  end_date: date.meta({ description: "Exclusive; at most 31 days after start_date." }),
  customer_id: id.nullable().optional(),
  scheduling_request_id: id.nullable().optional(),
  location_id: id.nullable().optional(),
  provider_id: id.nullable().optional(),
  duration_option_id: id.nullable().optional(),
  address: addressInput
    .nullable()
    .optional()
    .meta({ description: "For this search only; else the customer's on file. Nothing of it is stored." }),
  latitude: latitude.optional(),
  longitude: longitude.optional(),
  override_eligibility: flag.optional().meta({
    description:
      "The times that a booking with staff judgement could take: notice, window, dates and area do not bind.",
  }),
})
export type SlotQuestion = z.output<typeof slotQuestion>

export const slotAnswer = z
  .object({
    providers: z
      .array(slotsPerProvider(slotTimesView))
      .meta({ description: "Per provider and location; empty when nothing can be offered." }),
    recommended: z.array(slotView).meta({ description: "Up to five, best first; each also in providers." }),
    reason: z
      .enum(emptyReasons)
      .nullable()
      .meta({ description: "Why providers is empty, when one of these is why." }),
    warnings: z.array(z.string()),
    next_available: slotView
      .nullable()
      .meta({ description: "The first bookable time after an empty range, within the booking window." }),
  })
  .meta({ id: "SlotAnswer" })
