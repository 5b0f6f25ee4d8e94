/** A time that an agent holds for its caller. */
import { z } from "zod"
import { timestamp } from "../fields.ts"
import { agentBooking } from "./appointments.ts"
import { say } from "./fields.ts"

/** The fields of the booking that is to follow which say its time. */
export const agentHold = agentBooking.pick({
  ...{ appointment_type_id: true, provider_id: true, location_id: true, start_time: true },
  ...{ keep_provider: true, then_type_ids: true, same_provider: true },
  ...{ scheduling_request_id: true, duration_option_id: true },
})

export const slotHeld = z.object({
  held: z.literal(true),
  expires_at: timestamp.meta({ description: "Until then nobody else can book it." }),
  say,
})
