/** Judges that a location serves the customer's address. It matters only to types that take place at the customer. */
import type { ServiceAddress } from "../../model/availability.ts"
import type { GeoPoint, Position, ServiceArea } from "../../model/geo.ts"
import { areaKm2, distanceKm, distanceToEdgeKm, isInPolygon } from "./geodesy.ts"

/**
 * `cannot_tell`: the area needs a point and only a postal code is known, or the other way round. `code_needed`: of the city
 * some postal codes are served and others are not.
 */
export type AreaVerdict = "serves" | "does_not_serve" | "cannot_tell" | "code_needed"

export const isUndecided = (verdict: AreaVerdict): boolean =>
  verdict === "cannot_tell" || verdict === "code_needed"

/**
 * How far the middle of a postal code or city may lie from an address there: two sources of ZIP centroids differ by more
 * than 10 km for one code in twenty, and by 2 km in the median.
 */
const centroidDoubtKm = 10

/** True where the point is only the middle of a postal code or city. */
export const isCentroid = ({ point, accuracy }: ServiceAddress): boolean =>
  point !== null && (accuracy === "postal" || accuracy === "city")

/**
 * True where a point lies within `reachKm`. A centroid cannot tell addresses apart that are nearer than its own doubt, so a
 * smaller reach counts as large as that doubt; a larger one is judged by the centroid as it is.
 */
export function isWithin(km: number, reachKm: number, address: ServiceAddress): boolean {
  return km <= (isCentroid(address) ? Math.max(reachKm, centroidDoubtKm) : reachKm)
}

/**
 * Judges one area. `centre` is the location's own point, from which a radius is measured. An address that is known by its
 * city alone is judged by all codes of the city.
 */
export function judgeServiceArea(
  area: ServiceArea,
  centre: GeoPoint | null,
  address: ServiceAddress,
): AreaVerdict {
  const { cityCodes, country } = address
  if (area.kind === "anywhere" || !cityCodes || cityCodes.length === 0)
    return judgeAddress(area, centre, address)
  const codes = area.kind === "postal_codes" ? codesListed(area.codes, country) : null
  const verdicts = new Set<AreaVerdict>()
  for (const [code, latitude, longitude] of cityCodes) {
    const of = { point: { latitude, longitude }, postalCode: code, country, accuracy: "postal" as const }
    verdicts.add(codes ? judgePostalCodes(codes, of) : judgeAddress(area, centre, of))
    if (verdicts.size > 1) return "code_needed"
  }
  return [...verdicts][0]!
}

function judgeAddress(area: ServiceArea, centre: GeoPoint | null, address: ServiceAddress): AreaVerdict {
  switch (area.kind) {
    case "anywhere":
      return "serves"
    case "postal_codes":
      return judgePostalCodes(codesListed(area.codes, address.country), address)
    case "radius":
      if (address.point === null || centre === null) return "cannot_tell"
      return verdict(isWithin(distanceKm(centre, address.point), area.km, address))
    case "polygon":
      return address.point === null
        ? "cannot_tell"
        : verdict(isInOrNear(address.point, address, area.polygon.coordinates))
  }
}

/** The verdict of several areas: one that serves is enough; `does_not_serve` only when each of them can tell. */
export function bestVerdict(verdicts: readonly AreaVerdict[]): AreaVerdict {
  if (verdicts.includes("serves")) return "serves"
  return verdicts.find(isUndecided) ?? "does_not_serve"
}

/** A polygon reaches as far as a circle of the same area; a small one is widened for centroids as a small radius is. */
function isInOrNear(
  point: GeoPoint,
  address: ServiceAddress,
  rings: readonly (readonly Position[])[],
): boolean {
  if (isInPolygon(point, rings)) return true
  if (!isCentroid(address)) return false
  const reachKm = Math.sqrt(areaKm2(rings) / Math.PI)
  return isWithin(reachKm + distanceToEdgeKm(point, rings), reachKm, address)
}

/** True where a point or a postal code is known, so that some area can be judged. */
export function isServiceAddressKnown(address: ServiceAddress | null): address is ServiceAddress {
  return (
    address !== null &&
    (address.point !== null || postalArea(address.postalCode ?? "", address.country) !== null)
  )
}

const codesListed = (codes: readonly string[], country: string | null): ReadonlySet<string | null> =>
  new Set(codes.map((code) => postalArea(code, country)))

function judgePostalCodes(codes: ReadonlySet<string | null>, address: ServiceAddress): AreaVerdict {
  const wanted = postalArea(address.postalCode ?? "", address.country)
  return wanted === null ? "cannot_tell" : verdict(codes.has(wanted))
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

const canadianCode = /^[a-z]\d[a-z](\d[a-z]\d)?$/

const provinces = new Set([
  ...["ab", "bc", "mb", "nb", "nl", "ns", "nt", "nu", "on", "pe", "qc", "sk", "yt"],
  ...[
    "alberta",
    "british columbia",
    "manitoba",
    "new brunswick",
    "newfoundland and labrador",
    "newfoundland",
  ],
  ...["nova scotia", "northwest territories", "nunavut", "ontario", "prince edward island", "quebec"],
  ...["saskatchewan", "yukon"],
])

/** The country of an address that was given without one. Canada's postal codes and provinces look like no others. */
export function countryOfAddress(parts: { state: string | null; postalCode: string | null }): "US" | "CA" {
  const code = plainWords(parts.postalCode).replaceAll(" ", "")
  // The form of a postal code is certain; the name of a province may also be a state's.
  if (code !== "") return canadianCode.test(code) ? "CA" : "US"
  return provinces.has(plainWords(parts.state)) ? "CA" : "US"
}

/** Lower case without accents and signs, words apart by one space. */
function plainWords(text: string | null): string {
  const plain = (text ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  return plain
    .split(/[^a-z0-9]+/)
    .join(" ")
    .trim()
}
