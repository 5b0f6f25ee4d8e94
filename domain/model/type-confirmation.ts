/**
 * A type's confirmation: whether staff have to confirm its bookings, until when they answer, and what becomes of those they
 * leave unanswered.
 */
import { z } from "zod"
import { whole } from "./fields.ts"

const confirmations = ["none", "staff"] as const
const confirmation = z.enum(confirmations, { error: `expected one of ${confirmations.join(", ")}` })

const whenUnanswered = ["decline", "confirm"] as const
const unanswered = z.enum(whenUnanswered, { error: `expected one of ${whenUnanswered.join(", ")}` })

/** Fifteen minutes to thirty days. */
const answerWithinMinutes = whole(15, 43_200)

export const confirmationFields = {
  confirmation: confirmation.meta({
    description:
      "`staff`: what is booked is `pending` and occupies its time, until staff confirm it, decline it or propose other times.",
  }),
  answer_within_minutes: answerWithinMinutes.meta({
    description:
      "Of a type that staff confirm: until when after the booking they answer, at the latest at its start.",
  }),
  unanswered: unanswered.meta({
    description: "What becomes by itself of a pending appointment that staff have not answered in time.",
  }),
}

const onlyOfConfirmed = "Only of a type that staff confirm."

export const confirmationViewFields = {
  confirmation: confirmation.optional().meta({ description: "Absent where nothing has to be confirmed." }),
  answer_within_minutes: z.int().optional().meta({ description: onlyOfConfirmed }),
  unanswered: unanswered.optional().meta({ description: onlyOfConfirmed }),
}

export interface TypeConfirmation {
  confirmation: (typeof confirmations)[number]
  answer_within_minutes: number
  unanswered: (typeof whenUnanswered)[number]
}

/** The default of a type that says nothing about it. */
export const unconfirmed: TypeConfirmation = {
  confirmation: "none",
  answer_within_minutes: 1_440,
  unanswered: "decline",
}

/** Left out for a type that needs no confirmation, so that other types look as they always did. */
export const shownConfirmation = ({
  confirmation,
  answer_within_minutes,
  unanswered,
}: TypeConfirmation): Partial<TypeConfirmation> =>
  confirmation === "none" ? {} : { confirmation, answer_within_minutes, unanswered }
