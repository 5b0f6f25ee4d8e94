/** How far the providers go who visit customers, and from where, as the search judges it. */
import type { Answer, Row } from "../api/client.ts"
import { circleAround, type GeoPoint, pointOf } from "./projection.ts"

type Hours = Answer<"readProviderHours">
type Type = Pick<Row<"listAppointmentTypes">, "id" | "place" | "active" | "location_ids">
type Provider = Pick<
  Row<"listProviders">,
  "id" | "name" | "appointment_type_ids" | "start_address" | "max_travel_km" | "travel"
>
type Location = Pick<Row<"listLocations">, "id" | "latitude" | "longitude">

/** A provider who visits customers from a location. */
export interface Traveller {
  id: number
  name: string
  /** The start of the distance; `unknown_start`: from the location, since the own start has no point. */
  from: "own_start" | "location" | "unknown_start"
  /** Null where the location has no point either. */
  start: GeoPoint | null
  /** As the crow flies; null: as far as the service area goes. */
  km: number | null
  /** They have a speed of their own, by which drives are judged too. */
  hasSpeed: boolean
}

/** The data that the travellers of each location are found in. */
export interface Diaries {
  types: readonly Type[]
  providers: readonly { provider: Provider; hours: Hours }[]
}

/** The types by which a provider visits customers. */
export const visitsOf = (provider: Provider, types: readonly Type[]): Type[] =>
  types.filter(
    ({ id, place, active }) =>
      place === "at_customer" && active && provider.appointment_type_ids.includes(id),
  )

/** In the order of the API. */
export function travellersAt(location: Location, { types, providers }: Diaries): Traveller[] {
  return providers
    .filter(
      ({ provider, hours }) =>
        hasHoursAt(location.id, hours) &&
        visitsOf(provider, types).some(({ location_ids: ids }) => ids === null || ids.includes(location.id)),
    )
    .map(({ provider }) => {
      const { id, name, start_address: own, max_travel_km: km } = provider
      const ownStart = own && pointOf(own)
      const from = ownStart ? "own_start" : own ? "unknown_start" : "location"
      const start = ownStart ?? pointOf(location)
      return { id, name, from, start, km, hasSpeed: provider.travel !== null }
    })
}

const hasHoursAt = (locationId: number, { weekly_hours: week, date_overrides: dates }: Hours) =>
  week.some(({ location_id: id }) => id === locationId) ||
  dates.some(({ location_id: id, intervals }) => id === locationId && intervals.length > 0)

/** Travellers who set out from the same point and go as far are one shape on the map. */
export interface Reach extends Pick<Traveller, "from" | "km"> {
  key: string
  ids: readonly number[]
  names: readonly string[]
  start: GeoPoint
  ring: readonly GeoPoint[]
  /** True where they come to the address that was tried; null while none was, or they do not offer the type. */
  comes: boolean | null
}

/** The reaches that can be drawn. `comes` says which of the providers in question come. */
export function reachesOf(travellers: readonly Traveller[], comes: ReadonlyMap<number, boolean>): Reach[] {
  const groups = Map.groupBy(travellers, ({ id, start, km }) => JSON.stringify([start, km, comes.get(id)]))
  return [...groups].flatMap(([key, group]) => {
    const { id, from, start, km } = group[0]!
    const hasShape = start !== null && (km !== null || from === "own_start")
    if (!hasShape) return []
    const names = group.map(({ name }) => name)
    const ring = km === null ? [] : circleAround(start, km)
    const ids = group.map((each) => each.id)
    return [{ key, ids, names, from, start, km, ring, comes: comes.get(id) ?? null }]
  })
}

const mostKmInView = 200

/** The points that a whole view takes in. A reach that is larger by far would leave the area a dot. */
export const pointsInView = (reaches: readonly Reach[]): GeoPoint[] =>
  reaches.flatMap(({ start, ring, km }) => (km !== null && km <= mostKmInView ? ring : [start]))
