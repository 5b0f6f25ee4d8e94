/** A provider's time as a search judges it, with the drives to the customer. */
import type { ProviderLocation, SearchInput } from "../../model/availability.ts"
import { type ProviderTime, providerTime } from "./blocks.ts"
import type { StartBounds } from "./start-windows.ts"
import { tripsTo } from "./travel.ts"

/** For jobs that begin on the days of the bounds. When the customer is occupied is for the caller. */
export function judgedTime(
  input: SearchInput,
  at: ProviderLocation,
  { firstDay, endDay }: Pick<StartBounds, "firstDay" | "endDay">,
): ProviderTime {
  const untravelled = providerTime(input.type, at, firstDay, endDay)
  return { ...untravelled, trips: tripsTo(input, at, untravelled.open) }
}
