/** A booked time: one provider, one location, one block per working day. */
import { z } from "zod"
import { type BookedBy, bookedByKinds } from "./actor.ts"
import {
  groupFields,
  type InGroup,
  linkedPartInput,
  linkedTypeIds,
  mostLinked,
  sameProvider,
  shownGroup,
  wholeGroup,
} from "./appointment-group.ts"
import { type PlannedFields, plannedFields, plannedViews, showPlanned } from "./appointment-plan.ts"
import { changeScope, chosenAtMove, type InSeries, seriesFields, shownSeries } from "./appointment-series.ts"
import { type InSession, sessionFields, shownSession, wantedSeats } from "./class-seats.ts"
import { type CrewOfAppointment, crewViews, showCrew } from "./crew.ts"
import { type ExternalData, externalDataFields, externalDataViews, showMetadata } from "./external-data.ts"
import { flag, id, instant, minuteInstant, name, text, timestamp, version, whole } from "./fields.ts"
import { type PendingColumns, pendingViewFields, shownPending } from "./pending-appointment.ts"
import { type Answer, answersInput, answerView, shownAnswers } from "./question.ts"
import { type TakenResourceView, takenResourceView } from "./resource.ts"
import { mostProviders } from "./type-needs.ts"
import { type Address, addressView, idAndName, iso, isoOrNull } from "./views.ts"

export const appointmentStatuses = ["scheduled", "completed", "no_show", "cancelled", "pending"] as const
export const appointmentStatus = z.enum(appointmentStatuses, {
  error: `expected one of ${appointmentStatuses.join(", ")}`,
})
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** A customer's answers to a reminder or an invitation. */
export const attendances = ["unknown", "coming", "not_coming"] as const
export const attendance = z.enum(attendances, { error: `expected one of ${attendances.join(", ")}` })
export type Attendance = (typeof attendances)[number]

/** By what the attendance was said. `invitation`: accepted or declined in the customer's calendar. */
export const answerWays = ["link", "text", "mail", "invitation", "staff", "agent"] as const
export type AnswerWay = (typeof answerWays)[number]

export const overrideEligibility = flag.optional().meta({
  description:
    "Staff judgement over notice, booking window, request dates, service area, by_request and the customer's other " +
    "appointments. Never over the provider's.",
})

/** The limits of one day's appointment. */
export const [shortestMinutes, longestMinutes] = [5, 1_440]

/** So many characters of notes an appointment has. */
export const mostNoteCharacters = 2_000
const notes = text(mostNoteCharacters).nullable().optional()

/** The channels by which the customer hears of a booking or a change. */
export const tellingChannels = ["sms", "mail"] as const
export type TellingChannel = (typeof tellingChannels)[number]

export const silentChannels = z
  .array(z.enum(tellingChannels, { error: `expected one of ${tellingChannels.join(", ")}` }))
  .max(tellingChannels.length)
  .optional()
  .meta({
    description:
      "On these channels the customer is told nothing of this write, for this once. Reminders of what is booked go as ever.",
  })

export const bookInput = z.strictObject({
  customer_id: id,
  appointment_type_id: id,
  provider_id: id,
  location_id: id.nullable().optional(),
  start_time: minuteInstant,
  end_time: instant
    .optional()
    .meta({ description: "If sent: the computed end, or start plus the total length." }),
  scheduling_request_id: id.nullable().optional(),
  duration_option_id: id.nullable().optional(),
  notes,
  answers: answersInput,
  seats: wantedSeats,
  hold_id: id
    .nullable()
    .optional()
    .meta({ description: "Of a hold, which is over with this booking. One that has ended changes nothing." }),
  ...plannedFields,
  ...externalDataFields,
  override_eligibility: overrideEligibility,
  silent_channels: silentChannels,
  confirmed: flag.optional().meta({
    description:
      "Of a type that staff confirm: their yes comes with the booking, so that it is scheduled at once. Changes nothing of others.",
  }),
})

/** A booking as the company API takes it: of one type, or of several that follow one another. */
export const bookingInput = bookInput.extend({
  appointment_type_id: id.optional().meta({ description: "Needed unless appointment_type_ids is given." }),
  appointment_type_ids: linkedTypeIds.meta({
    description:
      "Types that follow one another in one visit: one appointment each, all or none. `provider_id` and `start_time` are of the " +
      "first. Requests, lengths and `end_time` do not go with it.",
  }),
  same_provider: sameProvider.meta({
    description: "With appointment_type_ids: one provider leads all of them.",
  }),
  parts: z
    .array(linkedPartInput)
    .max(mostLinked)
    .optional()
    .meta({
      description:
        "With appointment_type_ids: the provider and the start of each, as `parts` of a slot has them. Left out: as a search offers " +
        "them from that start on.",
    }),
})

