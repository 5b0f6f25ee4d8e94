/** Time zones by the names that people use, for times that would otherwise be read on the wrong clock. */
import { minuteToLocal, zoneAbbreviation } from "./local-time.ts"
import { minuteOf, msPerDay, msPerMinute } from "./units.ts"

const regions = { en: "en-US", fr: "fr-CA", es: "es-US" } as const
type Locale = keyof typeof regions

/** One format per language and zone. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** `Mountain Time` when the zone's clock shows another time at `ms` than the home zone's; null when both agree. */
export function zoneNameIfDifferent(
  locale: Locale,
  zone: string,
  homeZone: string,
  ms: number,
): string | null {
  // The usual case, decided first: a search calls this once per slot.
  if (zone === homeZone) return null
  const minute = minuteOf(ms)
  const [there, home] = [minuteToLocal(zone, minute), minuteToLocal(homeZone, minute)]
  if (there.minuteOfDay === home.minuteOfDay && there.day === home.day) return null
  return runtimeAgrees(zone, ms) ? nameByRuntime(locale, zone, ms) : nameByCity[locale](cityOf(zone))
}

/**
 * True where the runtime has the same rules for the year from `ms` on. Otherwise its name is that of other clocks: it still
 * calls Winnipeg's time Central Time, which is an hour behind Winnipeg's clocks since November 2026.
 */
function runtimeAgrees(zone: string, ms: number): boolean {
  const months = Array.from({ length: 13 }, (_, month) => ms + month * 30 * msPerDay)
  try {
    return months.every((at) => {
      const { day, minuteOfDay } = minuteToLocal(zone, minuteOf(at))
      const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
      const offsetMs = day * msPerDay + minuteOfDay * msPerMinute - minuteOf(at) * msPerMinute
      return wall.offsetNanoseconds === offsetMs * 1e6
    })
  } catch {
    // It does not know the zone at all.
    return false
  }
}

function nameByRuntime(locale: Locale, zone: string, ms: number): string {
  const parts = formatOf(locale, zone).formatToParts(ms)
  const name = parts.find(({ type }) => type === "timeZoneName")!.value
  // Some languages add the country, which helps no reader.
  return name.replace(/ \([^()]*\)$/, "")
}

const nameByCity: Record<Locale, (city: string) => string> = {
  en: (city) => `${city} Time`,
  fr: (city) => `heure : ${city}`,
  es: (city) => `hora de ${city}`,
}

/**
 * `CST`, as people write it after a time; `HNC` in French, as in Canada. Where a zone has no such word it is named by its
 * city: `Bogota Time`.
 */
export function shortZoneName(locale: Locale, zone: string, ms: number): string {
  const word = zoneAbbreviation(zone, minuteOf(ms))
  if (word === null) return nameByCity[locale](cityOf(zone))
  return (locale === "fr" && inFrench[word]) || word
}

const inFrench: Readonly<Record<string, string>> = {
  EST: "HNE",
  EDT: "HAE",
  CST: "HNC",
  CDT: "HAC",
  MST: "HNR",
  MDT: "HAR",
  PST: "HNP",
  PDT: "HAP",
  AST: "HNA",
  ADT: "HAA",
  NST: "HNT",
  NDT: "HAT",
}

/** `New Salem` of `America/North_Dakota/New_Salem`. */
const cityOf = (zone: string) => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")

function formatOf(locale: Locale, zone: string): Intl.DateTimeFormat {
  const key = `${locale} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(regions[locale], { timeZone: zone, timeZoneName: "longGeneric" })
  formats.set(key, made)
  return made
}
