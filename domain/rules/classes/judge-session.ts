/** Judges that a session can be put on the board: who gives it and where, its rooms, and when it begins again. */
import type { AppointmentType } from "../../model/appointment-type.ts"
import { mostRepeats } from "../../model/class-session.ts"
import { invalid, notFound, Refusal } from "../../model/errors.ts"
import type { Location } from "../../model/location.ts"
import type { Provider } from "../../model/provider.ts"
import type { Resource } from "../../model/resource.ts"
import { dayOfDate } from "../../time/dates.ts"
import { msPerMinute } from "../../time/units.ts"
import { occurrencesOf } from "../booking/series-occurrences.ts"

export interface SessionWish {
  providerIds: readonly number[]
  resourceIds: readonly number[]
  startMinute: number
  now: number
}

/** The records that the wish names, as they were read; null for an unknown one. */
export interface NamedBySession {
  type: AppointmentType | null
  location: Location | null
  providers: readonly (Provider | null)[]
  resources: readonly (Resource | null)[]
}

export interface JudgedSession {
  type: AppointmentType & { seats: number }
  location: Location
  providers: readonly Provider[]
  resources: readonly Resource[]
  /** How long it takes. */
  minutes: number
}

/** Hours and time off do not bind a class, which is where and when staff put it. */
export function judgeSession(named: NamedBySession, wish: SessionWish): JudgedSession | Refusal {
  const { type, location } = named
  if (type === null) return notFound("appointment type", "appointment_type_id")
  const { seats } = type
  if (seats === null) return invalid("appointment_type_id", "expected a type with seats")
  if (!type.active) return new Refusal("type_not_bookable")
  if (location === null) return notFound("location", "location_id")
  const isThere = type.location_ids === null || type.location_ids.includes(location.id)
  if (!location.active || !isThere)
    return invalid("location_id", "expected an active location that the type may take place at")
  if (wish.startMinute * msPerMinute <= wish.now) return invalid("start_time", "expected a time to come")
  const providers = fittingProviders(named, type.id)
  if (providers instanceof Refusal) return providers
  const resources = fittingResources(named, location.id)
  if (resources instanceof Refusal) return resources
  return { type: { ...type, seats }, location, providers, resources, minutes: type.block_minutes[0]! }
}

function fittingProviders({ providers }: NamedBySession, typeId: number): Provider[] | Refusal {
  const fitting: Provider[] = []
  for (const [index, provider] of providers.entries()) {
    const field = `provider_ids[${index}]`
    if (provider === null) return notFound("provider", field)
    if (!provider.active || !provider.appointment_type_ids.includes(typeId))
      return invalid(field, "expected an active provider who offers the type")
    if (fitting.includes(provider) || fitting.some(({ id }) => id === provider.id))
      return invalid(field, "expected each provider once")
    fitting.push(provider)
  }
  return fitting
}

function fittingResources({ resources }: NamedBySession, locationId: number): Resource[] | Refusal {
  const fitting: Resource[] = []
  for (const [index, resource] of resources.entries()) {
    const field = `resource_ids[${index}]`
    if (resource === null) return notFound("resource", field)
    if (!resource.active || resource.location_id !== locationId)
      return invalid(field, "expected an active room or piece of equipment at the location")
    if (fitting.some(({ id }) => id === resource.id)) return invalid(field, "expected each once")
    fitting.push(resource)
  }
  return fitting
}

export interface Repeat {
  every_weeks: number
  count?: number | undefined
  until?: string | undefined
}

/** The starts at the same wall-clock time, the first among them. */
export function sessionStarts(
  zone: string,
  startMinute: number,
  repeat: Repeat | undefined,
): number[] | Refusal {
  if (repeat === undefined) return [startMinute]
  const end = repeat.until === undefined ? { count: repeat.count! } : { untilDay: dayOfDate(repeat.until)! }
  const all = occurrencesOf(zone, startMinute, { unit: "weeks", number: repeat.every_weeks }, end)
  if (all.length > mostRepeats) return invalid("repeat.until", `expected at most ${mostRepeats} sessions`)
  if (all.length < 2) return invalid("repeat.until", "expected a date on which it repeats")
  return all.map(({ start }) => start)
}
