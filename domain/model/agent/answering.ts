/** A caller's answers to our questions and offers: a time that the office offers instead, whether they come, what they add. */
import { z } from "zod"
import { minuteInstant, text } from "../fields.ts"
import { agentAppointmentView, anyAnswers, appointmentId, textOutcome } from "./appointments.ts"
import { anyFlag, anyId, say } from "./fields.ts"

export const agentProposal = z.strictObject({
  appointment_id: appointmentId,
  start_time: minuteInstant.meta({
    description: "The start_time of one of the `proposals`, exactly as given.",
  }),
})

export const agentComing = z.strictObject({ appointment_id: appointmentId })

export const agentAttendance = z.object({
  id: z.int(),
  attendance: z.literal("coming"),
  say,
})

export const agentResend = z.strictObject({ appointment_id: appointmentId })

export const resentView = z.object({ id: z.int(), sms: textOutcome, say })

export const agentUpdate = z.strictObject({
  appointment_id: appointmentId,
  note: text(500).nullable().optional().meta({
    description: "What the staff should know besides, in a sentence.",
  }),
  answers: anyAnswers.meta({
    description: "Answers that change or were open, by key.",
  }),
})

const waitingEntryId = anyId.meta({ description: "From waiting_status." })

export const agentTakeOffer = z.strictObject({
  waiting_entry_id: waitingEntryId,
  offer_id: anyId.meta({ description: "The `offer`'s id." }),
  accepted: anyFlag.meta({
    description: "False: the caller does not want it, and goes on waiting.",
  }),
  answers: anyAnswers.meta({
    description: "As in book_appointment.",
  }),
})

export const offerAnswered = z.object({
  accepted: z.boolean(),
  appointment: agentAppointmentView
    .nullable()
    .meta({ description: "What was booked or moved; null after a no." }),
  say,
})
