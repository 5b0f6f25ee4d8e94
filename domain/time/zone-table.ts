/**
 * One table per time zone: which offset holds from which minute on. With it a conversion is two comparisons, where Temporal
 * takes about a microsecond. The rules come from the package moment-timezone, or from a directory that the operator names
 * (ZONEINFO); never from the runtime, whose rules are as old as its build.
 */
import bundled from "moment-timezone/data/packed/latest.json" with { type: "json" }
import { packedZones } from "./packed-zones.ts"
import { msPerMinute } from "./units.ts"
import type { ZoneData, ZonePeriods } from "./zone-data.ts"

export interface ZoneTable {
  /** The IANA name, in its proper case. */
  readonly zone: string
  /** UTC minutes at which each offset begins to hold; one more entry ends the table. */
  readonly utcStarts: Int32Array
  /**
   * The same borders on the wall clock. A wall time that a change skips still counts with the offset before (so it
   * moves forward by the gap), and of a repeated one the first counts: both come to "transition + the larger offset".
   */
  readonly wallStarts: Int32Array
  /** Minutes to add to UTC, one per border but the last. */
  readonly offsetMinutes: Int32Array
  /** The abbreviations that people write after a time (`CST`), one per offset. */
  readonly abbreviations: readonly string[]
  /** The index of the last look-up in each table, so that neighbouring minutes need no search. */
  utcHint: number
  wallHint: number
}

/** The end of a table; from there on the periods of the last 400 years come again. */
const END_MINUTE = Date.UTC(2500, 0, 1) / msPerMinute

/** The first minute that an Int32Array can hold, in the year -2114. */
const FIRST_MINUTE = -(2 ** 31)

const bundledZones = packedZones(bundled, "moment-timezone")

/** The release that the program carries. */
export const bundledZoneVersion: string = bundled.version

let data: ZoneData
/** By the name in lower case. */
let properNames: ReadonlyMap<string, string>
let tables: Map<string, ZoneTable>
useZoneData(null)

/**
 * Takes the rules from here on out of another source than the bundled one: once, when the process starts. A name that the
 * source lacks keeps the rules of the zone that it links to, else its bundled ones. Null goes back to the bundled rules.
 */
export function useZoneData(source: ZoneData | null): void {
  data = source ?? bundledZones
  const names = [...bundledZones.names, ...data.names]
  properNames = new Map(names.map((name) => [name.toLowerCase(), name]))
  tables = new Map()
}

/** The rules in use, for operators. */
export const zoneDataInUse = (): Pick<ZoneData, "source" | "version"> => ({
  source: data.source,
  version: data.version,
})

let mark: { of: ZoneData; value: number } | null = null

/** A number from 0 to 2^31−1 that is another for other rules, for what is kept by them. */
export function zoneRulesMark(): number {
  if (mark?.of !== data) mark = { of: data, value: hashOf(data.version ?? periodsAsText(data)) }
  return mark.value
}

const periodsAsText = ({ names, periodsOf }: ZoneData) =>
  JSON.stringify(names.map((name) => [name, periodsOf(name)]))

/** FNV-1a, without its sign. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 1
}

/** The table of an IANA zone. Throws RangeError when there is no such zone. */
export function zoneTable(zone: string): ZoneTable {
  return tables.get(zone) ?? tableByProperName(zone)
}

/**
 * The IANA name in its proper case: `Europe/Paris` for `europe/paris`. A name that links to another is kept. Null when the
 * text names no zone; bare offsets such as `+05:30` name none.
 */
export const zoneName = (text: string): string | null => properNames.get(text.toLowerCase()) ?? null

export const isZone = (text: string): boolean => zoneName(text) !== null

// Keyed by the proper name only, so that other spellings of a name do not fill the memory.
function tableByProperName(zone: string): ZoneTable {
  const name = zoneName(zone)
  if (name === null) throw new RangeError(`There is no time zone ${JSON.stringify(zone)}`)
  let table = tables.get(name)
  if (table === undefined) {
    table = buildTable(name, periodsOf(name))
    tables.set(name, table)
  }
  return table
}

function periodsOf(name: string): ZonePeriods {
  return data.periodsOf(name) ?? data.periodsOf(bundledZones.canonical(name)) ?? bundledZones.periodsOf(name)!
}

function buildTable(zone: string, periods: ZonePeriods): ZoneTable {
  const offsets = periods.offsets.map((seconds) => Math.floor(seconds / 60))
  const starts = [...periods.starts.map((start) => Math.max(Math.ceil(start / 60), FIRST_MINUTE)), END_MINUTE]
  const wallStarts = starts.map((start, i) => {
    const larger = Math.max(offsets[i - 1] ?? offsets[i]!, offsets[i] ?? offsets[i - 1]!)
    return Math.max(start + larger, FIRST_MINUTE)
  })
  return {
    zone,
    utcStarts: Int32Array.from(starts),
    wallStarts: Int32Array.from(wallStarts),
    offsetMinutes: Int32Array.from(offsets),
    abbreviations: periods.abbreviations,
    utcHint: 0,
    wallHint: 0,
  }
}
