/**
 * Driving times of a routing service, for searches and bookings. They are asked for outside every transaction; under the
 * locks only what is known already counts. A host without such a service judges travel by distance, and none of this runs.
 */
import type { ServiceAddress } from "../../domain/model/availability.ts"
import { Refusal } from "../../domain/model/errors.ts"
import { type GeoPoint, pointKey } from "../../domain/model/geo.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { serviceAddressOnFile } from "../../domain/rules/availability/plan-search.ts"
import type { TravelTimes } from "../platform/ports.ts"

/** A search of many providers asks for the stops that come first in time; the legs to all others are estimated. */
const mostStops = 1_000

/** The part of the context that driving times come from. */
interface RoadContext {
  travelTimes: TravelTimes | null
  outsideLimitMs: number
}

/** The customer, and the stops of all providers whose travel is judged; null where none is. */
interface Legs {
  customer: GeoPoint
  stops: GeoPoint[]
}

/** A leg of a provider who is judged by a routing service was not asked for. The caller may ask and try again. */
export class LegsNotAsked extends Refusal {
  readonly legs: Legs
  constructor(legs: Legs) {
    super("busy", { retryAfterSeconds: 1 })
    this.legs = legs
  }
}

/**
 * For searches: the same schedules with what the service says of every leg, to the address that came with the question, else
 * the customer's on file. Never throws.
 */
export async function withDrivingTimes<Loaded extends LoadedSchedules>(
  context: RoadContext,
  loaded: Loaded,
  address: ServiceAddress | null = null,
): Promise<Loaded> {
  const legs = legsIn(context, loaded, address ?? serviceAddressOnFile(loaded))
  if (legs === null) return loaded
  await askForLegs(context, legs)
  return { ...loaded, driving: context.travelTimes!.known(legs.customer, legs.stops) }
}

/** The same for the transaction, where nothing may be asked. Throws `LegsNotAsked`. */
export function withKnownDrivingTimes(
  context: RoadContext,
  loaded: LoadedSchedules,
  address: ServiceAddress | null = null,
): LoadedSchedules {
  const legs = legsIn(context, loaded, address ?? serviceAddressOnFile(loaded))
  if (legs === null) return loaded
  const driving = context.travelTimes!.known(legs.customer, legs.stops)
  const isKnown = (stop: GeoPoint) =>
    driving.toCustomer.has(pointKey(stop)) && driving.fromCustomer.has(pointKey(stop))
  if (!legs.stops.every(isKnown)) throw new LegsNotAsked(legs)
  return { ...loaded, driving }
}

/** For judgements outside a transaction that no search came before: asks for the legs, and judges again. */
export async function judgeWithLegs<Judged>(
  context: RoadContext,
  judge: () => Promise<Judged> | Judged,
): Promise<Judged> {
  try {
    return await judge()
  } catch (error) {
    if (!(error instanceof LegsNotAsked)) throw error
    await askForLegs(context, error.legs)
    return judge()
  }
}

export async function askForLegs(
  { travelTimes, outsideLimitMs }: RoadContext,
  { customer, stops }: Legs,
): Promise<void> {
  await travelTimes!.ask(customer, stops, AbortSignal.timeout(outsideLimitMs / 2))
}

function legsIn(
  { travelTimes }: RoadContext,
  { type, providers, locations }: LoadedSchedules,
  address: ServiceAddress | null,
): Legs | null {
  const customer = address?.point ?? null
  if (travelTimes === null || type?.place !== "at_customer" || customer === null) return null
  const travelling = providers.filter(({ travel }) => travel !== null)
  if (travelling.length === 0) return null
  const homes = travelling.flatMap(({ startPoint }) => startPoint ?? [])
  const offices = locations.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : { latitude, longitude },
  )
  const visits = travelling.flatMap(({ jobs }) => jobs).sort((a, b) => a.start - b.start)
  const stops = new Map<number, GeoPoint>()
  for (const { latitude, longitude } of [...homes, ...offices, ...visits]) {
    if (stops.size < mostStops) stops.set(pointKey({ latitude, longitude }), { latitude, longitude })
  }
  return { customer, stops: [...stops.values()] }
}
