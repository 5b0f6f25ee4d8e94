/** The series fields of an appointment: none where it is in no series, so that other appointments look as they always did. */
import { z } from "zod"
import { minuteOf } from "../time/units.ts"
import { minuteInstant, whole } from "./fields.ts"

/** The most occurrences of one series: two years of weeks. */
export const mostOccurrences = 104

const place = { index: whole(0, mostOccurrences - 1), start_time: minuteInstant.nullable() }

/** Its series, and its place in it from 0, which it keeps when it is moved. Both null for an appointment in none. */
export interface InSeries {
  series_id: number | null
  series_index: number | null
}

export const seriesFields = {
  series_id: z
    .int()
    .optional()
    .meta({ description: "The series that it is in. Absent where it is in none." }),
  series_index: z.int().optional().meta({
    description: "Its place in the series, from 0. A move leaves it as it is. Absent with series_id.",
  }),
}

export const shownSeries = ({ series_id, series_index }: InSeries) =>
  series_id === null || series_index === null ? {} : { series_id, series_index }

export const noSeries: InSeries = { series_id: null, series_index: null }

/** The appointments of a series that a change concerns. */
export const changeScopes = ["one", "following", "all"] as const
export type ChangeScope = (typeof changeScopes)[number]

export const changeScope = z
  .enum(changeScopes, { error: `expected one of ${changeScopes.join(", ")}` })
  .optional()
  .meta({
    description:
      "Of an appointment in a series: this `one`, the default, with the `following`, or `all`. Those that can't be changed any more " +
      "stay as they are.",
  })

/** At booking: what becomes of occurrences that can't be booked. */
export const chosenAtBooking = z
  .array(
    z.strictObject({
      ...place,
      start_time: place.start_time.meta({ description: "Null leaves the occurrence out." }),
    }),
  )
  .max(mostOccurrences)

/** At a move of several. */
export const chosenAtMove = z
  .array(
    z.strictObject({
      ...place,
      start_time: place.start_time.meta({ description: "Null leaves it where it is." }),
    }),
  )
  .max(mostOccurrences, { error: `expected at most ${mostOccurrences} places` })
  .optional()
  .meta({
    description:
      "Of a move of several in a series: gives those that have nowhere to go another start, as `series_conflict` names some. Any " +
      "other conflict refuses all.",
  })

/** By place in the series: the start that was chosen, or null. In epoch minutes. */
export const chosenStarts = (
  chosen: readonly { index: number; start_time: string | null }[],
): Map<number, number | null> =>
  new Map(
    chosen.map(({ index, start_time: start }) => [
      index,
      start === null ? null : minuteOf(Date.parse(start)),
    ]),
  )
