/**
 * What makes one time better than another: fewer points are better. Points add up from
 *
 * - waiting: 100 for each day after the earliest wanted day;
 * - extra drive: 4 for each kilometre (types that take place at the customer, when the points are known);
 * - fragments: 30 for each gap that the job leaves before or after itself, within the free stretch, that is too short
 *   for another job of the type with its buffers;
 * - load: 5 for each hour that the provider is busy on that local day.
 *
 * So 25 km of driving weigh as much as a day of waiting, and a tidy day wins only over another time of the same day.
 */

import type { Day, Intervals, SearchInput } from "../../model/availability.ts"
import { firstEndingAfter } from "../../time/intervals.ts"
import { minuteToWall, wallToMinute } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"
import { ExtraDrive } from "./extra-drive.ts"
import type { FoundStarts } from "./find-slots.ts"
import { Fragments } from "./fragments.ts"
import type { Shortlist } from "./shortlist.ts"

const POINTS_PER_DAY = 100
const POINTS_PER_KM = 4
const POINTS_PER_FRAGMENT = 30
const POINTS_PER_BUSY_MINUTE = 5 / 60

const NOON_MINUTE = 720

/** Offers the starts of one provider at one location to the list, in order; it stops when none can win any more. */
export function scoreStarts(
  input: SearchInput,
  found: FoundStarts,
  foundIndex: number,
  list: Shortlist,
): void {
  const zone = zoneTable(found.location.zone)
  const drive = extraDrive(input, found, zone)
  const fragments = new Fragments(input.type, found)
  const earliestDay = earliestWantedDay(input)
  let day = Number.NEGATIVE_INFINITY
  let dayPoints = 0
  for (const start of found.starts) {
    const wall = minuteToWall(zone, start)
    if (wall < day * minutesPerDay || wall >= (day + 1) * minutesPerDay) {
      day = Math.floor(wall / minutesPerDay)
      const waitPoints = (day - earliestDay) * POINTS_PER_DAY
      // A day less: where a clock goes back over midnight, a start may yet come with yesterday's date.
      if (list.isSettledBelow(waitPoints - POINTS_PER_DAY)) return
      dayPoints = waitPoints + busyMinutesOn(zone, found.busy, day) * POINTS_PER_BUSY_MINUTE
    }
    const driveKm = drive === null ? 0 : drive.km(day, start)
    const points = dayPoints + fragments.leftBy(start) * POINTS_PER_FRAGMENT + driveKm * POINTS_PER_KM
    list.offer(day, wall - day * minutesPerDay < NOON_MINUTE ? 0 : 1, points, start, foundIndex)
  }
}

function earliestWantedDay({ firstDay, request, overrideEligibility }: SearchInput): Day {
  return overrideEligibility ? firstDay : Math.max(firstDay, request?.earliestDay ?? firstDay)
}

function extraDrive(input: SearchInput, found: FoundStarts, zone: ZoneTable): ExtraDrive | null {
  const customer = input.serviceAddress?.point ?? null
  if (input.type.place !== "at_customer" || customer === null) return null
  return new ExtraDrive(found.provider, found.location, zone, customer)
}

function busyMinutesOn(zone: ZoneTable, busy: Intervals, day: Day): number {
  const from = wallToMinute(zone, day * minutesPerDay)
  const until = wallToMinute(zone, (day + 1) * minutesPerDay)
  let minutes = 0
  for (let i = firstEndingAfter(busy, from); i < busy.length && busy[i]! < until; i += 2) {
    minutes += Math.min(until, busy[i + 1]!) - Math.max(from, busy[i]!)
  }
  return minutes
}
