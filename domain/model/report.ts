/**
 * The figures of a company's days: use of hours, bookings, classes, lead times, no-shows, requests and texts.
 * docs/reports.md defines each figure.
 */
import { z } from "zod"
import type { Minute } from "./availability.ts"
import { date, idText } from "./fields.ts"

export const reportNames = [
  "utilisation",
  "bookings",
  "classes",
  "lead-time",
  "no-shows",
  "requests",
  "texts",
] as const
export type ReportName = (typeof reportNames)[number]

export const reportGroupings = [
  "day",
  "week",
  "month",
  "weekday",
  "location",
  "provider",
  "type",
  "provider_weekday",
] as const
export type ReportGrouping = (typeof reportGroupings)[number]

/** So that an answer by day stays one that a plot can show. */
export const mostReportDays = 732

export const reportQuery = z.strictObject({
  from: date.meta({ description: "The first date, by the calendar of each location." }),
  to: date.meta({ description: `The last date; at most ${mostReportDays} dates together.` }),
  group_by: z
    .enum(reportGroupings, { error: `expected one of ${reportGroupings.join(", ")}` })
    .default("day")
    .meta({
      description:
        "What each row is about. A week begins on Monday; `provider_weekday` has a row for each weekday of each provider.",
    }),
  location_id: idText.optional().meta({ description: "Only what is at this location." }),
  provider_id: idText.optional().meta({ description: "Only what is with this provider." }),
  appointment_type_id: idText.optional().meta({ description: "Only what is of this type." }),
})
export type ReportQuery = z.output<typeof reportQuery>

const count = z.int().min(0)
const share = z.number().min(0).nullable()

/** The figures of each report, in the order in which a file has them. */
export const reportFigures = {
  utilisation: {
    booked_minutes: count.meta({ description: "Of appointments that are not cancelled, without buffers." }),
    offered_minutes: count.meta({ description: "Of working hours, after date overrides and time off." }),
    utilisation: share.meta({ description: "Booked ÷ offered; null where nothing is offered." }),
  },
  bookings: {
    appointments: count.meta({ description: "Not cancelled." }),
    company: count.meta({ description: "Booked by the company's people and programs." }),
    agent: count,
    public_page: count,
    booking_link: count,
    cancelled: count.meta({ description: "Not among the others." }),
  },
  classes: {
    sessions: count.meta({ description: "Not cancelled." }),
    seats: count.meta({ description: "That they have, booked or not." }),
    seats_sold: count.meta({
      description: "Of bookings that are not cancelled, also of those who did not come.",
    }),
    filled: share.meta({ description: "Sold ÷ seats; null where there are none." }),
    cancelled: count.meta({ description: "Sessions that were cancelled, not among the others." }),
  },
  "lead-time": {
    appointments: count.meta({ description: "Not cancelled." }),
    same_day: count,
    days_1: count,
    days_2_to_3: count,
    days_4_to_7: count,
    days_8_to_14: count,
    days_15_to_30: count,
    days_31_up: count,
  },
  "no-shows": {
    past: count.meta({ description: "Appointments that are over and were not cancelled." }),
    no_shows: count,
    share: share.meta({ description: "No-shows ÷ past; null where nothing is past." }),
  },
  requests: {
    requests: count,
    open: count,
    scheduled: count,
    cancelled: count,
    expired: count,
  },
  texts: {
    texts: count,
    sent: count.meta({ description: "With the carrier, which has not said more." }),
    delivered: count,
    undelivered: count,
    skipped: count,
    failed: count,
  },
} as const satisfies Record<ReportName, Record<string, z.ZodType>>

export type ReportFigures = Record<string, number | null>

const group = {
  date: z.string().nullable().meta({
    description: "The day, or the first day of the week or month within the report; null by anything else.",
  }),
  weekday: z.int().min(1).max(7).nullable().meta({
    description: "1 is Monday, 7 is Sunday; null where rows are not about weekdays.",
  }),
  id: z
    .int()
    .nullable()
    .meta({ description: "The id of the location, provider or type; null by date, and for what has none." }),
  name: z.string().nullable(),
}

/** The answer of one report. */
export const reportView = <Name extends ReportName>(name: Name) =>
  z
    .object({
      from: z.string(),
      to: z.string(),
      group_by: z.enum(reportGroupings),
      behind_seconds: count.meta({
        description:
          "How many seconds ago the oldest change of these dates was made that the figures do not hold yet; 0 when they hold all. " +
          "Above 3 much is being counted, as after an import: read again in a moment.",
      }),
      rows: z.array(z.object({ ...group, ...reportFigures[name] })),
      total: z.object(reportFigures[name]),
    })
    .meta({ id: `${pascal(name)}Report` })

const pascal = (name: string) => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

export interface ReportRow {
  date: string | null
  weekday: number | null
  id: number | null
  name: string | null
}

export interface Report {
  from: string
  to: string
  group_by: ReportGrouping
  behind_seconds: number
  rows: (ReportRow & Record<string, string | number | null>)[]
  total: ReportFigures
}

/** One number for a provider and a weekday, 1 for Monday: what sums by both are keyed by. */
export const providerWeekday = (providerId: number, weekday: number): number => providerId * 8 + weekday

/** The meaning of such a number. */
export const ofProviderWeekday = (key: number): { providerId: number; weekday: number } => ({
  providerId: Math.floor(key / 8),
  weekday: key % 8,
})

/** One date at one location, as statements take it. */
export interface LocalDay {
  /** 0 stands for no location: then the company's zone counts. */
  locationId: number
  from: Minute
  /** Exclusive. */
  until: Minute
  /** The instants since which a booking has each lead time, the latest first. */
  leads: Date[]
}
