/** Time zones by the names that people use, for times that would otherwise be read on the wrong clock. */
import { minuteToLocal } from "./local-time.ts"
import { minuteOf } from "./units.ts"

const regions = { en: "en-US", fr: "fr-CA", es: "es-US" } as const

/** One format per language and zone. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** `Mountain Time` when the zone's clock shows another time at `ms` than the home zone's; null when both agree. */
export function zoneNameIfDifferent(
  locale: keyof typeof regions,
  zone: string,
  homeZone: string,
  ms: number,
): string | null {
  // The usual case, decided first: a search calls this once per slot.
  if (zone === homeZone) return null
  const minute = minuteOf(ms)
  const [there, home] = [minuteToLocal(zone, minute), minuteToLocal(homeZone, minute)]
  if (there.minuteOfDay === home.minuteOfDay && there.day === home.day) return null
  const parts = formatOf(locale, zone).formatToParts(ms)
  const name = parts.find(({ type }) => type === "timeZoneName")!.value
  // Some languages add the country, which helps no reader.
  return name.replace(/ \([^()]*\)$/, "")
}

function formatOf(locale: keyof typeof regions, zone: string): Intl.DateTimeFormat {
  const key = `${locale} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(regions[locale], { timeZone: zone, timeZoneName: "longGeneric" })
  formats.set(key, made)
  return made
}
