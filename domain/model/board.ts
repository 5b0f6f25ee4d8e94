/** A day's or a week's board: providers with their hours, time off and busy time, and all appointments. */
import { z } from "zod"
import type { Intervals } from "../time/intervals.ts"
import { bookedByKinds } from "./actor.ts"
import {
  type AppointmentStatus,
  type Attendance,
  appointmentStatus,
  attendances,
  blockView,
} from "./appointment.ts"
import { groupFields } from "./appointment-group.ts"
import { seriesFields } from "./appointment-series.ts"
import { type SessionStatus, sessionStatuses } from "./class-session.ts"
import { companyTimeOffView } from "./company-time-off.ts"
import { type CrewMember, crewViews } from "./crew.ts"
import { date, idText, text, timestamp, wholeText } from "./fields.ts"
import type { DateOverride, WeeklyHours } from "./hours.ts"
import { timeOffView } from "./hours.ts"
import type { Proposal } from "./pending-appointment.ts"
import { resourceKinds } from "./resource.ts"
import type { ResourceHours } from "./resource-plan.ts"
import type { Travel } from "./travel.ts"
import { idAndName } from "./views.ts"

export const boardQuery = z.strictObject({
  date: date.meta({ description: "The first local date, on the calendar of each location." }),
  days: wholeText(1, 7).optional().meta({ description: "How many days; one when left out." }),
  location_id: idText
    .optional()
    .meta({ description: "Only providers who work there or have appointments there." }),
  provider_id: idText.optional(),
  more_from: text(200).optional().meta({
    description: "`more_from` of the answer before, with the same question: the board's next part.",
  }),
})

const spanView = z.object({ start_time: timestamp, end_time: timestamp })

const boardHoldView = spanView.extend({
  id: z.int(),
  provider_id: z.int(),
  location_id: z.int(),
  appointment_type_id: z.int(),
  expires_at: timestamp,
})

const boardSessionView = spanView.extend({
  id: z.int(),
  status: z.enum(sessionStatuses),
  appointment_type: idAndName,
  provider_id: z.int().meta({ description: "Who leads it." }),
  providers: crewViews.providers,
  location_id: z.int(),
  seats: z.int(),
  seats_taken: z.int(),
  resources: z.array(idAndName).optional().meta({
    description: "The rooms and equipment that it takes. Absent of a company that has none.",
  }),
})

const boardResourceView = z
  .object({
    id: z.int(),
    name: z.string(),
    kind: z.enum(resourceKinds),
    group: z.string(),
    location_id: z.int(),
    active: z.boolean(),
    hours: z.array(spanView).meta({ description: "When it can be taken; time off is not taken out." }),
    time_off: z.array(timeOffView),
  })
  .meta({ id: "BoardResource" })

