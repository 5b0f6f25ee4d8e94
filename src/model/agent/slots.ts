/** The slot search as agents ask and hear it. */
import { z } from "zod"
import { emptyReasons } from "../availability.ts"
import { date } from "../fields.ts"
import { slotsPerProvider, slotTimesView, slotView } from "../slot-search.ts"
import { optionalId, say, todayView } from "./fields.ts"

/** The most slots in one answer. */
export const mostSlots = 60

export const agentSlotQuestion = z.strictObject({
  appointment_type_id: optionalId.meta({
    description: "What is to be booked. Required unless appointment_id is given.",
  }),
  appointment_id: optionalId.meta({
    description: "Only to reschedule: the appointment that is to move. Send no other filter with it.",
  }),
  start_date: date.meta({ description: "First date wanted, YYYY-MM-DD." }),
  end_date: date.meta({
    description: "The day after the last date wanted, YYYY-MM-DD; at most 31 days after start_date.",
  }),
  scheduling_request_id: optionalId.meta({
    description: "Always pass it when the appointment type has a scheduling_request.",
  }),
  location_id: optionalId.meta({ description: "Only when the caller asks for one location." }),
  provider_id: optionalId.meta({
    description: "Only when the caller asks for one person and the type's provider_choice is true.",
  }),
  duration_option_id: optionalId.meta({
    description:
      "The id of the entry of the type's duration_options that the caller chose. Leave it out when the list is empty or " +
      "the caller chose none: the appointment then takes the type's duration_minutes.",
  }),
})

const spoken = {
  provider_id: z.int(),
  timezone: z.string().meta({ description: "The zone in which the time is said." }),
  say: z.string().meta({ description: "The time as it is said aloud, weekday and every day included." }),
}

export const spokenSlotTimesView = slotTimesView.extend(spoken)
export const spokenSlotView = slotView.extend(spoken)

export type SpokenSlot = z.input<typeof spokenSlotView>

export const agentSlotAnswer = z
  .object({
    ...todayView,
    say,
    recommended: z
      .array(spokenSlotView)
      .meta({ description: "Up to five, best first. Offer up to three of them." }),
    providers: z
      .array(slotsPerProvider(spokenSlotTimesView))
      .meta({ description: "Who has which times. Empty when nothing can be offered: `say` tells why." }),
    more: z.boolean().meta({
      description: "There are more times than were listed: search a shorter range to see them all.",
    }),
    reason: z.enum(emptyReasons).nullable().meta({
      description: "Why nothing can be offered whatever the dates; null when other dates may do.",
    }),
    next_available: spokenSlotView
      .nullable()
      .meta({ description: "The first time after a range without any." }),
  })
  .meta({ id: "AgentSlots" })
