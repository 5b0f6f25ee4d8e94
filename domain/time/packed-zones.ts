/**
 * Zone rules as the package moment-timezone packs them, one line for each zone:
 *
 *   America/Regina|LMT MST MDT CST|6W.A 70 60 60|0121…3|-1pE8J.o Je10 …|19e4
 *   name           abbreviations   offsets      periods  ends of periods
 *
 * Numbers are in base 60. Offsets are minutes west of UTC. `periods` holds one digit a period, the index of its abbreviation
 * and offset; the last period has no end. An end is the minutes since the one before it, the first those since 1970.
 */
import type { ZoneData, ZonePeriods } from "./zone-data.ts"

export interface PackedZones {
  version: string
  zones: readonly string[]
  /** `America/New_York|US/Eastern`: the zone, and another name for it. */
  links: readonly string[]
}

export function packedZones({ version, zones, links }: PackedZones, source: string): ZoneData {
  const lines = new Map(zones.map((line) => [line.slice(0, line.indexOf("|")), line]))
  const targets = new Map(
    links.map((link) => {
      const [zone = "", name = ""] = link.split("|")
      return [name, zone]
    }),
  )
  const canonical = (name: string) => targets.get(name) ?? name
  return {
    source,
    version,
    names: [...lines.keys(), ...targets.keys()],
    canonical,
    periodsOf(name) {
      const line = lines.get(canonical(name))
      return line === undefined ? null : unpacked(line)
    },
  }
}

function unpacked(line: string): ZonePeriods {
  const [, words = "", west = "", periods = "", ends = ""] = line.split("|")
  const abbreviations = words.split(" ")
  const offsets = west.split(" ").map((minutes) => -secondsOf(minutes))
  const starts = [Number.NEGATIVE_INFINITY]
  let end = 0
  for (const minutes of ends === "" ? [] : ends.split(" ")) {
    end += secondsOf(minutes)
    starts.push(end)
  }
  const indexes = Array.from(periods, digitOf)
  return {
    starts,
    offsets: indexes.map((index) => offsets[index]!),
    abbreviations: indexes.map((index) => abbreviations[index]!),
  }
}

/** `-1pE8J.o`: minutes in base 60, with at most one digit of seconds after the point. */
function secondsOf(text: string): number {
  const isNegative = text.startsWith("-")
  const [minutes = "", seconds = ""] = (isNegative ? text.slice(1) : text).split(".")
  const size = (number(minutes) * 60 + number(seconds)) * (isNegative ? -1 : 1)
  return size === 0 ? 0 : size
}

function number(digits: string): number {
  let value = 0
  for (const digit of digits) value = value * 60 + digitOf(digit)
  return value
}

/** `0`…`9`, `a`…`z`, `A`…`X`. */
function digitOf(digit: string): number {
  const code = digit.charCodeAt(0)
  return code > 96 ? code - 87 : code > 64 ? code - 29 : code - 48
}
