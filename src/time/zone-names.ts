/** Zones as people name them, said where a time would be taken for one of their own clock without. */
import { minuteToLocal } from "./local-time.ts"
import { minuteOf } from "./units.ts"

const regions = { en: "en-US", fr: "fr-CA", es: "es-US" } as const

/** One a language and zone, as there is one table a zone. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** `Mountain Time`, where the zone's clocks show another time at `ms` than the home zone's; null where they show the same. */
export function zoneNameIfDifferent(
  locale: keyof typeof regions,
  zone: string,
  homeZone: string,
  ms: number,
): string | null {
  // Most places are at home, and a search says a time for every slot.
  if (zone === homeZone) return null
  const minute = minuteOf(ms)
  const [there, home] = [minuteToLocal(zone, minute), minuteToLocal(homeZone, minute)]
  if (there.minuteOfDay === home.minuteOfDay && there.day === home.day) return null
  const parts = formatOf(locale, zone).formatToParts(ms)
  const name = parts.find(({ type }) => type === "timeZoneName")!.value
  // The country that some languages add tells nobody more.
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
