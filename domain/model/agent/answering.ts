/** What a caller answers to what we asked or offered: a time that the office offers instead, whether they come, what they add. */
import { z } from "zod"
import { minuteInstant, text } from "../fields.ts"
import { agentAppointmentView, anyAnswers, appointmentId, textOutcome } from "./appointments.ts"
import { anyFlag, anyId, say } from "./fields.ts"

export const agentProposal = z.strictObject({
  appointment_id: appointmentId,
  start_time: minuteInstant.meta({
    description: "The start_time of one of the appointment's `proposals`, exactly as it was given.",
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
    description:
      "What the caller wants the staff to know besides, in a sentence. It is added to what is noted.",
  }),
  answers: anyAnswers.meta({
    description: "Answers that change or were still open, by the questions' keys. The others stay.",
  }),
})

const waitingEntryId = anyId.meta({ description: "The waiting_entry_id that waiting_status gave." })

export const agentTakeOffer = z.strictObject({
  waiting_entry_id: waitingEntryId,
  offer_id: anyId.meta({ description: "The id of its `offer`." }),
  accepted: anyFlag.meta({
    description: "True: the caller takes the time. False: they do not want it, and go on waiting.",
  }),
  answers: anyAnswers.meta({
    description: "What the caller answered to the type's questions, by their keys, as in book_appointment.",
  }),
})

export const offerAnswered = z.object({
  accepted: z.boolean(),
  appointment: agentAppointmentView
    .nullable()
    .meta({ description: "What was booked or moved; null after a no." }),
  say,
})