/** Fields sent are changed. */
export const appointmentPatch = z.strictObject({
  notes,
  ...externalDataFields,
  answers: answersInput.meta({
    description:
      "Answers to the type's `questions` of today, by their keys. What is not sent stays as it was answered; null takes an " +
      "answer back. Required questions may stay open.",
  }),
  if_version: version.optional().meta({
    description:
      "The `notes_version` that was read: 409 `version_conflict` when somebody has changed notes, answers, external_ref or metadata since.",
  }),
})

/** The change is written at once. */
export const holdMessagesSeconds = whole(0, 10)
  .optional()
  .meta({
    description:
      "Of people who are signed in to the console: only after so many seconds do messages, events, calendars and the waiting list " +
      "tell of it, or at a start before that, and until then the answer's `undo` takes it back. What it left stays kept meanwhile. " +
      "Another change of the same appointment tells it first. Told at once when left out, in a test company, and where others' " +
      "rooms or a day's plan are changed with it; then there is no `undo`.",
  })

export const rescheduleInput = z.strictObject({
  start_time: minuteInstant,
  end_time: instant.optional(),
  provider_id: id
    .optional()
    .meta({ description: "Moves it to this provider, who must offer its type there." }),
  provider_ids: z
    .array(id)
    .min(1)
    .max(mostProviders)
    .optional()
    .meta({
      description:
        "Of a type that takes several providers: all who come, the lead first unless `provider_id` names another of them. " +
        "Left out: those who come now stay where they are free, and others take the places of the rest.",
    }),
  location_id: id
    .optional()
    .meta({ description: "Moves it to this location; it stays where it is when left out." }),
  resource_ids: z
    .array(id)
    .max(50, { error: "expected at most 50 ids" })
    .optional()
    .meta({
      description:
        "Takes these rooms and this equipment, as many of a group as the type needs; no booking gives it others then. Groups " +
        "that are left out, or all, are chosen from what is free.",
    }),
  duration_minutes: whole(shortestMinutes, longestMinutes)
    .optional()
    .meta({
      description:
        "Makes it this long. Where it stays, only hours and neighbours bound it, and `GET …/lengths` says how far. Refused for " +
        "an appointment over several days.",
    }),
  hold_id: id.nullable().optional().meta({
    description:
      "Of a hold of the new time, which is over with this move. One that has ended changes nothing.",
  }),
  if_version: version.optional(),
  override_eligibility: overrideEligibility,
  silent_channels: silentChannels,
  hold_messages_seconds: holdMessagesSeconds,
  scope: changeScope,
  conflicts: chosenAtMove,
  whole_group: wholeGroup,
})

export const cancelInput = z.strictObject({
  reason: name(500).nullable().optional(),
  if_version: version.optional(),
  delay_seconds: whole(0, 60)
    .optional()
    .meta({
      description:
        "The cancel takes effect only after so many seconds; until then the time stays taken, nobody hears of it, and " +
        "`reopen` takes it back. At once when left out, in a test company, and for all of a group.",
    }),
  silent_channels: silentChannels,
  hold_messages_seconds: holdMessagesSeconds,
  scope: changeScope,
  whole_group: wholeGroup,
})

export const reopenInput = z.strictObject({
  if_version: version.optional(),
  override_eligibility: overrideEligibility,
  silent_channels: silentChannels,
})

export const attendanceInput = z.strictObject({
  attendance: attendance.meta({ description: "`unknown` takes an answer back." }),
  if_version: version.optional(),
})

/** When a button was pressed, by a phone that had no line then. */
const pressedAt = instant.optional().meta({
  description:
    "When it was done, where it is sent later: at most 24 hours back. A time to come counts as now. Left out: now.",
})

export const closeInput = z.strictObject({ at: pressedAt, if_version: version.optional() })

export const noShowReasons = ["nobody_home", "no_way_in", "wrong_address", "sent_away", "other"] as const
export const noShowReason = z.enum(noShowReasons, { error: `expected one of ${noShowReasons.join(", ")}` })
export type NoShowReason = (typeof noShowReasons)[number]

export const noShowInput = closeInput.extend({
  reason: noShowReason.nullable().optional().meta({
    description: "Why the provider could not do the work. Null or left out where nobody knows.",
  }),
})

export const arrivedInput = closeInput

