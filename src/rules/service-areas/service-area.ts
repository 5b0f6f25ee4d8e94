/**
 * Whether a location serves the customer's address. It matters only to types that take place at the customer.
 */

import type { ServiceAddress } from "../../model/availability.ts"
import type { GeoPoint, Position, ServiceArea } from "../../model/geo.ts"
import { distanceKm, distanceToEdgeKm, isInPolygon } from "./geodesy.ts"

/** `cannot_tell`: the area needs a point and only a postal code is known, or the other way round. */
export type AreaVerdict = "serves" | "does_not_serve" | "cannot_tell"

/**
 * How far a point may lie from its address. The middle of a city or postal code is only approximate, and no customer is
 * refused for that: two sources of ZIP centroids differ by more than 10 km for one code in twenty, and by 2 km in the
 * median.
 */
export function doubtKm({ accuracy }: ServiceAddress): number {
  return accuracy === "postal" || accuracy === "city" ? 10 : 0
}

/** Judges one area. `centre` is the location's own point, from which a radius is measured. */
export function judgeServiceArea(
  area: ServiceArea,
  centre: GeoPoint | null,
  address: ServiceAddress,
): AreaVerdict {
  switch (area.kind) {
    case "anywhere":
      return "serves"
    case "postal_codes":
      return judgePostalCodes(area.codes, address)
    case "radius":
      if (address.point === null || centre === null) return "cannot_tell"
      return verdict(distanceKm(centre, address.point) <= area.km + doubtKm(address))
    case "polygon":
      return address.point === null
        ? "cannot_tell"
        : verdict(isInOrNear(address.point, doubtKm(address), area.polygon.coordinates))
  }
}

/** The verdict of several areas: one that serves is enough; `cannot_tell` only when none of them can tell. */
export function bestVerdict(verdicts: readonly AreaVerdict[]): AreaVerdict {
  if (verdicts.includes("serves")) return "serves"
  return verdicts.includes("does_not_serve") || verdicts.length === 0 ? "does_not_serve" : "cannot_tell"
}

function isInOrNear(point: GeoPoint, nearKm: number, rings: readonly (readonly Position[])[]): boolean {
  return isInPolygon(point, rings) || (nearKm > 0 && distanceToEdgeKm(point, rings) <= nearKm)
}

/** Whether a point or a postal code is known, so that some area can be judged. */
export function isServiceAddressKnown(address: ServiceAddress | null): address is ServiceAddress {
  return (
    address !== null &&
    (address.point !== null || postalArea(address.postalCode ?? "", address.country) !== null)
  )
}

function judgePostalCodes(codes: readonly string[], address: ServiceAddress): AreaVerdict {
  const wanted = postalArea(address.postalCode ?? "", address.country)
  if (wanted === null) return "cannot_tell"
  return verdict(codes.some((code) => postalArea(code, address.country) === wanted))
}

/**
 * The part of a postal code that areas are listed by: five digits of a ZIP, the first three of a Canadian code, all of
 * any other; null when there is none. Without a country, the form of the code decides.
 */
function postalArea(code: string, country: string | null): string | null {
  const letters = code.toUpperCase().replace(/[^A-Z0-9]/g, "")
  if (letters === "") return null
  const land = country?.toUpperCase() ?? null
  if (land !== "CA" && /^\d{5}(\d{4})?$/.test(letters)) return letters.slice(0, 5)
  if ((land === null || land === "CA") && /^[A-Z]\d[A-Z](\d[A-Z]\d)?$/.test(letters))
    return letters.slice(0, 3)
  return letters
}

function verdict(isServed: boolean): AreaVerdict {
  return isServed ? "serves" : "does_not_serve"
}
