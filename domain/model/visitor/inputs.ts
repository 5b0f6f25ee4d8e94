/** The inputs of the operations for visitors, as the API spells them. The page's own schemas judge the same once more. */
import { z } from "zod"
import { linkedPartInput, mostLinked, sameProvider } from "../appointment-group.ts"
import { wantedSeats } from "../class-seats.ts"
import { date, email, flag, id, line, minuteInstant, name, text } from "../fields.ts"
import { answersInput } from "../question.ts"
import { waitingWishes } from "../waiting-entry.ts"

const country = z.enum(["US", "CA"], { error: "expected US or CA" })

const address = z
  .strictObject({
    line1: name(200),
    line2: line(200).nullable().optional(),
    city: name(120),
    state: name(120),
    postal_code: name(20),
    country: country.default("US"),
  })
  .optional()

const typeIds = z
  .array(id)
  .min(1, { error: "expected at least one type" })
  .max(mostLinked, { error: `expected at most ${mostLinked} types` })
  .meta({
    description: "One type, or several that follow one another in one visit, in their order.",
    examples: [[1]],
  })

const searched = {
  duration_option_id: id.optional().meta({ description: "One of the type's `duration_options`." }),
  scheduling_request_id: id.optional().meta({
    description: "A request of the verified visitor: for its type, which the page may not offer to all.",
  }),
  address: address.meta({
    description: "Of a type at the customer's: where. The address on file counts when it is left out.",
  }),
}

const chosen = {
  appointment_type_ids: typeIds,
  same_provider: sameProvider.meta({ description: "Of several types: one person for all." }),
  provider_id: id,
  keep_provider: z
    .literal(true, { error: "expected true" })
    .optional()
    .meta({ description: "Of a promised window: the visitor has chosen the person, who stays." }),
  location_id: id,
  start_time: minuteInstant,
  ...searched,
  parts: z
    .array(linkedPartInput)
    .max(mostLinked)
    .optional()
    .meta({ description: "Of several types: who is with the visitor when, as `parts` of the time has it." }),
}

export const visitorSlotsInput = z.strictObject({
  appointment_type_ids: typeIds,
  same_provider: sameProvider.meta({ description: "Of several types: one person for all." }),
  start_date: date.meta({ description: "On the clock of each location." }),
  end_date: date.meta({ description: "Exclusive." }),
  location_id: id.optional(),
  provider_id: id.optional(),
  ...searched,
  seats: wantedSeats,
  more_from: text(200).optional().meta({ description: "From the answer before, for its next part." }),
})

export const visitorCodeInput = z.strictObject({
  phone: name(40).meta({ description: "A number of the United States or Canada that takes texts." }),
  bot_check: name(4_000).meta({ description: "The solved bot check, as its widget gives it." }),
})

export const visitorVerifyInput = z.strictObject({
  verification_id: name(100),
  code: text(20).meta({ description: "The six digits of the text." }),
})

export const visitorHoldInput = z.strictObject({
  ...chosen,
  verification_id: name(100)
    .optional()
    .meta({ description: "The id of the texted code. Needed before the number is verified." }),
})

const textUpdates = flag.default(false).meta({
  description: "The visitor agrees to texts about appointments. What was agreed before stays.",
})

export const visitorRegisterInput = z.strictObject({
  first_name: name(100),
  last_name: name(100),
  email: email.optional(),
  address,
  text_updates: textUpdates,
})

export const visitorBookInput = z.strictObject({
  ...chosen,
  text_updates: textUpdates,
  answers: answersInput,
  seats: wantedSeats,
})

const { weekdays, parts_of_day, location_ids, provider_ids, channels } = waitingWishes.shape

export const visitorJoinInput = z.strictObject({
  appointment_type_ids: typeIds,
  same_provider: sameProvider.meta({ description: "Of several types: one person for all." }),
  earliest_date: date.optional().meta({ description: "Today when left out." }),
  latest_date: date.meta({ description: "Inclusive, on the company's calendar." }),
  ...{ weekdays, parts_of_day, location_ids, provider_ids, channels },
  text_offers: flag.default(false).meta({ description: "The visitor agrees to texts that offer times." }),
  mail_offers: flag.default(false).meta({ description: "The visitor agrees to mails that offer times." }),
})