export const onTheWayInput = z.strictObject({
  minutes: whole(0, 240).optional().meta({
    description:
      "The provider arrives in about so many minutes. Left out: at the planned or promised start, if that is still to come.",
  }),
  at: pressedAt,
  if_version: version.optional(),
  silent_channels: silentChannels,
})

export const pinInput = z.strictObject({ if_version: version.optional() })

export const lengthsView = z
  .object({
    minutes: z.int().meta({ description: "How long it is." }),
    step_minutes: z.int().meta({ description: "Every such step in between works too." }),
    shortest_minutes: z.int().nullable().meta({ description: "Null when no other length works." }),
    longest_minutes: z.int().nullable(),
  })
  .meta({ id: "AppointmentLengths" })

export const blockView = z.object({ start_time: timestamp, end_time: timestamp })
export const durationOptionView = z.object({ id: z.int(), label: z.string(), minutes: z.int() })
export type DurationOption = z.infer<typeof durationOptionView>

export const appointmentView = z
  .object({
    id: z.int(),
    status: appointmentStatus,
    start_time: timestamp,
    end_time: timestamp.meta({ description: "The end of the last block." }),
    timezone: z.string(),
    blocks: z.array(blockView).meta({ description: "One entry a working day." }),
    appointment_type: idAndName,
    duration_option: durationOptionView.nullable(),
    provider: idAndName,
    ...crewViews,
    location: idAndName,
    booked_by: z.enum(bookedByKinds),
    customer_id: z.int(),
    scheduling_request_id: z.int().nullable(),
    address: addressView
      .nullable()
      .meta({ description: "The customer's address at the time of booking, for visits at the customer's." }),
    notes: z.string().nullable(),
    ...externalDataViews,
    notes_version: z.int().meta({
      description:
        "Raised by every change of notes, answers, external_ref or metadata, which leaves `version` as it is.",
    }),
    resources: z.array(takenResourceView).optional().meta({
      description:
        "The rooms and equipment that it takes, by their ids. Absent where it takes none, and once it is cancelled.",
    }),
    ...plannedViews,
    answers: z
      .array(answerView)
      .optional()
      .meta({ description: "What was answered at booking. Absent where nothing was." }),
    ...seriesFields,
    ...groupFields,
    ...sessionFields,
    manage_url: z
      .string()
      .nullable()
      .meta({
        description:
          "The appointment's own link: its customer can move and cancel it there until it starts. The same at every read " +
          "until it is replaced. Null for an appointment with a scheduling request, whose booking_url does the same, and " +
          "while booking links are not set up.",
      }),
    attendance: z.enum(attendances).meta({
      description: "What the customer said about the present time. A move sets it back to `unknown`.",
    }),
    proposed_time: blockView.nullable().meta({
      description:
        "The time that the customer's calendar proposed instead. Nothing is moved by it; a move or a cancel clears it.",
    }),
    version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
    cancels_at: timestamp.nullable().meta({
      description:
        "When a cancel that waits takes effect; until then it is `scheduled`, and `reopen` takes the cancel back. A cancel " +
        "that waits leaves `version` as it is.",
    }),
    closed_at: timestamp.nullable().meta({
      description: "When it was completed or became a no-show; null for one that did not.",
    }),
    no_show_reason: noShowReason.nullable().meta({
      description: "Why a no-show could not be served; null where nobody said.",
    }),
    cancelled_at: timestamp.nullable(),
    cancelled_by: z.string().nullable(),
    cancel_reason: z.string().nullable(),
    ...pendingViewFields,
  })
  .meta({ id: "Appointment" })

/** A booking's result: the appointment, or the first of several that follow one another, with all of them. */
export const bookedView = appointmentView
  .extend({
    appointments: z.array(appointmentView).optional().meta({
      description:
        "With appointment_type_ids: all that were booked, in their order; the first is the answer itself.",
    }),
  })
  .meta({ id: "BookedAppointment" })

export interface Block {
  start_time: string
  end_time: string
}

