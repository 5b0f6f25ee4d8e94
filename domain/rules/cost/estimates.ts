/**
 * What a question is expected to take of the serving thread, from its inputs: how many types, providers and dates, and how many
 * starts those have.
 */

import type { LocationPlan, ProviderPlan, SearchInput } from "../../model/availability.ts"
import type { DayToPlan } from "../../model/plan.ts"
import { takesOne } from "../groups/group-part.ts"
import type { Following } from "../groups/searched-parts.ts"
import { anewSteps } from "../planning/plan-anew.ts"
import { looks } from "./looks.ts"

/** No question may take more, in milliseconds: it is refused before it begins. */
export const mostMsOfQuestion = 3_000

const looksPerMs = 5_000

/** As many looks as a question may take of what was granted. */
export const mostLooks = mostMsOfQuestion * looksPerMs

const msOfLooks = (count: number) => count / looksPerMs

const daysIn = ({ firstDay, endDay }: SearchInput) => Math.max(0, endDay - firstDay)

/** One search for each type, and then each start of the first with what follows it. */
export function msOfGroups(asked: readonly SearchInput[], { gapMinutes }: Following): number {
  const alone = sumOf(asked, (input) => input.providers.length * daysIn(input) * looks.searched)
  const [first, ...rest] = asked
  const perStart = looks.start + sumOf(rest, ({ type }) => looksToFollow(type, gapMinutes))
  return msOfLooks(alone + startsOf(first!) * perStart)
}

/** Packed starts and crews are tried by searches of the date, one for each whole 5 minutes of the gap. */
function looksToFollow(type: SearchInput["type"], gapMinutes: number): number {
  if (type.starts !== "grid") return looks.searchBeside * (1 + gapMinutes / 10)
  return takesOne(type) ? 2 * looks.start : looks.part
}

/** About as many starts as the hours of all providers hold, as if nothing were booked. */
export const startsOf = (input: SearchInput): number =>
  sumOf(input.locations, (location) => sumOf(input.providers, (one) => startsAt(input, one, location)))

const sumOf = <T>(all: readonly T[], each: (one: T) => number) => all.reduce((sum, one) => sum + each(one), 0)

function startsAt(input: SearchInput, { hours }: ProviderPlan, { id }: LocationPlan): number {
  const { blockMinutes, slotIntervalMinutes } = input.type
  const inWeek = sumOf(hours, ({ locationId, startMinute, endMinute }) =>
    locationId === id ? Math.max(0, endMinute - startMinute - blockMinutes[0]!) / slotIntervalMinutes : 0,
  )
  return (inWeek * daysIn(input)) / 7
}

/**
 * Each step takes out some visits and tries them between all others. It runs on a thread of its own, and no day is too much for it:
 * what is granted is charged, and never more than a question may take.
 */
export const msOfPlan = ({ visits, vehicles }: DayToPlan): number =>
  Math.min(mostMsOfQuestion, anewSteps * msOfPlanStep * Math.sqrt(visits.length * vehicles.length))

const msOfPlanStep = 0.015
