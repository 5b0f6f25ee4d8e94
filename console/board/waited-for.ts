/** Badges of people who wait for free time, as the board shows them: one person is one a day, at the first time that would suit. */
import type { WaitedForGap } from "../waiting/waiting-data.ts"
import { type Column, minuteOf } from "./columns.ts"

/** The gaps of the shown columns that somebody waits for who has no badge yet on that date, each with so many people. */
export function onceADay(
  gaps: readonly WaitedForGap[],
  columns: readonly Pick<Column, "provider" | "location" | "resource" | "date" | "day">[],
): WaitedForGap[] {
  const seen = new Set<string>()
  const inOrder = gaps.toSorted((a, b) => minuteOf(a.start_time) - minuteOf(b.start_time))
  return inOrder.flatMap((gap) => {
    const start = minuteOf(gap.start_time)
    const column = columns.find(
      ({ provider, location, resource, day }) =>
        resource === null &&
        provider.id === gap.provider_id &&
        location.id === gap.location_id &&
        start >= day[0] &&
        start < day[1],
    )
    if (!column) return []
    const keys = gap.customer_ids.map((id) => `${column.date} ${id}`)
    const fresh = keys.filter((key) => !seen.has(key))
    for (const key of fresh) seen.add(key)
    return fresh.length > 0 ? [{ ...gap, customers: fresh.length }] : []
  })
}
