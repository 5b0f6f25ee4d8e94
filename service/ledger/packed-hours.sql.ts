/** A provider's hours as statements pack them: one JSON array for each row, within the one row of the provider. */
import type { DateOverride, WeeklyHours } from "../../domain/model/hours.ts"

export type HoursRow = [locationId: number, weekday: number, startMinute: number, endMinute: number]
export type OverrideRow = [locationId: number, day: number, intervals: DateOverride["intervals"]]

export const hoursOf = (rows: readonly HoursRow[] | null): WeeklyHours[] =>
  (rows ?? []).map(([locationId, weekday, startMinute, endMinute]) => ({
    locationId,
    weekday,
    startMinute,
    endMinute,
  }))

export const overridesOf = (rows: readonly OverrideRow[] | null): DateOverride[] =>
  (rows ?? []).map(([locationId, day, intervals]) => ({ locationId, day, intervals }))
