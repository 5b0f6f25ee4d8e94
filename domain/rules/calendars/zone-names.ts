/**
 * The meanings of zones' names in calendars: IANA's, Windows names by the table of Unicode CLDR, the texts that Exchange shows,
 * and offsets from UTC in any spelling. An abbreviation such as CST stands for several zones and is unknown.
 */
import { offsetsBetween } from "../../time/local-time.ts"
import { msPerMinute } from "../../time/units.ts"
import { isZone, zoneName } from "../../time/zone-table.ts"
import exchangeTexts from "./exchange-names.json" with { type: "json" }
import windows from "./windows-zones.json" with { type: "json" }

/**
 * An IANA zone, or an offset in seconds; null for a name that says neither. `isOfWinter` is the offset of a zone that is not known: in
 * its summer the clock may be an hour ahead of it.
 */
export type NamedZone = { iana: string } | { offset: number; isOfWinter?: true } | null

/** The release of Unicode CLDR that the Windows names are of. */
export const windowsZonesVersion: string = windows.version

/** IANA names by the Windows names, as CLDR writes both. */
export const windowsZones: Readonly<Record<string, string>> = windows.zones

/** One name for all spellings of it: escaped or quoted, with other blanks. */
export const plainZoneName = (name: string): string =>
  name
    .slice(0, longestName)
    .replace(/\\(.)/g, "$1")
    .replace(/["\0]/g, "")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim()

const longestName = 500

/** `name` as `plainZoneName` gives it. */
export function namedZone(name: string): NamedZone {
  const bare = name.replace(/^tzone:\/\/microsoft\//i, "")
  return knownZone(bare) ?? offsetZone(bare) ?? knownZone(withoutNumber(bare)) ?? exchangeZone(bare)
}

/** `Eastern Standard Time 1`, `Europe/Berlin-2`: of names that were there already. The number of `GMT-6` is a part of it. */
function withoutNumber(name: string): string {
  const at = Math.max(name.lastIndexOf(" "), name.lastIndexOf("-"))
  const rest = name.slice(0, Math.max(at, 0))
  return /^\d{1,3}$/.test(name.slice(at + 1)) && /[ /]/.test(rest) ? rest : name
}

function knownZone(name: string): NamedZone {
  const iana = ianaName(name) ?? windowsByName.get(name.toLowerCase())
  return iana === undefined || iana === null ? null : { iana }
}

/** `Europe/Berlin`, also with blanks for underscores and `-` for slashes, and out of `/mozilla.org/20050126_1/Europe/Berlin`. */
function ianaName(text: string): string | null {
  const name = text.replaceAll(" ", "_")
  if (isZone(name)) return zoneName(name)
  const slashed = [name.replace("-", "/"), name.replaceAll("-", "/")].find(isZone)
  if (slashed !== undefined) return zoneName(slashed)
  const parts = name.split("/").slice(-3)
  if (parts.length < 3 && !name.startsWith("/")) return null
  const tails = [parts, parts.slice(-2)].map((tail) => tail.join("/").replace(/^\//, ""))
  const last = name.startsWith("/") && isZone(parts.at(-1)!) ? parts.at(-1)! : null
  return tails.find((tail) => tail.includes("/") && isZone(tail)) ?? last
}

const windowsByName = new Map(
  Object.entries(windowsZones).map(([name, iana]) => [name.toLowerCase(), iana] as const),
)

/** `GMT-0600`, `UTC-06:00`, `UTC+5`, `+0530`, `(GMT+01.00)`, `Z`. */
const offsetPattern = /^\(? ?(?:utc|gmt|z)? ?(?:([+\-−–]) ?(\d{1,2})(?:[:.]?(\d{2}))?(?::?(\d{2}))?)? ?\)?$/i

function offsetZone(text: string): NamedZone {
  const match = offsetPattern.exec(text)
  if (match === null || text === "" || !/[a-z\d]/i.test(text)) return null
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = match
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  if (Number(minutes) > 59 || Number(seconds) > 59 || size > widestOffset) return null
  return { offset: sign === undefined || sign === "+" ? size : -size }
}

/** No clock of the world is further from UTC. */
const widestOffset = 14 * 3600

/**
 * `(UTC+01:00) Amsterdam, Berlin, Bern`: the offset may be missing, and a part of the text unknown. Where the text names no zone of the
 * offset, the offset is all that is known.
 */
function exchangeZone(text: string): NamedZone {
  const [, prefix = "", cities = ""] = /^(\([^()]*\))?(.*)$/s.exec(text)!
  const zones = zonesNamedIn(cities)
  const said = prefix === "" ? null : offsetZone(prefix)
  if (prefix === "") return zones.length === 1 ? { iana: zones[0]! } : null
  if (said === null || !("offset" in said)) return null
  const fitting = zones.filter((zone) => offsetsOf(zone).includes(said.offset))
  return fitting.length === 1 ? { iana: fitting[0]! } : { ...said, isOfWinter: true }
}

/** IANA zones that fit all parts of the text that are known. */
function zonesNamedIn(cities: string): string[] {
  const [first, ...others] = cities
    .split(/[,;:/]/)
    .flatMap((part) => windowsByText.get(foldedText(part)) ?? [])
  const names = [...(first ?? [])].filter((name) => others.every((other) => other.has(name)))
  return names.map((name) => windowsZones[name]!)
}

/** Without the marks that texts differ by. */
const foldedText = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z\d&+-]+/g, " ")
    .trim()

/** The Windows zones that a part of Exchange's texts names: "La Paz" is in Bolivia and in Mexico. */
const windowsByText = textsOfWindows()

function textsOfWindows(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [name, texts] of Object.entries(exchangeTexts)) {
    for (const text of texts) {
      const key = foldedText(text)
      found.set(key, (found.get(key) ?? new Set<string>()).add(name))
    }
  }
  return found
}

/** Seconds, of one year: texts carry the offset of winter, Morocco's that of summer. */
function offsetsOf(zone: string): number[] {
  const [from, until] = [2026, 2027].map((year) => Date.UTC(year, 0, 1) / msPerMinute) as [number, number]
  return offsetsBetween(zone, from, until).map(({ offsetMinutes }) => offsetMinutes * 60)
}