/** As the store reads it, with the names that answers show. */
export interface Appointment
  extends InSeries,
    InGroup,
    InSession,
    PendingColumns,
    PlannedFields,
    CrewOfAppointment,
    ExternalData {
  id: number
  customer_id: number
  appointment_type_id: number
  type_name: string
  /** The type's present one. */
  place: "at_location" | "at_customer" | "remote"
  scheduling_request_id: number | null
  provider_id: number
  provider_name: string
  location_id: number
  location_name: string
  status: AppointmentStatus
  start_at: Date
  end_at: Date
  blocks: Block[]
  timezone: string
  /** For each block, the zone's offset from UTC in minutes at its start, by the rules it was booked under. */
  clock_offsets: number[]
  duration_option: DurationOption | null
  booked_by: BookedBy
  notes: string | null
  notes_version: number
  answers: Answer[]
  address: Address | null
  latitude: number | null
  longitude: number | null
  cancel_reason: string | null
  cancelled_by: string | null
  cancelled_at: Date | null
  /** When a cancel that waits takes effect; null while none waits. */
  cancels_at: Date | null
  /**
   * The hold that keeps the time which a change left, while the change is not announced yet; left out for an appointment
   * that was booked just now.
   */
  undo_hold_id?: number | null
  /** When it was marked as completed or as a no-show; null for one that is not, and for marks of long ago. */
  closed_at: Date | null
  no_show_reason: NoShowReason | null
  /** Raised to replace the appointment's own link. */
  link_version: number
  /** The secret of the host with which its own link is made; null for an appointment with a request. */
  link_key_id: string | null
  /**
   * The random part of its own link's token; null for an appointment without a link, and for a link from before links had
   * random values.
   */
  link_random: string | null
  /** Rooms and equipment; left out or null for none. */
  resources?: readonly TakenResourceView[] | null
  attendance: Attendance
  /** Both null unless the customer's calendar proposed another time. */
  proposed_start_at: Date | null
  proposed_end_at: Date | null
  /** A disruption took its time, so that its customer is held to no notice; left out for one that was booked just now. */
  notice_waived?: boolean
  /** The customer said no to texts about this appointment. */
  texts_declined?: boolean
  version: number
  last_event_at: Date
  created_at: Date
  updated_at: Date
}

/** A location's name as customers and their calendars read it: empty for what takes place by phone or online. */
export const officeName = (place: Appointment["place"], name: string): string =>
  place === "remote" ? "" : name

/** How a visit goes, as its events carry it. */
export const visitInEvent = (appointment: Appointment) => ({
  on_the_way_at: isoOrNull(appointment.on_the_way_at),
  expected_at: isoOrNull(appointment.expected_at),
  arrived_at: isoOrNull(appointment.arrived_at),
  closed_at: isoOrNull(appointment.closed_at),
  no_show_reason: appointment.no_show_reason,
})

/** The specification's Appointment, as every event carries it. A cancel does not change its fields. */
export function appointmentInEvent(appointment: Appointment) {
  return {
    id: appointment.id,
    start_time: iso(appointment.start_at),
    end_time: iso(appointment.end_at),
    timezone: appointment.timezone,
    blocks: appointment.blocks,
    appointment_type: { id: appointment.appointment_type_id, name: appointment.type_name },
    duration_option: appointment.duration_option,
    provider: { id: appointment.provider_id, name: appointment.provider_name },
    location: { id: appointment.location_id, name: appointment.location_name },
    booked_by: appointment.booked_by,
  }
}
export type AppointmentInEvent = ReturnType<typeof appointmentInEvent>

/** An appointment as the company API shows it. The other interfaces shape their answers from it. */
export type CompanyAppointment = z.input<typeof appointmentView>

export function companyAppointment(appointment: Appointment, manageUrl: string | null): CompanyAppointment {
  const { proposed_start_at: start, proposed_end_at: end } = appointment
  return {
    ...appointmentInEvent(appointment),
    ...showCrew(appointment),
    status: appointment.status,
    customer_id: appointment.customer_id,
    scheduling_request_id: appointment.scheduling_request_id,
    address: appointment.address,
    notes: appointment.notes,
    external_ref: appointment.external_ref,
    ...showMetadata(appointment),
    notes_version: appointment.notes_version,
    ...(appointment.resources?.length ? { resources: [...appointment.resources] } : {}),
    ...showPlanned(appointment),
    ...shownAnswers(appointment.answers),
    ...shownSeries(appointment),
    ...shownGroup(appointment),
    ...shownSession(appointment),
    manage_url: manageUrl,
    attendance: appointment.attendance,
    proposed_time: start && end && { start_time: iso(start), end_time: iso(end) },
    version: appointment.version,
    created_at: iso(appointment.created_at),
    updated_at: iso(appointment.updated_at),
    cancels_at: isoOrNull(appointment.cancels_at),
    closed_at: isoOrNull(appointment.closed_at),
    no_show_reason: appointment.no_show_reason,
    cancelled_at: isoOrNull(appointment.cancelled_at),
    cancelled_by: appointment.cancelled_by,
    cancel_reason: appointment.cancel_reason,
    ...shownPending(appointment),
  }
}
