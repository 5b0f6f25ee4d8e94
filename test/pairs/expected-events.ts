/** The events of a pair that is booked, confirmed, moved, cancelled and reopened, all of its appointments each time. */
import type { Together } from "./capabilities.ts"

export function expectedEvents({ ways }: Together, ids: readonly number[]): string[] {
  const each = (type: string) => ids.map(() => `appointment.${type}`)
  // Staff who book a series have said yes to it.
  const isAsked = ways.has("to be confirmed") && !ways.has("in a series")
  return [
    ...(isAsked ? each("pending") : []),
    ...each("created"),
    ...(isAsked ? each("confirmed") : []),
    ...each("rescheduled"),
    ...each("cancelled"),
    // With `reopened`: its cancel was taken back.
    ...each("created"),
  ]
}
