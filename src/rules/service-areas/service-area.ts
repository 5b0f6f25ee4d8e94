/**
 * Does a location serve the customer's address? Only types that take place at the customer ask.
 */

import type { ServiceAddress } from "../../model/availability.ts"
import type { GeoPoint, Position, ServiceArea } from "../../model/geo.ts"
import { distanceKm, distanceToEdgeKm, isInPolygon } from "./geodesy.ts"

/** `cannot_tell`: what is known of the address (a point, a postal code) is not what the area is drawn by. */
export type AreaVerdict = "serves" | "does_not_serve" | "cannot_tell"

/**
 * How far from its address a point may lie. The middle of a city or of a postal code stands for everybody who lives
 * there, so that nobody is turned down by it alone: two sources of ZIP centroids lie more than 10 km apart for one code
 * in twenty, and 2 km for the one in the middle.
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

/** Of several areas' verdicts: one that serves is enough, and unknown is only what none of them could tell. */
export function bestVerdict(verdicts: readonly AreaVerdict[]): AreaVerdict {
  if (verdicts.includes("serves")) return "serves"
  return verdicts.includes("does_not_serve") || verdicts.length === 0 ? "does_not_serve" : "cannot_tell"
}

function isInOrNear(point: GeoPoint, nearKm: number, rings: readonly (readonly Position[])[]): boolean {
  return isInPolygon(point, rings) || (nearKm > 0 && distanceToEdgeKm(point, rings) <= nearKm)
}

/** Whether anything is known by which an area could be judged. */
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
 * any other; null when there is none. Without a country the code's form tells it.
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
