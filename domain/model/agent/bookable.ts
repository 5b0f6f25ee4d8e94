/** The types that a caller may book, with their locations and providers. */
import { z } from "zod"
import { durationOptionView } from "../appointment.ts"
import { questionView } from "../question.ts"
import { anyId, optionalId, optionalText, say, todayView } from "./fields.ts"

export const nothingAsked = z.strictObject({})

/** The most entries of a list. A longer one is found by name. */
export const mostNamed = 40

const nameAsked = optionalText(100).meta({
  description: "Words of the name. Send it when `more` was true.",
})

const more = z.boolean().meta({ description: "There are more than were listed: ask for one by its name." })

export const typesQuestion = z.strictObject({ name: nameAsked })

const requestView = z
  .object({
    id: z.int(),
    duration_label: z.string().nullable(),
    earliest_date: z.string().nullable(),
    latest_date: z.string().meta({ description: "The last date on which it may be booked." }),
  })
  .meta({ description: "Asks this caller to book this type: pass its id when you search and book." })

export const bookableTypeView = z.object({
  id: z.int(),
  name: z.string(),
  description: z
    .string()
    .nullable()
    .meta({ description: "What it is, for callers who ask; cut after 300 characters." }),
  price: z
    .string()
    .optional()
    .meta({ description: "In the company's own words, for callers who ask. Never add to it." }),
  place: z
    .enum(["at_location", "at_customer", "remote"])
    .meta({ description: "At the company's, at the caller's, or by phone or video." }),
  needs_address: z.boolean().meta({ description: "It takes place at the caller's: save an address first." }),
  provider_choice: z.boolean().meta({ description: "False: the caller may not choose with whom." }),
  blocks: z
    .array(z.int())
    .meta({ description: "Minutes of each day; one entry for an ordinary appointment." }),
  duration_minutes: z.int(),
  duration_options: z.array(durationOptionView).meta({
    description:
      "Lengths that the caller may choose instead of duration_minutes. Empty: there is nothing to choose.",
  }),
  questions: z
    .array(
      questionView.omit({ label: true }).extend({
        ask: z.string().meta({ description: "The question as it is asked aloud, with its options." }),
      }),
    )
    .optional()
    .meta({
      description:
        "Ask these, one after the other, before you book, and pass what the caller says as `answers`. One with `shown_if` " +
        "only after that answer. Absent: there is nothing to ask.",
    }),
  seats: z.int().optional().meta({
    description:
      "Of a class: the seats of a session. Send `seats` with the search and the booking. Absent for all other types.",
  }),
  window_minutes: z.int().optional().meta({
    description:
      "The caller is promised a window of so many minutes in which the work begins, and no minute.",
  }),
  office_confirms: z.literal(true).optional().meta({
    description:
      "What is booked is pending until the office confirms it: never say that it is booked before.",
  }),
  goes_with_others: z.boolean().meta({
    description: "False: it is booked by itself, and stands in no then_type_ids.",
  }),
  tell_first: z.string().optional().meta({
    description: "What the caller has to know or to answer before you offer a time: say it.",
  }),
  scheduling_request: requestView.nullable(),
})
export type BookableType = z.input<typeof bookableTypeView>

export const bookableTypesView = z.object({
  ...todayView,
  appointment_types: z.array(bookableTypeView),
  more,
  say,
})

const typeAsked = anyId.meta({ description: "An id from list_appointment_types." })

export const locationQuestion = z.strictObject({ appointment_type_id: typeAsked, name: nameAsked })

export const providerQuestion = z.strictObject({
  appointment_type_id: typeAsked,
  location_id: optionalId.meta({ description: "Only those who work there." }),
  name: nameAsked,
})

const locationView = z.object({
  id: z.int(),
  name: z.string(),
  timezone: z.string(),
  street_address: z
    .string()
    .nullable()
    .meta({ description: "Where callers come to; null for a type that takes place elsewhere." }),
  directions: z.string().nullable().meta({ description: "How to find the way, for callers who ask." }),
  opening_hours: z.string().nullable().meta({
    description: "When it is open, for callers who ask. What can be booked says find_slots only.",
  }),
})

export const locationsView = z.object({
  ...todayView,
  locations: z.array(locationView),
  more,
  reason: z.string().nullable().meta({ description: "Why the list is empty." }),
  say,
})

export const providersView = z.object({
  ...todayView,
  providers: z.array(z.object({ id: z.int(), name: z.string() })),
  more,
  reason: z.string().nullable().meta({ description: "Why the list is empty." }),
  say,
})
