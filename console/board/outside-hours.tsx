/** A note where a class stands outside the hours of who leads it: that is allowed, and easily a slip. */
import { useQuery } from "../api/queries.ts"
import { formatsOf, localDate } from "../formats.ts"
import { Icon } from "../parts/icon.tsx"
import { type Span, without } from "../parts/spans.ts"
import { useWords } from "../words/words.ts"
import { type Board, boardOf } from "./board-data.ts"
import { minuteOf, toSpan } from "./columns.ts"

interface OutsideHoursProps {
  providerId: number
  locationId: number
  timezone: string
  /** Instants. */
  start: string
  end: string
}

export function OutsideHours({ providerId, locationId, timezone, start, end }: OutsideHoursProps) {
  const words = useWords().classes
  const date = localDate(start, timezone)
  const { data, isPlaceholderData } = useQuery(boardOf(date, 1))
  const provider = isPlaceholderData ? undefined : data?.providers.find(({ id }) => id === providerId)
  if (!provider) return null
  const span: Span = [minuteOf(start), minuteOf(end)]
  if (without([span], workedBy(provider, locationId)).length === 0) return null
  const { name } = provider
  const hours = provider.hours
    .filter((each) => each.location_id === locationId && localDate(each.start_time, timezone) === date)
    .map((each) => formatsOf(timezone).span(each))
  return (
    <p class="session-note">
      <Icon name="warning" small />{" "}
      {hours.length === 0
        ? words.notThatDay({ name })
        : words.outsideHours({ name, hours: hours.join(", ") })}
    </p>
  )
}

/** The hours at the location without time off. */
function workedBy({ hours, time_off }: Board["providers"][number], locationId: number): Span[] {
  const open = hours.filter(({ location_id }) => location_id === locationId).map(toSpan)
  return without(
    open,
    time_off.map(({ start, end }): Span => [minuteOf(start), minuteOf(end)]),
  )
}
