/** A provider's own day: the visits in their order, with the facts about each. */
import { z } from "zod"
import {
  type Appointment,
  appointmentStatus,
  blockView,
  durationOptionView,
  noShowReason,
  visitInEvent,
} from "./appointment.ts"
import { showPlanned } from "./appointment-plan.ts"
import { date, idText, timestamp } from "./fields.ts"
import { answerView, shownAnswers } from "./question.ts"
import { addressView, idAndName, iso } from "./views.ts"

export const ownDayQuery = z.strictObject({
  date: date.optional().meta({ description: "Today in the company's time zone when left out." }),
  provider_id: idText.optional().meta({
    description:
      "Whose day. Needed by keys and by users without a seat; users of the role `provider` have their own.",
  }),
})

export const ownVisitView = z
  .object({
    id: z.int(),
    version: z.int(),
    status: appointmentStatus,
    start_time: timestamp,
    end_time: timestamp,
    timezone: z.string(),
    blocks: z.array(blockView).meta({ description: "One entry a working day." }),
    window: blockView
      .nullable()
      .meta({ description: "What the customer was promised; null for a promised start." }),
    planned_start: timestamp.meta({ description: "When the work is planned to start." }),
    work_minutes: z
      .int()
      .nullable()
      .meta({ description: "How long it takes, of a promised window; null of a start." }),
    appointment_type: idAndName,
    duration_option: durationOptionView.nullable(),
    place: z.enum(["at_location", "at_customer", "remote"]),
    location: idAndName,
    address: addressView
      .nullable()
      .meta({ description: "The customer's, of a visit there; null elsewhere." }),
    customer: z.object({
      id: z.int(),
      name: z.string(),
      phone: z.string().nullable(),
      warning: z.string().nullable().meta({ description: "What everybody has to know who deals with them." }),
    }),
    notes: z.string().nullable(),
    answers: z.array(answerView),
    on_the_way_at: timestamp.nullable(),
    expected_at: timestamp.nullable(),
    arrived_at: timestamp.nullable(),
    closed_at: timestamp.nullable(),
    no_show_reason: noShowReason.nullable(),
  })
  .meta({ id: "OwnVisit" })

export const ownDayView = z
  .object({
    date: z.string(),
    timezone: z.string(),
    now: timestamp.meta({ description: "The service's time: a phone whose clock is wrong counts from it." }),
    provider: idAndName,
    company: z.object({ name: z.string(), phone: z.string().nullable() }),
    visits: z.array(ownVisitView).meta({
      description:
        "In their order. One that was cancelled on that very day is among them, since somebody may be on the way to it.",
    }),
  })
  .meta({ id: "OwnDay" })

export interface VisitedCustomer {
  id: number
  name: string
  phone: string | null
  warning: string | null
}

export function showOwnVisit(
  appointment: Appointment,
  customer: VisitedCustomer,
): z.input<typeof ownVisitView> {
  const planned = showPlanned(appointment)
  const { answers = [] } = shownAnswers(appointment.answers)
  return {
    id: appointment.id,
    version: appointment.version,
    status: appointment.status,
    start_time: iso(appointment.start_at),
    end_time: iso(appointment.end_at),
    timezone: appointment.timezone,
    blocks: appointment.blocks,
    window: "window" in planned ? planned.window : null,
    planned_start: iso(appointment.planned_start_at ?? appointment.start_at),
    work_minutes: appointment.work_minutes,
    appointment_type: { id: appointment.appointment_type_id, name: appointment.type_name },
    duration_option: appointment.duration_option,
    place: appointment.place,
    location: { id: appointment.location_id, name: appointment.location_name },
    address: appointment.place === "at_customer" ? appointment.address : null,
    customer,
    notes: appointment.notes,
    answers,
    ...visitInEvent(appointment),
  }
}
