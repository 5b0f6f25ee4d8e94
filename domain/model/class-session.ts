/** A session of a class: a start with seats that staff put on the board, singly or weekly. */
import { z } from "zod"
import {
  type Appointment,
  type AppointmentStatus,
  type Attendance,
  appointmentStatuses,
  attendances,
  silentChannels,
} from "./appointment.ts"
import { mostSeats } from "./class-seats.ts"
import { type CrewMember, showProviders } from "./crew.ts"
import { bounded, date, id, minuteInstant, name, timestamp, version, whole, wholeText } from "./fields.ts"
import { type TakenResourceView, takenResourceView } from "./resource.ts"
import { mostProviders } from "./type-needs.ts"
import { idAndName, iso, isoOrNull } from "./views.ts"

export const sessionStatuses = ["scheduled", "cancelled"] as const
const sessionStatus = z.enum(sessionStatuses, { error: `expected one of ${sessionStatuses.join(", ")}` })
export type SessionStatus = (typeof sessionStatuses)[number]

/** As many as two years of weeks have. */
export const mostRepeats = 104

const providerIds = z
  .array(id)
  .min(1, { error: "expected at least one id" })
  .max(mostProviders, { error: `expected at most ${mostProviders} ids` })
  .meta({ description: "Who gives it, the one who leads it first. All offer the type." })

const resourceIds = z
  .array(id)
  .max(50, { error: "expected at most 50 ids" })
  .meta({ description: "The rooms and equipment that it takes, at its location." })

const seats = whole(1, mostSeats)

const repeat = z
  .strictObject({
    every_weeks: whole(1, 52),
    count: whole(2, mostRepeats).optional(),
    until: date.optional().meta({ description: "The last date on which one may begin." }),
  })
  .refine(({ count, until }) => (count === undefined) !== (until === undefined), {
    error: "expected either count or until",
    path: ["count"],
  })

export const classSessionInput = z
  .strictObject({
    appointment_type_id: id,
    provider_ids: providerIds,
    location_id: id,
    start_time: minuteInstant,
    seats: seats.optional().meta({ description: "Those of its type when left out." }),
    resource_ids: resourceIds.optional(),
    repeat: repeat.optional().meta({
      description:
        "Puts one on the board every so many weeks at the same wall-clock time: all of them, or none.",
    }),
  })
  .meta({
    examples: [
      {
        appointment_type_id: 7,
        provider_ids: [3],
        location_id: 1,
        start_time: "2027-03-16T15:00:00.000Z",
        seats: 12,
        repeat: { every_weeks: 1, count: 10 },
      },
    ],
  })
export type ClassSessionInput = z.output<typeof classSessionInput>

/** Fields sent are changed. */
export const classSessionPatch = z.strictObject({
  provider_ids: providerIds.optional(),
  location_id: id.optional(),
  start_time: minuteInstant.optional(),
  seats: seats.optional(),
  resource_ids: resourceIds.optional(),
  if_version: version.optional(),
  silent_channels: silentChannels,
})

export const sessionCancel = z.strictObject({
  reason: name(500).optional(),
  if_version: wholeText(1, 2_147_483_647).optional(),
  silent_channels: bounded(20, "expected channels with commas between")
    .transform((text) => text.split(","))
    .pipe(silentChannels.unwrap())
    .optional()
    .meta({
      description: "Those who come are told nothing on these channels, with commas between: `sms,mail`.",
    }),
})

const attendeeView = z.object({
  appointment_id: z.int(),
  customer: idAndName.extend({ phone: z.string().nullable(), warning: z.string().nullable() }),
  seats: z.int(),
  status: z.enum(appointmentStatuses),
  attendance: z.enum(attendances),
  notes: z.string().nullable().meta({ description: "The notes on the appointment." }),
})

export const classSessionView = z
  .object({
    id: z.int(),
    status: sessionStatus,
    appointment_type: idAndName,
    provider: idAndName,
    providers: z
      .array(z.object({ id: z.int(), name: z.string(), lead: z.boolean() }))
      .optional()
      .meta({ description: "All who give it, the one who leads first. Absent where one gives it." }),
    location: idAndName,
    start_time: timestamp,
    end_time: timestamp,
    timezone: z.string(),
    seats: z.int(),
    seats_taken: z.int().meta({ description: "Those that are booked." }),
    seats_left: z.int(),
    resources: z.array(takenResourceView).optional().meta({
      description: "Its rooms and equipment. Absent where it takes none, and once it is cancelled.",
    }),
    repeat_id: z.int().nullable().meta({
      description: "The same for those that were put on the board together. Null for a single one.",
    }),
    attendees: z.array(attendeeView).optional().meta({
      description:
        "Who comes, by name: each with the appointment that takes the seats. Of the answer that reads one session.",
    }),
    cancel_reason: z.string().nullable(),
    cancelled_at: timestamp.nullable(),
    version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "ClassSession" })

export const madeSessionsView = z
  .object({
    sessions: z
      .array(classSessionView)
      .meta({ description: "All that were put on the board, by their start." }),
  })
  .meta({ id: "MadeClassSessions" })

export type ShownClassSession = z.input<typeof classSessionView>

/** As the store reads it, with the names that answers show. */
export interface ClassSession {
  id: number
  appointment_type_id: number
  type_name: string
  place: Appointment["place"]
  provider_id: number
  provider_name: string
  crew: CrewMember[] | null
  location_id: number
  location_name: string
  start_at: Date
  end_at: Date
  timezone: string
  /** Minutes ahead of UTC by the zone's rules under which it was put on the board; null where these are not known. */
  clock_offset: number | null
  seats: number
  seats_taken: number
  status: SessionStatus
  resources: readonly TakenResourceView[] | null
  repeat_id: number | null
  cancel_reason: string | null
  cancelled_at: Date | null
  version: number
  created_at: Date
  updated_at: Date
}

/** An attendee of a session, as the store reads it. */
export interface Attendee {
  appointment_id: number
  customer_id: number
  customer_name: string
  customer_phone: string | null
  customer_warning: string | null
  seats: number
  status: AppointmentStatus
  attendance: Attendance
  notes: string | null
}

export const showAttendee = ({
  customer_id: id,
  customer_name: name,
  customer_phone: phone,
  customer_warning: warning,
  ...attendee
}: Attendee): NonNullable<ShownClassSession["attendees"]>[number] => ({
  ...attendee,
  customer: { id, name, phone, warning },
})

export const showClassSession = (session: ClassSession): ShownClassSession => ({
  id: session.id,
  status: session.status,
  appointment_type: { id: session.appointment_type_id, name: session.type_name },
  provider: { id: session.provider_id, name: session.provider_name },
  ...showProviders(session),
  location: { id: session.location_id, name: session.location_name },
  start_time: iso(session.start_at),
  end_time: iso(session.end_at),
  timezone: session.timezone,
  seats: session.seats,
  seats_taken: session.seats_taken,
  seats_left: session.status === "scheduled" ? session.seats - session.seats_taken : 0,
  ...(session.resources?.length && session.status === "scheduled"
    ? { resources: [...session.resources] }
    : {}),
  repeat_id: session.repeat_id,
  cancel_reason: session.cancel_reason,
  cancelled_at: isoOrNull(session.cancelled_at),
  version: session.version,
  created_at: iso(session.created_at),
  updated_at: iso(session.updated_at),
})
