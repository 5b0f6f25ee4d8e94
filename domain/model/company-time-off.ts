/** Dates on which the company, or some of its locations, is closed; and the public holidays that are offered as such. */
import { z } from "zod"
import { dateOfDay, dayOfDate } from "../time/dates.ts"
import type { Day } from "./availability.ts"
import { bounded, date, id, line, wholeText } from "./fields.ts"

/** A year and a leap day. */
const longestDays = 366

export const companyTimeOffInput = z
  .strictObject({
    start_date: date,
    end_date: date.meta({ description: "The last closed date." }),
    location_ids: z
      .array(id)
      .min(1, { error: "expected a location, or null for all" })
      .max(1_000, { error: "expected at most 1000 locations" })
      .nullable()
      .default(null)
      .meta({ description: "Null for all locations, later ones too." }),
    reason: line(500).nullable().default(null),
  })
  .superRefine((off, context) => {
    const days = dayOfDate(off.end_date)! - dayOfDate(off.start_date)! + 1
    const problem =
      days < 1
        ? "expected a date not before start_date"
        : days > longestDays
          ? `expected at most ${longestDays} dates`
          : null
    if (problem) context.addIssue({ code: "custom", path: ["end_date"], message: problem })
  })
  .meta({ examples: [{ start_date: "2027-12-24", end_date: "2027-12-26", reason: "Christmas" }] })

export const companyTimeOffView = z.object({
  id: z.int(),
  start_date: z.string(),
  end_date: z.string(),
  location_ids: z.array(z.int()).nullable(),
  reason: z.string().nullable(),
})

export interface CompanyTimeOff {
  id: number
  start_day: Day
  /** Itself closed. */
  end_day: Day
  location_ids: number[] | null
  reason: string | null
}

export const showCompanyTimeOff = (off: CompanyTimeOff): z.input<typeof companyTimeOffView> => ({
  id: off.id,
  start_date: dateOfDay(off.start_day),
  end_date: dateOfDay(off.end_day),
  location_ids: off.location_ids,
  reason: off.reason,
})

/** Closed dates as a search reads them, with the epoch milliseconds of when they were written. */
export type ClosedDates = readonly [
  id: number,
  startDay: Day,
  endDay: Day,
  locationIds: readonly number[] | null,
  writtenAt: number,
]

export const holidaysQuery = z.strictObject({
  country: bounded(2, "expected a country's two letters, such as US").regex(/^[A-Z]{2}$/, {
    error: "expected a country's two letters, such as US",
  }),
  year: wholeText(2000, 2100),
})

export const holidaysView = z.object({
  country: z.string(),
  year: z.int(),
  holidays: z.array(
    z.object({
      date: z.string(),
      name: z
        .string()
        .meta({ description: "In the company's language where it is known, else in the country's own." }),
    }),
  ),
})

export type Holiday = z.output<typeof holidaysView>["holidays"][number]
