/**
 * The source of the rules of time zones. The tables in `zone-table.ts` are built from one, which is not the runtime's own: a
 * country changes its clocks more often than a runtime is replaced.
 */

/** The offsets from UTC in one zone, each with its first minute. The lists are of the same length and never empty. */
export interface ZonePeriods {
  /** UTC seconds since 1970, ascending; the first is -Infinity. */
  starts: readonly number[]
  /** Seconds to add to UTC. */
  offsets: readonly number[]
  /** The abbreviations that people of the zone write after a time: `CST`; `+03` where they have no such word. */
  abbreviations: readonly string[]
}

export interface ZoneData {
  /** The source's name for an operator: a package, or a directory. */
  source: string
  /** The release of the IANA database, such as `2026f`; null when the source does not say. */
  version: string | null
  /** Every name in its proper case, links such as `US/Eastern` included. */
  names: readonly string[]
  /** The zone that a link stands for; the same name for a zone of its own. */
  canonical(name: string): string
  /**
   * The periods up to the end of 2499, or null for a name in none of the files. From 2500 on every period repeats the one
   * 400 years before it: the Gregorian calendar has the same weekdays again, so the same rule gives the same days.
   */
  periodsOf(name: string): ZonePeriods | null
}
