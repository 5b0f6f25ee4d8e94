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

const looksPerMs = 8_000

/** As many looks as a question may take of what was granted. */
export const mostLooks = mostMsOfQuestion * looksPerMs

const msOfLooks = (count: number) => count / looksPerMs

const daysIn = ({ firstDay, endDay }: SearchInput) => Math.max(0, endDay - firstDay)

/** Those of so many providers, of all types together, on so many dates. */
export interface ReadSchedules {
  providers: number
  days: number
}

/** To search one type. Null where hours alone don't say what there is to do. */
export function msOfSearch(input: SearchInput, { isForPage }: { isForPage: boolean }): number | null {
  if (!isByHours(input.type)) return null
  const perDate = looks.readDate + looks.searched + (isForPage ? looks.shownDate : 0)
  const ofDates = input.providers.length * (looks.read + daysIn(input) * perDate)
  return msOfLooks(ofDates + startsOf(input) * looks.offered)
}

/** To read and explain the starts of one type. Null as above. */
export const msOfExplanation = ({ type }: SearchInput, read: ReadSchedules): number | null =>
  isByHours(type) ? msToExplain(read) + msOfRuns(read) : null

/** To judge and write the runs of so many dates, as many as one answer holds. */
export const msOfRuns = ({ providers, days }: ReadSchedules): number =>
  msOfLooks(Math.min(providers * days, mostExplainedDates) * looks.runsOfDate)

/** About as many dates of one provider as 4 MB hold. */
const mostExplainedDates = 2_800

/** Windows are planned, drives judged at each start, long jobs and crews tried, and classes are where staff put them. */
const isByHours = (type: SearchInput["type"]): boolean =>
  !type.windowMinutes &&
  !type.classes &&
  type.place !== "at_customer" &&
  type.blockMinutes.length === 1 &&
  takesOne(type)

/** To read and search each of the types that so many providers offer, before anything of them is read. */
export const msToRead = ({ providers, days }: ReadSchedules): number =>
  msOfLooks(providers * (looks.read + days * (looks.readDate + looks.searched)))

/** The same where all records are read that starts are explained by. */
export const msToExplain = ({ providers, days }: ReadSchedules): number =>
  msOfLooks(providers * (looks.readExplained + days * looks.explainedDate))

/** Once each of the types is searched: each start of the first with what follows it. */
export function msToFollow(asked: readonly SearchInput[], { gapMinutes }: Following): number {
  const [first, ...rest] = asked
  const perStart = looks.start + sumOf(rest, ({ type }) => looksToFollow(type, gapMinutes))
  return msOfLooks(startsOf(first!) * perStart)
}

/** What was read for the types by themselves. */
export const readFor = (asked: readonly SearchInput[]): ReadSchedules => ({
  providers: sumOf(asked, ({ providers }) => providers.length),
  days: daysIn(asked[0]!),
})

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

/** To make the day of a team before it is planned: the legs between all of its visits. */
export const msOfDay = (visits: number): number => Math.min(mostMsOfQuestion, msOfLeg * visits ** 2)

/**
 * Each step takes out some visits and tries them between all others. It runs on a thread of its own, and no day is too much for it:
 * what is granted is charged, and never more than a question may take.
 */
export const msOfPlan = ({ visits, vehicles }: DayToPlan): number =>
  Math.min(mostMsOfQuestion, anewSteps * msOfPlanStep * Math.sqrt(visits.length * vehicles.length))

const msOfLeg = 0.000_4
const msOfPlanStep = 0.002_4
