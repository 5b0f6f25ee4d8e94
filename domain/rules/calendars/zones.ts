/**
 * The time zones of one VCALENDAR. A name that IANA knows stands for IANA's rules, because a file's own definition of it is often
 * cut short. Any other name stands for the definition in the same VCALENDAR, else for what its name says (`zone-names.ts`). Of a name
 * that says nothing the time is not known: it is read as UTC, and its slack says by how much it may be off.
 */
import { wallToMinute } from "../../time/local-time.ts"
import { isZone, zoneTable } from "../../time/zone-table.ts"
import { readOffset, timeOf, timesOf } from "./calendar-times.ts"
import { type Component, propertiesOf, propertyOf } from "./components.ts"
import { expandRule } from "./expand-rule.ts"
import { readRule } from "./recurrence-rule.ts"
import { type Budget, UnclearValue } from "./unreadable-calendar.ts"
import { namedZone, plainZoneName } from "./zone-names.ts"

/** Seconds by which a time may be earlier or later than it is read. */
export interface Slack {
  before: number
  after: number
}

export interface Zones {
  /** UTC seconds of a wall second; null is the calendar's own zone. */
  toUtc(wall: number, zone: string | null): number
  slackOf(zone: string | null): Slack
}

type ToUtc = (wall: number) => number

interface Zone {
  toUtc: ToUtc
  slack: Slack
}

const exact: Slack = { before: 0, after: 0 }

/** Clocks are from 12 hours behind UTC to 14 ahead. */
const unknownZone: Zone = { toUtc: (wall) => wall, slack: { before: 14 * 3600, after: 12 * 3600 } }

/** Definitions that were expanded, by their text: a CalDAV collection holds the same one in each of its objects. */
export type DefinedZones = Map<string, ToUtc | null>

/** `ownZone` is an IANA name; zones are known up to `until`, in seconds. */
export function zonesOf(
  calendar: Component,
  ownZone: string,
  until: number,
  budget: Budget,
  expanded: DefinedZones = new Map(),
): Zones {
  const defined = new Map(
    calendar.parts
      .filter(({ name }) => name === "VTIMEZONE")
      .map((zone) => [plainZoneName(propertyOf(zone, "TZID")?.value ?? ""), zone]),
  )
  const known = new Map<string | null, Zone>([
    [null, ianaZone(ownZone)],
    ["UTC", { toUtc: (wall) => wall, slack: exact }],
  ])

  function find(name: string): Zone {
    const named = namedZone(name)
    if (isZone(name) && named && "iana" in named) return ianaZone(named.iana)
    const definition = defined.get(name)
    const location = definition && propertyOf(definition, "X-LIC-LOCATION")?.value.trim()
    if (location && isZone(location)) return ianaZone(location)
    const toUtc = definition && definitionOf(definition)
    if (toUtc) return { toUtc, slack: exact }
    if (named === null) return unknownZone
    if ("iana" in named) return ianaZone(named.iana)
    return {
      toUtc: (wall) => wall - named.offset,
      slack: named.isOfWinter ? { before: 3600, after: 0 } : exact,
    }
  }

  function definitionOf(definition: Component): ToUtc | null {
    const text = textOf(definition)
    if (!expanded.has(text)) expanded.set(text, definedZone(definition, until, budget))
    return expanded.get(text)!
  }

  function zoneOf(name: string | null): Zone {
    let zone = known.get(name)
    if (zone === undefined) {
      zone = find(name!)
      known.set(name, zone)
    }
    return zone
  }

  return {
    toUtc: (wall, zone) => zoneOf(zone).toUtc(wall),
    slackOf: (zone) => zoneOf(zone).slack,
  }
}

const textOf = ({ parts }: Component): string =>
  parts.map(({ name, properties }) => `${name}\n${properties.map(({ text }) => text).join("\n")}`).join("\n")

function ianaZone(name: string): Zone {
  const table = zoneTable(name)
  return {
    toUtc(wall) {
      const minute = Math.floor(wall / 60)
      return wallToMinute(table, minute) * 60 + wall - minute * 60
    },
    slack: exact,
  }
}

interface Transition {
  at: number
  before: number
  after: number
}

/** Null for a definition that is empty or can't be read. */
function definedZone(definition: Component, until: number, budget: Budget): ToUtc | null {
  try {
    return expandedZone(definition, until, budget)
  } catch (error) {
    if (error instanceof UnclearValue) return null
    throw error
  }
}

function expandedZone(definition: Component, until: number, budget: Budget): ToUtc | null {
  const transitions = definition.parts
    .flatMap((observance) => transitionsOf(observance, until, budget))
    .map((transition) => ({ ...transition, border: borderOf(transition) }))
    .sort((a, b) => a.border - b.border)
  const first = transitions[0]
  if (first === undefined) return null
  return (wall) => {
    let low = 0
    let high = transitions.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (transitions[middle]!.border <= wall) low = middle + 1
      else high = middle
    }
    return wall - (low === 0 ? first.before : transitions[low - 1]!.after)
  }
}

/**
 * On the wall clock. As in `time/zone-table.ts`: a skipped wall time moves forward by the gap, and of a repeated one the
 * first counts.
 */
const borderOf = ({ at, before, after }: Transition) => at + Math.max(before, after)

/** Rules are followed from here on: Exchange's begin in 1601, and each year of each definition costs. */
const firstOnset = Date.UTC(1970, 0, 1) / 1_000

/** When one STANDARD or DAYLIGHT begins to hold. */
function transitionsOf(observance: Component, until: number, budget: Budget): Transition[] {
  const start = propertyOf(observance, "DTSTART")
  const to = propertyOf(observance, "TZOFFSETTO")
  if (!start || !to) return []
  const after = readOffset(to.value)
  const before = readOffset(propertyOf(observance, "TZOFFSETFROM")?.value ?? to.value)
  const { wall } = timeOf(start)
  const repeated = propertiesOf(observance, "RRULE").flatMap(({ value }) => {
    const { rule, odd } = readRule(value)
    if (odd.length > 0) throw new UnclearValue("it holds a zone that repeats in no known way")
    if (rule === null) return []
    const end = rule.until
    const isOver = (at: number) => end !== null && (end.zone === "UTC" ? at - before : at) > end.wall
    return expandRule(rule, wall, { from: Math.max(wall, firstOnset), to: until }, isOver, budget)
  })
  const dated = propertiesOf(observance, "RDATE").flatMap((dates) => timesOf(dates).map((time) => time.wall))
  budget.spend(dated.length)
  return [...new Set([wall, ...repeated, ...dated])].map((onset) => ({ at: onset - before, before, after }))
}
