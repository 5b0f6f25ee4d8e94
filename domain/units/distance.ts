/** Distances as people read them. The API speaks kilometres; a company's people read the unit of its country. */

export const distanceUnits = ["km", "mi"] as const
export type DistanceUnit = (typeof distanceUnits)[number]

const kmPerMile = 1.609344
/** Countries whose road signs give miles. */
const mileCountries = ["US", "GB", "LR", "MM"]

/** The unit of the country that the IANA zone lies in. */
export function unitOfZone(timezone: string): DistanceUnit {
  const known = unitsOfZones.get(timezone)
  if (known) return known
  // Under its main name: `US/Central` is America/Chicago.
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: timezone }).resolvedOptions()
  const usesMiles = mileCountries.some((country) => zonesOf(country).includes(timeZone))
  const unit = usesMiles ? "mi" : "km"
  unitsOfZones.set(timezone, unit)
  return unit
}

/** Earlier answers: the platform takes longer for a country's zones than a search takes. There are some 600 zones. */
const unitsOfZones = new Map<string, DistanceUnit>()

/** Node and browsers know the zones of a country; the types of the language do not say so yet. */
const zonesOf = (country: string): readonly string[] =>
  (new Intl.Locale("und", { region: country }) as { getTimeZones?: () => string[] }).getTimeZones?.() ?? []

/** Kilometres as the API takes them, to ten metres. */
export const kmOf = (distance: number, unit: DistanceUnit): number =>
  unit === "km" ? distance : rounded(distance * kmPerMile, 2)

/** In the unit, with as few decimals as give the same kilometres again: 40.23 km are 25 miles. */
export function distanceIn(unit: DistanceUnit, km: number): number {
  if (unit === "km") return km
  const exact = km / kmPerMile
  const candidates = [0, 1, 2].map((decimals) => rounded(exact, decimals))
  return candidates.find((each) => kmOf(each, unit) === rounded(km, 2)) ?? rounded(exact, 3)
}

/** "25 mi", for sentences. */
export const distanceText = (km: number, unit: DistanceUnit): string =>
  `${unit === "km" ? km : rounded(km / kmPerMile, km < 10 * kmPerMile ? 1 : 0)} ${unit}`

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))
