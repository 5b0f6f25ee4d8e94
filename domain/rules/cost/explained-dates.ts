/** The work of explaining the starts of a date is known before they are judged, so a part of an answer ends before it takes too much. */
import type { Day, ProviderPlan, SearchInput } from "../../model/availability.ts"
import { minutesPerDay } from "../../time/units.ts"
import { takesOne } from "../groups/group-part.ts"
import { looks, looksPerMs } from "./looks.ts"

/** As many looks as one part of an answer may take, which is about a second of the thread. */
export const mostLooksOfPart = 1_000 * looksPerMs

/** One provider at one location, and how the type is searched there. */
export interface DatedEntry {
  input: SearchInput
  provider: ProviderPlan
}

/** Judging the starts of the provider on a local date, in looks. */
export function looksOfDate({ input, provider }: DatedEntry, day: Day): number {
  const { type } = input
  if (type.windowMinutes) return looks.runsOfDate + looksOfWindows(type.windowMinutes, provider, day)
  if (type.classes) return looks.runsOfDate
  const perStart = looksOfStart({ input, provider })
  return perStart === null
    ? looks.runsOfDate
    : looks.runsOfDate + (perStart * minutesPerDay) / type.slotIntervalMinutes
}

/** Null where starts between two edges have the same reasons, and only a few of a date are judged. */
function looksOfStart({ input, provider }: DatedEntry): number | null {
  const { type, serviceAddress, providers } = input
  if (!takesOne(type)) return looks.crewStart * providers.length
  if (type.place === "at_customer" && provider.travel !== null && serviceAddress?.point)
    return looks.drivenStart
  if (type.blockMinutes.length > 1) return looks.longStart * type.blockMinutes.length
  return type.parts === undefined ? null : looks.steppedStart
}

/** Each visit may be what is in the way of each window, and to know it the visits are planned without it. */
function looksOfWindows(windowMinutes: number, { team }: ProviderPlan, day: Day): number {
  const [from, to] = [day * minutesPerDay, (day + 1) * minutesPerDay]
  const visits = team?.visits.filter(({ jobStart }) => from <= jobStart && jobStart < to).length ?? 0
  return (minutesPerDay / 2 / windowMinutes) * visits ** 2 * looks.visitInTheWay
}