export const boardView = z
  .object({
    start_time: timestamp.meta({ description: "When the first date begins at the easternmost location." }),
    end_time: timestamp.meta({ description: "When the last date ends at the westernmost." }),
    locations: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        timezone: z.string(),
        active: z.boolean().meta({
          description: "False for one that is switched off or archived, and is here for its appointments.",
        }),
        days: z.array(spanView.extend({ date: z.string() })).meta({
          description: "When each date begins and ends there: 23 or 25 hours apart when the clocks change.",
        }),
        closed: z.array(companyTimeOffView.omit({ location_ids: true })).meta({
          description: "Dates on which the company is closed there; not taken out of the hours.",
        }),
        utc_offsets: z.array(z.object({ from: timestamp, minutes: z.int() })).meta({
          description: "By how much its clock is ahead of UTC, from each instant on.",
        }),
      }),
    ),
    providers: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        active: z.boolean(),
        appointment_type_ids: z.array(z.int()),
        usual_location_id: z.int().nullable().meta({ description: "Where most of the weekly hours are." }),
        hours: z.array(spanView.extend({ location_id: z.int() })).meta({
          description: "As weekly hours and date overrides say; time off is not taken out.",
        }),
        time_off: z.array(timeOffView),
        busy: z.array(spanView).meta({ description: "Of connected calendars, as last read." }),
        trips: z.array(spanView.extend({ appointment_id: z.int() })).meta({
          description:
            "Where travel is judged: the way to each visit from the one before it on the date, estimated by distance, with " +
            "the set up. It ends as the visit begins.",
        }),
      }),
    ),
    appointments: z.array(
      z.object({
        id: z.int(),
        status: appointmentStatus,
        provider_id: z.int(),
        location_id: z.int(),
        customer: idAndName.extend({
          warning: z.string().nullable().meta({ description: "Shown on the card." }),
        }),
        appointment_type_id: z.int(),
        scheduling_request_id: z.int().nullable(),
        series_id: seriesFields.series_id,
        group_id: groupFields.group_id,
        start_time: timestamp,
        end_time: timestamp,
        blocks: z
          .array(blockView)
          .meta({ description: "One entry a working day, also of days outside the board." }),
        occupied: z.array(spanView).meta({
          description: "What the blocks and the buffers around them keep from others; empty once cancelled.",
        }),
        planned: spanView
          .extend({
            pinned: z.boolean(),
            is_fixed: z
              .boolean()
              .meta({ description: "No plan moves it: pinned, on the way, or of a fixed day." }),
          })
          .optional()
          .meta({
            description:
              "Of a promised window, which `start_time` and `end_time` hold: when the work is planned. Absent of all others.",
          }),
        postal_code: z.string().nullable().meta({ description: "Of a visit at the customer's." }),
        has_notes: z.boolean(),
        attendance: z.enum(attendances),
        wants_other_time: z.boolean().meta({
          description: "The customer's calendar proposed another time: the appointment's `proposed_time`.",
        }),
        booked_by: z.enum(bookedByKinds),
        cancels_at: timestamp
          .nullable()
          .meta({ description: "When a cancel that waits takes effect; until then it can be taken back." }),
        answer_by: timestamp
          .optional()
          .meta({ description: "Until when a pending one is answered. Absent of all others." }),
        proposed: z
          .array(spanView.extend({ provider_id: z.int() }))
          .optional()
          .meta({
            description: "The times that are kept because they are proposed for it. Absent where none are.",
          }),
        ...crewViews,
        resources: z.array(idAndName).optional().meta({
          description: "The rooms and equipment that it takes. Absent of a company that has none.",
        }),
        version: z.int(),
      }),
    ),
    resources: z.array(boardResourceView).optional().meta({
      description:
        "Rooms and equipment: the active ones, and others that are taken then. Absent where there are none.",
    }),
    sessions: z
      .array(boardSessionView)
      .optional()
      .meta({
        description:
          "Sessions of classes, of every status. Who comes is in `GET /appointments?session_id=` and not among the appointments. " +
          "Absent where there are none.",
      }),
    holds: z.array(boardHoldView).optional().meta({
      description: "Times that are kept for somebody who has yet to book. Absent where there are none.",
    }),
    more_from: z
      .string()
      .nullable()
      .meta({
        description:
          "Not null when the answer would be longer than 4 MB: it then holds the first providers only, each with all that they have. " +
          "Send it with the same question for the next ones.",
      }),
  })
  .meta({ id: "Board" })

export type Board = z.input<typeof boardView>

/** A provider's week and what lies in the board's time, as the store reads it. */
export interface BoardProvider {
  id: number
  name: string
  active: boolean
  appointment_type_ids: number[]
  hours: readonly WeeklyHours[]
  overrides: readonly DateOverride[]
  time_off: readonly { id: number; start_at: Date; end_at: Date; reason: string | null }[]
  /** The busy times of connected calendars; disjoint, in minutes since 1970 UTC. */
  busy: Intervals
  /** Their own, else the company's; null where travel is not judged. */
  travel: Travel | null
}

export interface BoardAppointment {
  id: number
  status: AppointmentStatus
  provider_id: number
  location_id: number
  customer_id: number
  customer_name: string
  customer_warning: string | null
  appointment_type_id: number
  scheduling_request_id: number | null
  series_id: number | null
  group_id: number | null
  start_at: Date
  end_at: Date
  blocks: { start_time: string; end_time: string }[]
  /** Active blocks with their buffers, in minutes since 1970 UTC. */
  occupied: [start: number, end: number][]
  /** The work in a promised window; null for a promised start. */
  work_minutes: number | null
  planned_start_at: Date | null
  pinned: boolean
  is_fixed: boolean
  postal_code: string | null
  /** The position of a visit whose address was found. */
  latitude: number | null
  longitude: number | null
  has_notes: boolean
  attendance: Attendance
  provider_name: string | null
  crew: CrewMember[] | null
  understaffed: boolean
  resources: { id: number; name: string }[] | null
  wants_other_time: boolean
  booked_by: (typeof bookedByKinds)[number]
  cancels_at: Date | null
  answer_by: Date | null
  proposals: Proposal[]
  version: number
}

/** A room or a piece of equipment. */
export interface BoardResource {
  id: number
  name: string
  kind: (typeof resourceKinds)[number]
  group: string
  location_id: number
  active: boolean
  /** Null: always. */
  hours: readonly ResourceHours[] | null
  time_off: BoardProvider["time_off"]
}

export interface BoardHold {
  id: number
  provider_id: number
  location_id: number
  appointment_type_id: number
  start_at: Date
  end_at: Date
  expires_at: Date
}

/** A session of a class. Who comes to it is not on the board. */
export interface BoardSession {
  id: number
  status: SessionStatus
  appointment_type_id: number
  type_name: string
  provider_id: number
  provider_name: string
  crew: CrewMember[] | null
  location_id: number
  start_at: Date
  end_at: Date
  seats: number
  seats_taken: number
  resources: { id: number; name: string }[] | null
}

export interface BoardLocation {
  id: number
  name: string
  timezone: string
  active: boolean
}
