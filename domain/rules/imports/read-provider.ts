/** A provider out of a row of a file. */
import { invalid } from "../../model/errors.ts"
import type { ProviderRow } from "../../model/imports.ts"
import { providerInput } from "../../model/provider.ts"
import { flagOf, neededText, numberOf, readAs, textOf } from "./cells.ts"
import { readAddress } from "./read-customer.ts"

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const

export interface NamesInRows {
  typeOf(text: string, cell: string): number
  locationOf(text: string, cell: string): number
  /** The location of hours when the row names none; null where there are several. */
  onlyLocationId: number | null
}

export type ImportedProvider = ReturnType<typeof readProvider>

export function readProvider(row: ProviderRow, names: NamesInRows) {
  const given = {
    name: neededText(row, "name"),
    active: flagOf(row, "active") ?? true,
    start_address: readAddress(row),
    max_travel_km: numberOf(row, "max_travel_km"),
    appointment_type_ids: (textOf(row, "appointment_types") ?? "")
      .split(";")
      .map((type) => type.trim())
      .filter(Boolean)
      .map((type) => names.typeOf(type, "appointment_types")),
    weekly_hours: readHours(row, names),
  }
  return readAs(providerInput, given, (field) => field.replace(/^start_address\./, ""))
}

function readHours(row: ProviderRow, names: NamesInRows) {
  const days = weekdays.filter((day) => textOf(row, day) !== null)
  if (days.length === 0) return []
  const named = textOf(row, "location")
  const locationId = named === null ? names.onlyLocationId : names.locationOf(named, "location")
  if (locationId === null) throw invalid("location", "is needed, since there are several")
  return days.flatMap((day) =>
    textOf(row, day)!
      .split(/[,;]/)
      .map((interval) => {
        const match = /^(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})$/.exec(interval.trim())
        const [start, end] = [match?.[1]?.padStart(5, "0"), match?.[2]?.padStart(5, "0")]
        if (!start || !end || start > "23:59" || end > "23:59") {
          throw invalid(day, "expected hours as 09:00-12:00, 13:00-17:00")
        }
        return { location_id: locationId, weekday: weekdays.indexOf(day) + 1, start, end }
      }),
  )
}
