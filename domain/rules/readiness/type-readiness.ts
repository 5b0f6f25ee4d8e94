/**
 * Judges that each active type can be booked: it needs a place, a provider who offers it, and hours of theirs that are long
 * enough.
 */
import { isUnread } from "../../model/provider-calendar.ts"
import type {
  ReadinessFacts,
  ReadinessLocation,
  ReadinessProvider,
  ReadinessType,
} from "../../model/readiness.ts"
import { crewOf } from "../../model/type-needs.ts"
import { minuteOf, minutesPerDay, utcDayOf } from "../../time/units.ts"
import { closedMinutes } from "../availability/closed-dates.ts"
import { workingIntervals } from "../availability/working-intervals.ts"
import { failing, type Judged, working } from "./judged.ts"

type TypeCode = "type_locations" | "type_providers" | "type_needs" | "type_hours"

/**
 * The items of one code. A type that fails is named once, by the first thing that it lacks; one that can be booked has an item of
 * `type_hours`. A company without any location or provider hears of that alone.
 */
export function typeReadiness(facts: ReadinessFacts, code: TypeCode): Judged[] {
  if (facts.locations.length === 0 || facts.providers.length === 0) return []
  return facts.types.flatMap((type) => {
    const [found, judged] = judgeType(facts, type)
    return found === code ? [judged] : []
  })
}

function judgeType(facts: ReadinessFacts, type: ReadinessType): [TypeCode, Judged] {
  const { id, name } = type
  const locations = facts.locations.filter(
    (location) => type.location_ids === null || type.location_ids.includes(location.id),
  )
  if (locations.length === 0)
    return [
      "type_locations",
      failing(`${name} may take place at no active location.`, "Choose locations for the type.", id),
    ]
  const providers = facts.providers.filter((one) => one.appointment_type_ids.includes(id))
  if (providers.length === 0)
    return [
      "type_providers",
      failing(`No active provider offers ${name}.`, "Say which providers offer the type.", id),
    ]
  const lacking = lackingNeeds(facts, type, { locations, providers })
  if (lacking) return ["type_needs", lacking]
  const readable = providers.filter((one) => !hasUnreadCalendar(facts, one))
  if (readable.length === 0)
    return [
      "type_hours",
      failing(
        `Each provider who offers ${name} has a calendar that can't be read, so none is offered.`,
        "Mend these calendars, or disconnect them.",
        id,
      ),
    ]
  if (readable.some((one) => locations.some((location) => hasRoom(facts, type, one, location))))
    return ["type_hours", working(`${name} has hours ahead.`, id)]
  return [
    "type_hours",
    failing(
      `Nobody who offers ${name} has hours for its ${minutesOf(type)} minutes in the next ${type.booking_window_days} days.`,
      "Give a provider who offers the type hours at one of its locations, or shorten their time off.",
      id,
    ),
  ]
}

/** A crew that can't be filled, or rooms and equipment that no location has. */
function lackingNeeds(
  { resources }: ReadinessFacts,
  { id, name, ...type }: ReadinessType,
  active: { locations: readonly ReadinessLocation[]; providers: readonly ReadinessProvider[] },
): Judged | null {
  const crew = crewOf(type)
  const isOrAre = active.providers.length === 1 ? "is" : "are"
  if (active.providers.length < crew)
    return failing(
      `${name} takes ${crew} providers at once, but of those who offer it only ${active.providers.length} ${isOrAre} active.`,
      "Say which other providers offer the type, or let it take fewer.",
      id,
    )
  const needed = type.needs?.resources ?? []
  const hasAll = (location: ReadinessLocation) =>
    needed.every(({ group, count }) => {
      const there = resources.filter((one) => one.group === group && one.location_id === location.id)
      return there.length >= count
    })
  if (active.locations.some(hasAll)) return null
  const wanted = needed.map(({ group, count }) => `${count} of ${group}`).join(" and ")
  return failing(
    `None of the locations of ${name} has what it needs: ${wanted}.`,
    "Add the rooms or equipment at a location, make old ones active again, or let the type need less.",
    id,
  )
}

const hasUnreadCalendar = ({ calendars, now }: ReadinessFacts, { id }: ReadinessProvider) =>
  calendars.some((one) => one.provider_id === id && isUnread(one.last_read_at?.getTime() ?? null, now))

/** The shortest length that can be booked; of a job of several days its first block. */
const minutesOf = ({ block_minutes, duration_options }: ReadinessType): number =>
  Math.min(block_minutes[0]!, ...duration_options.map(({ minutes }) => minutes))

const daysAtOnce = 14

/** True where an open interval of the provider begins late enough and holds the type. Appointments are not looked at. */
function hasRoom(
  { now, closed }: ReadinessFacts,
  type: ReadinessType,
  provider: ReadinessProvider,
  location: ReadinessLocation,
): boolean {
  const minutes = minutesOf(type)
  const earliest = minuteOf(now) + type.min_notice_minutes
  const today = utcDayOf(now)
  const endDay = today + type.booking_window_days + 1
  const at = { id: location.id, zone: location.timezone }
  const place = { ...at, closed: closedMinutes(closed, at) }
  for (let day = today - 1; day < endDay; day += daysAtOnce) {
    const open = workingIntervals(provider, place, day, Math.min(day + daysAtOnce, endDay))
    for (let i = 0; i < open.length; i += 2) {
      const start = Math.max(open[i]!, earliest)
      if (start < endDay * minutesPerDay && open[i + 1]! - start >= minutes) return true
    }
  }
  return false
}
