/** The waiting list as agents put their caller on it and take them off it. */
import { z } from "zod"
import { date, timestamp } from "../fields.ts"
import { idAndName } from "../views.ts"
import { anyFlag, anyWeekdays, optionalId, say, todayView } from "./fields.ts"
import { agentSlotQuestion, comingFields } from "./slots.ts"

/** So many days a caller waits who names no last date. */
export const agentWaitingDays = 28

export const agentWaitingWish = z.strictObject({
  appointment_type_id: optionalId.meta({
    description: "Required unless appointment_id is given.",
  }),
  ...comingFields,
  appointment_id: optionalId.meta({
    description: "Only for an earlier time than this appointment has. They keep it until they take one.",
  }),
  start_date: date.nullable().optional().meta({
    description: "The first date that suits, YYYY-MM-DD; today when left out.",
  }),
  end_date: date
    .nullable()
    .optional()
    .meta({
      description: `The day after the last that suits; ${agentWaitingDays} days after the first when left out.`,
    }),
  weekdays: anyWeekdays.nullable().optional().meta({
    description: "As `monday, wednesday`, `tuesday to friday` or `not monday`.",
  }),
  time_of_day: agentSlotQuestion.shape.time_of_day.meta({
    description: "Before noon, until five, or later.",
  }),
  location_id: optionalId.meta({ description: "Only when the caller asks for one." }),
  provider_id: optionalId.meta({
    description: "Only when the caller asks for one, and provider_choice is true.",
  }),
  texts_agreed: anyFlag.nullable().optional().meta({
    description: "Whether the caller agreed to be texted times that become free.",
  }),
})

export const callerWaits = z.object({
  waiting: z.literal(true),
  waiting_entry_id: z.int(),
  first_date: z.string().meta({ format: "date" }),
  last_date: z.string().meta({ format: "date", description: "Inclusive." }),
  say,
})

export const agentLeaving = z.strictObject({
  appointment_type_id: optionalId.meta({
    description: "All that they wait for when left out.",
  }),
})

export const callerLeft = z.object({
  left: z
    .int()
    .meta({ description: "How many entries were taken off the list; 0 for a caller who was not on it." }),
  say,
})

const offerStates = ["free", "held_for_caller", "somebody_else_decides"] as const

export const callerWaiting = z.object({
  ...todayView,
  waiting: z.array(
    z.object({
      waiting_entry_id: z.int(),
      appointment_types: z.array(idAndName).meta({ description: "Several where they are for one visit." }),
      first_date: z.string().meta({ format: "date" }),
      last_date: z.string().meta({ format: "date", description: "Inclusive." }),
      appointment_id: z.int().nullable().meta({
        description: "The appointment that is to become earlier; null for who waits for a first one.",
      }),
      offer: z
        .object({
          id: z.int(),
          start_time: timestamp,
          provider: idAndName.optional().meta({ description: "Absent where anybody may come." }),
          location: idAndName,
          state: z.enum(offerStates).meta({
            description: "Only a time that is free or held for the caller can be taken.",
          }),
          say,
        })
        .nullable()
        .meta({ description: "The time that we offer them now: accept_offer answers it. Null for none." }),
    }),
  ),
  say,
})
export type OfferState = (typeof offerStates)[number]
