/**
 * The expected cost of a question on the serving thread, from its inputs: how many types, providers and dates, and how many
 * starts those have.
 */

import type { Day, LocationPlan, ProviderPlan, SearchInput } from "../../model/availability.ts"
import type { DayToPlan } from "../../model/plan.ts"
import { minutesPerDay } from "../../time/units.ts"
import { mostTries } from "../groups/follow.ts"
import { takesOne } from "../groups/group-part.ts"
import type { Following } from "../groups/searched-parts.ts"
import { anewSteps } from "../planning/plan-anew.ts"
import { type DatedEntry, looksOfDate, mostLooksOfPart } from "./explained-dates.ts"
import { looks, looksPerMs } from "./looks.ts"

/** No question may take more, in milliseconds: it is refused before it begins. */
export const mostMsOfQuestion = 3_000

/** As many looks as a question may take of what was granted. */
export const mostLooks = mostMsOfQuestion * looksPerMs

const msOfLooks = (count: number) => count / looksPerMs

const daysIn = ({ firstDay, endDay }: SearchInput) => Math.max(0, endDay - firstDay)

/** The schedules of so many providers, of all types together, on so many dates. */
export interface ReadSchedules {
  providers: number
  days: number
}

/** To search one type. */
export function msOfSearch(input: SearchInput, { isForPage }: { isForPage: boolean }): number {
  const perDate = looks.readDate + looks.searched + (isForPage ? looks.shownDate : 0)
  const ofDates = input.providers.length * (looks.read + daysIn(input) * perDate)
  const { windowMinutes } = input.type
  const ofStarts = windowMinutes ? looksToPlan(input, windowMinutes) : startsOf(input) * looksToOffer(input)
  return msOfLooks(ofDates + ofStarts)
}

/** Drives are judged at each start, and those who come beside the one are looked for. */
function looksToOffer({ type, serviceAddress }: SearchInput): number {
  const isDriven = type.place === "at_customer" && serviceAddress?.point
  return looks.offered + (isDriven ? looks.driven : 0) + looks.beside * ((type.crew ?? 1) - 1) ** 2
}

/** Each window of the working day is planned beside all visits of its date. */
function looksToPlan({ providers }: SearchInput, windowMinutes: number): number {
  const visits = sumOf(providers, ({ team }) => team?.visits.length ?? 0)
  return (minutesPerDay / 2 / windowMinutes) * visits * looks.plannedVisit
}

/** To read and explain the starts of these, as many dates as one answer holds. */
export function msOfExplanation(
  entries: readonly DatedEntry[],
  dates: { firstDay: Day; endDay: Day },
): number {
  const read = { providers: entries.length, days: dates.endDay - dates.firstDay }
  return msToExplain(read) + msOfRuns(entries, dates)
}

function msOfRuns(
  entries: readonly DatedEntry[],
  { firstDay, endDay }: { firstDay: Day; endDay: Day },
): number {
  const mostDates = Math.ceil(mostExplainedDates / Math.max(1, entries.length))
  let spent = 0
  for (let day = firstDay; day < Math.min(endDay, firstDay + mostDates); day += 1) {
    for (const entry of entries) {
      spent += looksOfDate(entry, day)
      if (spent >= mostLooksOfPart) return msOfLooks(mostLooksOfPart)
    }
  }
  return msOfLooks(spent)
}

/** About as many dates of one provider as 4 MB hold. */
const mostExplainedDates = 2_800

/** Starts of the first of several types that the rest can't follow, and in how many ways each of them fails. */
export interface Unfollowed {
  unfollowed: number
  tries: number
}

/** The same for several types. Each way that fails is explained and written, so an answer holds fewer dates. */
export function msOfGroupRuns({ providers, days }: ReadSchedules, { unfollowed, tries }: Unfollowed): number {
  const dates = Math.max(1, providers * days)
  const failing = (unfollowed * tries) / dates
  const mostDates = mostExplainedDates / (1 + failing * failingPerDate)
  return msOfLooks(Math.min(dates, mostDates) * (looks.runsOfDate + failing * looks.failing))
}

/** A way that fails takes as much of 4 MB as so much of a date that is explained. */
const failingPerDate = 0.19

/** The number of ways to follow a start of the first type by the next: by each provider, at each start until the wait is too long. */
export function triesAfter(
  { providers, type }: SearchInput,
  { gapMinutes, sameProvider }: Following,
): number {
  const starts = 1 + Math.floor(gapMinutes / type.slotIntervalMinutes)
  return Math.min(mostTries, starts * (sameProvider ? 1 : providers.length))
}

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

/** The schedules that were read for each type by itself. */
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

/** To search one type and show what is found on the board. */
export const msOfBoardStarts = (input: SearchInput): number =>
  msOfSearch(input, { isForPage: false }) + msOfLooks(startsOf(input) * looks.lit)

/** To draw the dates of so many providers, each with what it holds, and to write them. */
export const msOfBoard = ({ providers, days }: ReadSchedules): number =>
  msOfLooks(providers * days * looks.drawnDate)

/** To propose another time for each of so many appointments, of which any of the team may take each. */
export const msOfDisruption = (appointments: number, providers: number): number =>
  Math.min(mostMsOfQuestion, msOfLooks(appointments * providers * looks.proposed))

/** To make the day of a team before it is planned: the legs between all of its visits. */
export const msOfDay = (visits: number): number => Math.min(mostMsOfQuestion, msOfLeg * visits ** 2)

/**
 * Each step takes out some visits and tries them between all others. It runs on a thread of its own, and no day is too much for it:
 * what is granted is charged, and never more than a question may take.
 */
export const msOfPlan = ({ visits, vehicles }: DayToPlan): number =>
  Math.min(mostMsOfQuestion, anewSteps * msOfPlanStep * Math.sqrt(visits.length * vehicles.length))

const msOfLeg = 0.000_4
const msOfPlanStep = 0.002_3
