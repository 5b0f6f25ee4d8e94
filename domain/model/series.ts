/** A series: appointments of one customer that repeat, booked at once. An occurrence keeps its index, its place in the series, for good. */
import { z } from "zod"
import { appointmentStatus, appointmentView, bookInput } from "./appointment.ts"
import { chosenAtBooking, mostOccurrences } from "./appointment-series.ts"
import { date, flag, timestamp, whole } from "./fields.ts"
import { slotView } from "./slot-search.ts"
import { idAndName } from "./views.ts"

export const repeatUnits = ["days", "weeks", "months"] as const
export type RepeatUnit = (typeof repeatUnits)[number]

/** Every so many days, weeks or months. */
export interface Every {
  unit: RepeatUnit
  number: number
}

const everyInput = z
  .strictObject({
    days: whole(1, 366).optional(),
    weeks: whole(1, 52).optional(),
    months: whole(1, 24).optional(),
  })
  .refine((sent) => repeatUnits.filter((unit) => sent[unit] !== undefined).length === 1, {
    error: "expected one of days, weeks and months",
  })
  .meta({
    description:
      "Exactly one of the three. By months it falls on the same day of the month, or on the last where a month has fewer days.",
  })

export const everyView = z.object({
  days: z.int().optional(),
  weeks: z.int().optional(),
  months: z.int().optional(),
})

const { end_time: _end, ...booking } = bookInput.shape

export const seriesInput = z
  .strictObject({
    ...booking,
    every: everyInput,
    count: whole(2, mostOccurrences).optional().meta({ description: "How many occurrences; or `until`." }),
    until: date.optional().meta({ description: "The last local date on which one may begin; or `count`." }),
    conflicts: z
      .union([z.enum(["refuse", "skip"]), chosenAtBooking], {
        error: "expected refuse, skip, or a list of index and start_time",
      })
      .optional()
      .meta({
        description:
          "What happens when an occurrence can't be booked. `refuse`, the default: none is booked. `skip`: all others are. A list gives " +
          "occurrences another start, or leaves them out; any other conflict refuses all.",
      }),
    preview: flag.optional().meta({ description: "Judges every occurrence and books none." }),
  })
  .refine((sent) => (sent.count === undefined) !== (sent.until === undefined), {
    path: ["count"],
    error: "expected either count or until",
  })
  .meta({
    examples: [
      {
        ...{ customer_id: 1, appointment_type_id: 1, provider_id: 1, location_id: 1 },
        ...{ start_time: "2027-03-02T15:00:00.000Z", every: { weeks: 2 }, count: 6 },
      },
    ],
  })

/** Why an occurrence can't be booked. `taken`: by an appointment or a calendar. `not_open`: hours, the grid of starts, or several reasons at once. */
export const conflictReasons = [
  "notice",
  "booking_window",
  "daily_limit",
  "holiday",
  "time_off",
  "customer_busy",
  "taken",
  "not_open",
] as const
export type ConflictReason = (typeof conflictReasons)[number]

const occurrence = {
  index: z.int(),
  start_time: timestamp,
  local_date: z.string().meta({ description: "Its place in the series, as 2027-03-16." }),
  local_time: z
    .string()
    .meta({ description: "What the clock there shows, the same in the whole series, as 10:00." }),
}

export const occurrenceView = z
  .object({
    ...occurrence,
    end_time: timestamp.nullable().meta({ description: "Null for one that can't be booked." }),
    outcome: z.enum(["free", "conflict", "left_out", "booked"]),
    reason: z.enum(conflictReasons).nullable().meta({ description: "Why it is a conflict." }),
    alternatives: z
      .array(slotView)
      .meta({ description: "Of a conflict: the two nearest starts of the same provider." }),
    appointment_id: z.int().nullable(),
  })
  .meta({ id: "SeriesOccurrence" })
export type ShownOccurrence = z.input<typeof occurrenceView>

export const bookedSeriesView = z
  .object({
    series_id: z.int().nullable().meta({ description: "Null in a preview." }),
    every: everyView,
    timezone: z.string(),
    fits: z.int().meta({ description: "How many occurrences can be booked, or are." }),
    occurrences: z.array(occurrenceView),
    appointments: z.array(appointmentView).meta({ description: "Those that were booked." }),
  })
  .meta({ id: "BookedSeries" })

export const seriesView = z
  .object({
    id: z.int(),
    customer_id: z.int(),
    appointment_type: idAndName,
    every: everyView,
    timezone: z.string(),
    created_at: timestamp,
    occurrences: z
      .array(
        z.object({
          ...occurrence,
          start_time: timestamp.nullable().meta({ description: "Null for one that was left out." }),
          status: appointmentStatus.nullable(),
          appointment_id: z.int().nullable(),
          is_moved: z
            .boolean()
            .meta({ description: "It stands at another time than its place in the series." }),
        }),
      )
      .meta({ description: "In the order of their places in the series." }),
  })
  .meta({ id: "Series" })

/** As the store reads it. */
export interface Series {
  id: number
  customer_id: number
  appointment_type_id: number
  timezone: string
  every: Every
  /** By index: what the clock shows at each place, as minutes since 1970-01-01T00:00 local. */
  walls: number[]
  /** Calendars got one repeating event; else one event each. */
  as_set: boolean
  created_at: Date
}

export const showEvery = ({ unit, number }: Every): z.input<typeof everyView> => ({ [unit]: number })

export function everyOf(sent: z.output<typeof everyInput>): Every {
  const unit = repeatUnits.find((one) => sent[one] !== undefined)!
  return { unit, number: sent[unit]! }
}
