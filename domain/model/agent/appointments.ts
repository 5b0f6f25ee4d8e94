/** Appointments as agents book, move, cancel and hear them. */
import { z } from "zod"
import { bookedByKinds } from "../actor.ts"
import {
  type Appointment,
  type AppointmentInEvent,
  appointmentInEvent,
  appointmentStatus,
  blockView,
  durationOptionView,
  officeName,
} from "../appointment.ts"
import { mayAnotherCome, showPlanned } from "../appointment-plan.ts"
import { wantedSeats } from "../class-seats.ts"
import { instant, minuteInstant, rewritten, text, timestamp } from "../fields.ts"
import { shownPending } from "../pending-appointment.ts"
import { answersInput } from "../question.ts"
import { idAndName } from "../views.ts"
import { spokenName } from "../written-by-people.ts"
import { anyFlag, anyId, anyIds, optionalId, say, todayView } from "./fields.ts"
import { sayAt, sayBlocks, sayOnTheWay, sayWindow, type Wording } from "./say.ts"
import { sayPending } from "./say-appointments.ts"
import type { Listener } from "./session.ts"

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

/** The others of one answer, as it lists them. */
export const besides = (others: readonly KnownAppointment[]): z.input<typeof besideView>[] =>
  others.map((one) => ({
    id: one.id,
    appointment_type: said(one.appointment_type),
    provider: said(one.provider),
    start_time: one.start_time,
  }))

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

/** The part of an appointment that its caller may know. */
export type KnownAppointment = AppointmentInEvent &
  Pick<Appointment, "status" | "place"> & {
    series_id?: number | undefined
    group_id?: number | undefined
    seats?: number | undefined
    answer_by?: string | undefined
    proposals?: readonly { start_time: string }[] | undefined
    /** Left out for a promised start, and `narrowed_window` before the day's plan is fixed. */
    window?: { start_time: string; end_time: string } | undefined
    narrowed_window?: { start_time: string; end_time: string } | undefined
    keeps_provider?: boolean | undefined
    pinned?: boolean | undefined
    on_the_way?: { expected: string | null } | undefined
  }

/** The location of a time is said where there are several, and the appointment takes place at one. */
export const wordingAt = (
  place: Appointment["place"] | null,
  { language, timezone, hasSeveralLocations }: Listener,
  now: number,
): Wording => ({
  language,
  now,
  companyZone: timezone,
  namesLocation: place === "at_location" && hasSeveralLocations,
})

export type ShownAppointment = z.input<z.ZodObject<typeof fields>>

/** An appointment as its own caller hears it, without other persons, address or notes. */
export function agentAppointment(
  appointment: KnownAppointment,
  listener: Listener,
  now: number,
): ShownAppointment {
  const { start_time, blocks, timezone, duration_option: option } = appointment
  const location = said(appointment.location)
  const wording = wordingAt(appointment.place, listener, now)
  const window = appointment.narrowed_window ?? appointment.window
  const when =
    window === undefined ? sayBlocks(blocks, timezone, wording) : sayWindow(window, timezone, wording)
  return {
    id: appointment.id,
    status: appointment.status,
    start_time,
    end_time: appointment.end_time,
    timezone,
    say: sayAt(when, location.name, wording),
    blocks,
    appointment_type: said(appointment.appointment_type),
    duration_option: option && { ...option, label: spokenName(option.label) },
    ...(mayAnotherCome(appointment) ? {} : { provider: said(appointment.provider) }),
    location: { ...location, name: officeName(appointment.place, location.name) },
    booked_by: appointment.booked_by,
    ...(appointment.series_id === undefined ? {} : { series_id: appointment.series_id }),
    ...(appointment.group_id === undefined ? {} : { group_id: appointment.group_id }),
    ...(appointment.seats === undefined ? {} : { seats: appointment.seats }),
    ...toldOf(appointment, wording),
    has_started: Date.parse(start_time) <= now,
    ...(appointment.status === "pending" ? pendingOf(appointment, wording) : {}),
  }
}

function pendingOf(
  appointment: KnownAppointment,
  wording: Wording,
): Pick<ShownAppointment, "not_booked_yet" | "proposals"> {
  const { proposals, timezone } = appointment
  return {
    not_booked_yet: sayPending(appointment, wording),
    ...(proposals === undefined
      ? {}
      : {
          proposals: proposals.map(({ start_time }) => ({
            start_time,
            say: sayBlocks([{ start_time }], timezone, wording),
          })),
        }),
  }
}

/** The news that the caller got since they booked: the hour of the window, and that the provider is on the way. */
function toldOf(
  { narrowed_window, on_the_way, timezone, status }: KnownAppointment,
  wording: Wording,
): Partial<ShownAppointment> {
  const isComing = on_the_way !== undefined && status === "scheduled"
  return {
    ...(narrowed_window ? { narrowed_window } : {}),
    ...(isComing ? { on_the_way: sayOnTheWay(on_the_way.expected, timezone, wording) } : {}),
  }
}

const said = <Named extends { name: string }>(named: Named): Named => ({
  ...named,
  name: spokenName(named.name),
})

/** A stored one, as far as its caller may know it. */
export const knownAppointment = (appointment: Appointment): KnownAppointment => ({
  ...appointmentInEvent(appointment),
  status: appointment.status,
  place: appointment.place,
  ...shownPending(appointment),
  ...showPlanned(appointment),
  series_id: appointment.series_id ?? undefined,
  group_id: appointment.group_id ?? undefined,
  seats: appointment.seats ?? undefined,
})
