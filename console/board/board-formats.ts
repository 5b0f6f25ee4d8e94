/** Times on the board: what a location's clock shows, as short as they can be. */
import { formatter } from "../../ui/formatter.ts"
import { hourParts, shortAmount, wallSpan } from "../formats.ts"
import type { Span } from "../parts/spans.ts"
import { spokenTag } from "../words/words.ts"
import type { BoardLocation } from "./board-data.ts"
import { wallOf } from "./columns.ts"

const format = (wall: number, options: Intl.DateTimeFormatOptions) =>
  formatter(spokenTag(), "UTC", options).format(wall * 60_000)

/** "2:15 PM" at the location */
export const timeAt = (location: BoardLocation, minute: number): string =>
  format(wallOf(location, minute), { hour: "numeric", minute: "2-digit" }).replace(/\s/g, "\u00a0")

/** "2 – 4 PM" at the location */
export const spanAt = (location: BoardLocation, [from, until]: Span): string =>
  wallSpan(wallOf(location, from) * 60_000, wallOf(location, until) * 60_000)

/** "2:15", for a card beside the hours */
export const shortTimeAt = (location: BoardLocation, minute: number): string =>
  formatter(spokenTag(), "UTC", { hour: "numeric", minute: "2-digit" })
    .formatToParts(wallOf(location, minute) * 60_000)
    .filter(({ type }) => type !== "dayPeriod")
    .map(({ value }) => value)
    .join("")
    .trim()

/** "2 PM" */
export const hourAt = (location: BoardLocation, minute: number): string =>
  hourParts(wallOf(location, minute) * 60_000)
    .map(({ value }) => value)
    .join("")
    .replace(/\s/g, "\u00a0")

/** "Tue, Mar 3" at the location */
export const dateAt = (location: BoardLocation, minute: number): string =>
  format(wallOf(location, minute), { weekday: "short", month: "short", day: "numeric" })

/** The zone's short name, such as "CT" or "GMT+1", and its long one. */
export function zoneNames(location: BoardLocation, minute: number): { short: string; long: string } {
  const named = (timeZoneName: "shortGeneric" | "longGeneric" | "shortOffset", tag = spokenTag()) =>
    formatter(tag, location.timezone, { timeZoneName })
      .formatToParts(minute * 60_000)
      .find(({ type }) => type === "timeZoneName")?.value ?? location.timezone
  // "HC (États-Unis)" has no room above the hours, and "heure : Chicago" none either.
  const short = named("shortGeneric").split("(")[0]!.trimEnd()
  const candidates = [short, named("shortGeneric", "en"), named("shortOffset")]
  return { short: candidates.find(({ length }) => length <= mostZoneCharacters)!, long: named("longGeneric") }
}

/** "UTC+10:30" is the longest offset. */
const mostZoneCharacters = 9

/** "1 h 30" */
export function duration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return shortAmount(rest, "minute")
  const whole = shortAmount(hours, "hour")
  return rest === 0 ? whole : `${whole} ${shortAmount(rest, "minute")}`
}
