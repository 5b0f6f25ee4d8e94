/**
 * Local times of time zones. What a zone's clock shows comes from the server: the rules in a browser are as old as the
 * browser, and may differ from those that a time was booked by.
 */
import type { ClocksView } from "../../domain/contracts/customer-pages.ts"
import { formatter } from "../../ui/formatter.ts"

export interface WallClock {
  /** Local date, `YYYY-MM-DD`. */
  date: string
  /** Local hour, 0 to 23. */
  hour: number
  /** Minutes the zone is ahead of UTC at that instant. */
  offsetMinutes: number
}

type Periods = ClocksView[string]

const msPerHour = 3_600_000
const known = new Map<string, Periods>()
/** The browser's agreement, by zone and month: it is asked for every time that names its zone. */
const agreements = new Map<string, boolean>()

/** Takes in what the server says of zones' clocks. */
export function learnClocks(clocks: ClocksView): void {
  for (const [zone, periods] of Object.entries(clocks)) known.set(zone, periods)
}

/** The clocks that the server has sent so far. */
export const knownClocks = (): ClocksView => Object.fromEntries(known)

export const hasClock = (zone: string): boolean => known.has(zone)

/** The local time in `zone` at the instant (ISO 8601 UTC). The server must have said what the zone's clock shows. */
export function wallClock(instant: string, zone: string): WallClock {
  const { offsetMinutes } = periodAt(periodsOf(zone), instant)
  const local = localIso(instant, offsetMinutes)
  return { date: local.slice(0, 10), hour: Number(local.slice(11, 13)), offsetMinutes }
}

/** True within the hour before and after the zone's clock is put back. */
export function isDoubled(instant: string, zone: string): boolean {
  const [before, now, after] = [-msPerHour, 0, msPerHour].map(
    (ms) => wallClock(new Date(Date.parse(instant) + ms).toISOString(), zone).offsetMinutes,
  )
  return before! > now! || now! > after!
}

/** `2027-03-14T09:00:00.000Z` for nine o'clock on a clock that is so far ahead of UTC. */
export function localIso(instant: string, offsetMinutes: number): string {
  return new Date(Date.parse(instant) + offsetMinutes * 60_000).toISOString()
}

/** True where the visitor's own device shows the zone's time at every one of the instants. */
export function isOnDevice(instants: string[], zone: string): boolean {
  return instants.every((at) => wallClock(at, zone).offsetMinutes === -new Date(at).getTimezoneOffset())
}

/**
 * True where the browser has the same rules for the zone in the year from the instant on. Otherwise its name for the
 * zone is that of another clock: an older one calls Winnipeg's time Central Time.
 */
export function browserAgrees(zone: string, instant: string): boolean {
  const key = `${zone} ${instant.slice(0, 7)}`
  const agrees = agreements.get(key) ?? compare(zone, Date.parse(instant))
  agreements.set(key, agrees)
  return agrees
}

const monthMs = 30 * 86_400_000

function compare(zone: string, ms: number): boolean {
  try {
    return Array.from({ length: 13 }, (_, month) => new Date(ms + month * monthMs).toISOString()).every(
      (at) => browserOffset(at, zone) === wallClock(at, zone).offsetMinutes,
    )
  } catch {
    // It does not know the zone at all.
    return false
  }
}

/** The time zone that the visitor's device is set to. */
export function zoneOfVisitor(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** True where people of both zones say the same hour, as New York and Detroit do. */
export function isSameClock(a: string, b: string): boolean {
  const nameOf = (zone: string) =>
    formatter("en", zone, { timeZoneName: "longGeneric" })
      .formatToParts(0)
      .find(({ type }) => type === "timeZoneName")?.value
  try {
    return a === b || nameOf(a) === nameOf(b)
  } catch {
    return false
  }
}

/** The date that the visitor's device shows. */
export function dateOnDevice(instant: string): string {
  return localIso(instant, -new Date(instant).getTimezoneOffset()).slice(0, 10)
}

function periodsOf(zone: string): Periods {
  const periods = known.get(zone)
  if (!periods) throw new Error(`No clock for ${zone}`)
  return periods
}

function periodAt(periods: Periods, instant: string): Periods[number] {
  let found = periods[0]!
  for (const period of periods) if (period.from <= instant) found = period
  return found
}

function browserOffset(instant: string, zone: string): number {
  const shown = formatter("en", zone, { timeZoneName: "longOffset" }).format(Date.parse(instant))
  // "GMT-03:30", and "GMT" alone for none.
  const [, hours = "+0", minutes = "0"] = /GMT(.\d\d):(\d\d)/.exec(shown) ?? []
  return Number(hours) * 60 + Number(hours[0] + minutes)
}
