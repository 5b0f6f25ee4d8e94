/**
 * The time zones of a file. A name that IANA knows stands for IANA's rules, because a file's own definition of it is often
 * cut short. Any other name stands for the file's VTIMEZONE, and a name without one for the calendar's own zone.
 */
import { wallToMinute } from "../../time/local-time.ts"
import { isZone, zoneTable } from "../../time/zone-table.ts"
import { readOffset, timeOf, timesOf } from "./calendar-times.ts"
import { type Component, partsOf, propertiesOf, propertyOf } from "./components.ts"
import { expandRule } from "./expand-rule.ts"
import { readRule } from "./recurrence-rule.ts"
import type { Budget } from "./unreadable-calendar.ts"

export interface Zones {
  /** UTC seconds of a wall second; null is the calendar's own zone. */
  toUtc(wall: number, zone: string | null): number
}

type ToUtc = (wall: number) => number

/** `ownZone` is an IANA name; zones are known up to `until`, in seconds. */
export function zonesOf(files: readonly Component[], ownZone: string, until: number, budget: Budget): Zones {
  const defined = new Map(
    partsOf(files, "VTIMEZONE").map((zone) => [propertyOf(zone, "TZID")?.value.trim() ?? "", zone]),
  )
  const known = new Map<string | null, ToUtc>([
    [null, ianaZone(ownZone)],
    ["UTC", (wall) => wall],
  ])

  function find(name: string): ToUtc {
    const iana = ianaName(name)
    if (iana !== null) return ianaZone(iana)
    const definition = defined.get(name)
    const location = definition && propertyOf(definition, "X-LIC-LOCATION")?.value.trim()
    if (location && isZone(location)) return ianaZone(location)
    return (definition && definedZone(definition, until, budget)) ?? known.get(null)!
  }

  return {
    toUtc(wall, zone) {
      let toUtc = known.get(zone)
      if (toUtc === undefined) {
        toUtc = find(zone!)
        known.set(zone, toUtc)
      }
      return toUtc(wall)
    },
  }
}

/** `Europe/Berlin`, also out of `/mozilla.org/20050126_1/Europe/Berlin`. */
function ianaName(name: string): string | null {
  if (isZone(name)) return name
  if (!name.startsWith("/")) return null
  const parts = name.split("/")
  const tails = [parts.slice(-3), parts.slice(-2)].map((tail) => tail.join("/"))
  return tails.find(isZone) ?? null
}

function ianaZone(name: string): ToUtc {
  const table = zoneTable(name)
  return (wall) => {
    const minute = Math.floor(wall / 60)
    return wallToMinute(table, minute) * 60 + wall - minute * 60
  }
}

interface Transition {
  at: number
  before: number
  after: number
}

/** Null for an empty definition. */
function definedZone(definition: Component, until: number, budget: Budget): ToUtc | null {
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

/** When one STANDARD or DAYLIGHT begins to hold. */
function transitionsOf(observance: Component, until: number, budget: Budget): Transition[] {
  const start = propertyOf(observance, "DTSTART")
  const from = propertyOf(observance, "TZOFFSETFROM")
  const to = propertyOf(observance, "TZOFFSETTO")
  if (!start || !from || !to) return []
  const before = readOffset(from.value)
  const after = readOffset(to.value)
  const { wall } = timeOf(start)
  const repeated = propertiesOf(observance, "RRULE").flatMap(({ value }) => {
    const rule = readRule(value)
    const end = rule.until
    const isOver = (at: number) => end !== null && (end.zone === "UTC" ? at - before : at) > end.wall
    return expandRule(rule, wall, { from: wall, to: until }, isOver, budget)
  })
  const dated = propertiesOf(observance, "RDATE").flatMap((dates) => timesOf(dates).map((time) => time.wall))
  budget.spend(dated.length)
  return [...new Set([wall, ...repeated, ...dated])].map((onset) => ({ at: onset - before, before, after }))
}
