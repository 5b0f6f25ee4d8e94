/** A start that is kept for some minutes, so that it can't be lost while its booking is under way. */
import { z } from "zod"
import { bookInput, bookingInput } from "./appointment.ts"
import { linkedPartView, type ShownLinkedPart } from "./appointment-group.ts"
import { id, timestamp, whole } from "./fields.ts"
import { iso } from "./views.ts"

export const mostHoldMinutes = 15

/** How long the public page and an agent hold a time for a visitor or a caller. */
export const visitorsHoldMinutes = 5

/** Visitors of one network address hold at most so many times of a company at once. */
export const mostHoldsOfNetwork = 3

/** The fields of the booking that is to follow. What a booking says besides its time counts only when it is booked. */
export const holdInput = bookInput
  .omit({ customer_id: true, answers: true, notes: true, silent_channels: true, hold_id: true })
  .extend({
    ...bookingInput.pick({ appointment_type_id: true, same_provider: true, parts: true }).shape,
    appointment_type_ids: bookingInput.shape.appointment_type_ids.meta({
      description:
        "Types that follow one another in one visit, held as one: all or none. `provider_id` and `start_time` are of the first.",
    }),
    customer_id: id.nullable().optional().meta({
      description: "Leave it out while it is not known who books.",
    }),
    minutes: whole(1, mostHoldMinutes).meta({ description: "The hold ends so many minutes from now." }),
  })

export interface Hold {
  id: number
  customer_id: number | null
  appointment_type_id: number
  provider_id: number
  location_id: number
  start_at: Date
  end_at: Date
  /** The holder, where each has one at a time. */
  /** The offset of its location's clock at the start, in minutes, by the rules of when it was made; null for older ones. */
  clock_offset: number | null
  holder: string | null
  /** The visitor of the public page, in any browser; null for all others. */
  visitor: string | null
  network: string | null
  /** Its number among the holds of its network, from 1 on; null without a network. */
  network_turn: number | null
  made_by: string
  created_at: Date
  expires_at: Date
}

/** Another hold of visitors of the same network. */
export type NetworkHold = Pick<Hold, "id" | "network_turn" | "expires_at">

export const holdView = z
  .object({
    id: z.int(),
    appointment_type_id: z.int(),
    provider_id: z.int(),
    location_id: z.int(),
    customer_id: z.int().nullable(),
    start_time: timestamp,
    end_time: timestamp,
    expires_at: timestamp.meta({ description: "From then on the time is free again, unless it was booked." }),
    parts: z.array(linkedPartView).optional().meta({
      description:
        "Of several types, when they are held: each with its provider and its time. Absent of one type.",
    }),
  })
  .meta({ id: "Hold" })

export const showHold = (hold: Hold, parts?: ShownLinkedPart[]): z.input<typeof holdView> => ({
  ...(parts ? { parts } : {}),
  id: hold.id,
  appointment_type_id: hold.appointment_type_id,
  provider_id: hold.provider_id,
  location_id: hold.location_id,
  customer_id: hold.customer_id,
  start_time: iso(hold.start_at),
  end_time: iso(hold.end_at),
  expires_at: iso(hold.expires_at),
})
