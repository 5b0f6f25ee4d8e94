/**
 * Driving times of a routing service, for searches and bookings. They are asked for outside every transaction; under the
 * locks only what is known already counts. A host without such a service judges travel by distance, and none of this runs.
 */
import type { ServiceAddress } from "../../../domain/model/availability.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { type GeoPoint, pointKey } from "../../../domain/model/geo.ts"
import type { LoadedSchedules } from "../../../domain/model/schedules.ts"
import { serviceAddressOnFile } from "../../../domain/rules/availability/plan-search.ts"
import type { TravelTimes } from "../../ports.ts"

/** A search of many providers asks for the stops that come first in time; the ways to all others are estimated. */
const mostStops = 1_000

/** What of the context driving times come from. */
interface RoadContext {
  travelTimes: TravelTimes | null
  outsideLimitMs: number
}

/** The customer, and the stops of all providers whose travel is judged; null where none is. */
interface Ways {
  customer: GeoPoint
  stops: GeoPoint[]
}

/** The way of a provider who is judged by a routing service was not asked for. The caller may ask and try again. */
export class WaysNotAsked extends Refusal {
  readonly ways: Ways
  constructor(ways: Ways) {
    super("busy", { retryAfterSeconds: 1 })
    this.ways = ways
  }
}

/**
 * For searches: the same schedules with what the service says of every way, to the address that came with the question, else
 * the customer's on file. Never throws.
 */
export async function withDrivingTimes<Loaded extends LoadedSchedules>(
  context: RoadContext,
  loaded: Loaded,
  address: ServiceAddress | null = null,
): Promise<Loaded> {
  const ways = waysIn(context, loaded, address ?? serviceAddressOnFile(loaded))
  if (ways === null) return loaded
  await askForWays(context, ways)
  return { ...loaded, driving: context.travelTimes!.known(ways.customer, ways.stops) }
}

/** The same for the transaction, where nothing may be asked. Throws `WaysNotAsked`. */
export function withKnownDrivingTimes(
  context: RoadContext,
  loaded: LoadedSchedules,
  address: ServiceAddress | null = null,
): LoadedSchedules {
  const ways = waysIn(context, loaded, address ?? serviceAddressOnFile(loaded))
  if (ways === null) return loaded
  const driving = context.travelTimes!.known(ways.customer, ways.stops)
  const isKnown = (stop: GeoPoint) =>
    driving.toCustomer.has(pointKey(stop)) && driving.fromCustomer.has(pointKey(stop))
  if (!ways.stops.every(isKnown)) throw new WaysNotAsked(ways)
  return { ...loaded, driving }
}

/** For judgements outside a transaction that no search came before: asks for the ways, and judges again. */
export async function judgeWithWays<Judged>(
  context: RoadContext,
  judge: () => Promise<Judged> | Judged,
): Promise<Judged> {
  try {
    return await judge()
  } catch (error) {
    if (!(error instanceof WaysNotAsked)) throw error
    await askForWays(context, error.ways)
    return judge()
  }
}

export async function askForWays(
  { travelTimes, outsideLimitMs }: RoadContext,
  { customer, stops }: Ways,
): Promise<void> {
  await travelTimes!.ask(customer, stops, AbortSignal.timeout(outsideLimitMs / 2))
}

function waysIn(
  { travelTimes }: RoadContext,
  { type, providers, locations }: LoadedSchedules,
  address: ServiceAddress | null,
): Ways | null {
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
