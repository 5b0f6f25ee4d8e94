import type { SlotView } from "./contract.ts"
import type { Formats } from "./formats.ts"
import { wallClock } from "./zones.ts"

/** When a slot starts, as day and time on the wall of the zone. */
export function spokenTime(
  formats: Formats,
  { startTime }: SlotView,
  zone: string,
): [day: string, time: string] {
  return [formats.day(wallClock(startTime, zone).date), formats.time(startTime, zone)]
}
