/**
 * The daily limit: how many appointments of the type may begin on one local date of a provider.
 */

import type { Day, Intervals, ProviderPlan, TypePlan } from "../../model/availability.ts"
import { subtract } from "../../time/intervals.ts"
import { localDay, minutesOfDays } from "../../time/local-time.ts"
import type { ZoneTable } from "../../time/zone-table.ts"
import type { StartBounds } from "./bounds.ts"

export interface DailyRoom {
  limit: number
  startsByDay: ReadonlyMap<Day, number>
}

/** Null when the type has no limit. */
export function dailyRoom(type: TypePlan, provider: ProviderPlan, zone: ZoneTable): DailyRoom | null {
  if (type.dailyLimit === null) return null
  const startsByDay = new Map<Day, number>()
  for (const start of provider.typeStarts) {
    const day = localDay(zone, start)
    startsByDay.set(day, (startsByDay.get(day) ?? 0) + 1)
  }
  return { limit: type.dailyLimit, startsByDay }
}

export function hasRoomOn(room: DailyRoom | null, day: Day): boolean {
  return room === null || (room.startsByDay.get(day) ?? 0) < room.limit
}

/** The windows of the bounds without those dates that are full. */
export function windowsWithRoom(bounds: StartBounds, room: DailyRoom | null, zone: ZoneTable): Intervals {
  let windows = bounds.windows
  if (room === null) return windows
  for (let day = bounds.firstDay; day < bounds.endDay; day++) {
    if (!hasRoomOn(room, day)) windows = subtract(windows, minutesOfDays(zone, day, day + 1))
  }
  return windows
}
