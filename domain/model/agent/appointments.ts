/** Appointments as agents book, move, cancel and hear them. */
import { z } from "zod"
import { bookedByKinds } from "../actor.ts"
import { appointmentStatus, blockView, durationOptionView } from "../appointment.ts"
import { wantedSeats } from "../class-seats.ts"
import { instant, minuteInstant, rewritten, text, timestamp } from "../fields.ts"
import { answersInput } from "../question.ts"
import { idAndName } from "../views.ts"
import { anyFlag, anyId, anyIds, optionalId, say, todayView } from "./fields.ts"

/** True where all of a group are meant; an appointment's position in its group means nothing. */
export const wholeGroupAsked = anyFlag.nullable().optional().meta({
  description:
    "Required with a group_id: true for all booked together, false for this one alone. Ask the caller.",
})

export const appointmentId = anyId.meta({
  description: "An id from list_my_appointments.",
})

/** Models send an object as its JSON text at times. */
export const anyAnswers = rewritten(16_000, objectOf, answersInput).optional()

function objectOf(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}

/** The services that follow in the same visit: short here, since find_slots has explained them. */
const asSearched = {
  then_type_ids: anyIds.nullable().optional().meta({
    description: "As in find_slots.",
  }),
  same_provider: anyFlag.nullable().optional().meta({
    description: "As in find_slots.",
  }),
}

export const agentBooking = z.strictObject({
  appointment_type_id: anyId.meta({ description: "As in find_slots." }),
  provider_id: anyId.meta({ description: "The chosen slot's." }),
  location_id: optionalId.meta({ description: "The chosen slot's." }),
  start_time: minuteInstant.meta({ description: "The chosen slot's, exactly as given." }),
  keep_provider: anyFlag.nullable().optional().meta({
    description: "True when the caller wants this person and nobody else.",
  }),
  scheduling_request_id: optionalId.meta({
    description: "The type's scheduling_request, whenever it has one.",
  }),
  duration_option_id: optionalId.meta({
    description: "As in find_slots.",
  }),
  seats: wantedSeats.nullable().meta({
    description: "As in find_slots.",
  }),
  notes: text(500).nullable().optional().meta({
    description: "What the staff should know, in a sentence.",
  }),
  answers: anyAnswers.meta({
    description:
      "Answers to the type's questions by key: text, number, YYYY-MM-DD, an option, a list of options, or true for a consent.",
  }),
  receive_sms_confirmation: anyFlag.nullable().optional().meta({
    description: "Whether the caller wants a confirmation by text: ask. False: no text about this booking.",
  }),
  ...asSearched,
})

export const agentMove = z.strictObject({
  appointment_id: appointmentId,
  whole_group: wholeGroupAsked,
  start_time: minuteInstant.meta({
    description: "A start_time from find_slots, exactly as given.",
  }),
  end_time: instant.nullable().optional().meta({
    description: "Leave it out.",
  }),
})

export const agentCancel = z.strictObject({ appointment_id: appointmentId, whole_group: wholeGroupAsked })

const fields = {
  id: z.int(),
  status: appointmentStatus,
  start_time: timestamp,
  end_time: timestamp,
  timezone: z.string(),
  say: z.string().meta({ description: "When it is, as it is said aloud: every day of it." }),
  blocks: z.array(blockView).meta({ description: "One entry a working day." }),
  appointment_type: idAndName,
  duration_option: durationOptionView.nullable(),
  provider: idAndName.optional().meta({
    description:
      "Absent while the plan may send another provider to a promised window: then name no provider.",
  }),
  location: idAndName,
  booked_by: z.enum(bookedByKinds),
  series_id: z.int().optional().meta({
    description:
      "Absent unless it repeats: the caller's other appointments of the same series have the same.",
  }),
  group_id: z.int().optional().meta({
    description:
      "Absent unless it was booked together with others, which have the same: to move or cancel it, ask whether all or it alone is meant.",
  }),
  seats: z.int().optional().meta({ description: "Only of a class: how many seats." }),
  narrowed_window: z.object({ start_time: timestamp, end_time: timestamp }).optional().meta({
    description:
      "The hour of the promised window in which we come; `say` says it. Absent before the plan of its day is fixed.",
  }),
  on_the_way: z
    .string()
    .optional()
    .meta({ description: "Somebody is on the way to the caller: what to say of it. Absent before." }),
  has_started: z.boolean().meta({ description: "It can be neither moved nor cancelled any more." }),
  not_booked_yet: z.string().optional().meta({
    description:
      "Only of a `pending` one, which the office has yet to confirm: what holds, as it is said aloud. Never say that it is booked.",
  }),
  proposals: z
    .array(z.object({ start_time: timestamp, say }))
    .optional()
    .meta({ description: "Times that the office offers instead: accept_proposal takes one." }),
}

const { timezone: _companyZone, ...todayAlone } = todayView

const besideView = z.object({
  id: z.int(),
  appointment_type: idAndName,
  provider: idAndName,
  start_time: timestamp,
})

export const agentAppointmentView = z
  .object({ ...fields, ...todayAlone, say })
  .meta({ id: "AgentAppointment" })

export const changedAppointmentView = agentAppointmentView
  .extend({
    also: z.array(besideView).optional().meta({
      description: "Only with whole_group true: what was moved or cancelled with it, in the order of time.",
    }),
  })
  .meta({ id: "AgentChangedAppointment" })

export const textOutcome = z
  .object({
    sent: z.boolean(),
    reason: z.string().nullable().meta({ description: "Why none went; null when one did." }),
  })
  .meta({ description: "Whether a confirmation by text was handed to the carrier." })
export type TextOutcome = z.input<typeof textOutcome>

export const bookedAppointmentView = agentAppointmentView.extend({
  sms: textOutcome,
  following: z.array(besideView).optional().meta({
    description: "Only with then_type_ids: what was booked after it, in the order of time.",
  }),
})

export const upcomingView = z.object({
  ...todayView,
  appointments: z
    .array(
      z.object({
        ...fields,
        can_be_changed: z.boolean().meta({
          description: "False: it can be neither moved nor cancelled here; `say` tells whom to call.",
        }),
      }),
    )
    .meta({ description: "Soonest first." }),
  say,
})

/** An appointment as its own caller hears it. */
export type ShownAppointment = z.input<z.ZodObject<typeof fields>>

export type BesideAppointment = z.input<typeof besideView>
