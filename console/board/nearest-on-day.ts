/** The start on a date that is nearest to the time of day of what is moved. */
import { localDate, localTime } from "../formats.ts"
import type { Card } from "./columns.ts"
import type { Job } from "./starts.ts"

interface Wanted {
  card: Pick<Card, "start" | "day">
  date: string
  /** The zone of the location, whose clock says the date and the time of day. */
  timezone: string
}

/** Null where nothing is offered on the date. Of two that are equally near the earlier. */
export function nearestOn(jobs: readonly Job[], { card, date, timezone }: Wanted): Job | null {
  const startOf = ({ blocks }: Job) => blocks[card.day - 1]![0]
  const clockOf = (minute: number) => {
    const [hours, minutes] = localTime(minute * 60_000, timezone)
      .split(":")
      .map(Number)
    return hours! * 60 + minutes!
  }
  const wanted = clockOf(card.start)
  const far = (job: Job) => Math.abs(clockOf(startOf(job)) - wanted)
  const [nearest = null] = jobs
    .filter((job) => job.isOffered && localDate(startOf(job) * 60_000, timezone) === date)
    .toSorted((a, b) => far(a) - far(b) || startOf(a) - startOf(b))
  return nearest
}
