/** The one of several locations that a known customer most likely comes to. The page never says why. */
import type { Address } from "../../model/views.ts"
import { distanceKm } from "../service-areas/geodesy.ts"

interface AtAddress {
  address: Address | null
  latitude: number | null
  longitude: number | null
}

/** The location nearest by the address on file. It is null where the address tells nothing, or the same of several. */
export function nearestTo<Location extends AtAddress>(
  customer: AtAddress,
  locations: readonly Location[],
): Location | null {
  const from = pointOf(customer)
  const points = locations.map(pointOf)
  if (from && points.every((point) => point !== null)) {
    const far = points.map((point) => distanceKm(from, point))
    return locations[far.indexOf(Math.min(...far))] ?? null
  }
  return (
    onlyOne(locations, ({ address }) => isSame(address, customer.address, ["postal_code", "country"])) ??
    onlyOne(locations, ({ address }) => isSame(address, customer.address, ["city", "state", "country"])) ??
    onlyOne(locations, ({ address }) => isSame(address, customer.address, ["state", "country"]))
  )
}

const pointOf = ({ latitude, longitude }: AtAddress) =>
  latitude === null || longitude === null ? null : { latitude, longitude }

function isSame(a: Address | null, b: Address | null, keys: readonly (keyof Address)[]): boolean {
  return (
    a !== null &&
    b !== null &&
    keys.every((key) => !!a[key] && a[key]?.toLowerCase() === b[key]?.toLowerCase())
  )
}

function onlyOne<Item>(items: readonly Item[], fits: (item: Item) => boolean): Item | null {
  const found = items.filter(fits)
  return found.length === 1 ? found[0]! : null
}
