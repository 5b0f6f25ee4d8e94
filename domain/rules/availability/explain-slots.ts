/** The way in to an explanation: of one start, or of a local day of one provider at a location. */

import type { Day, Minute } from "../../model/availability.ts"
import { unitOf } from "../../model/company.ts"
import type {
  ExplainedLocation,
  ExplainedProvider,
  ExplainedSchedules,
  LoadedSchedules,
  ManyExplained,
} from "../../model/schedules.ts"
import type { ExplainedStart } from "../../model/slot-explanation.ts"
import type { ReasonNames } from "../../model/slot-reasons.ts"
import { crewOf } from "../../model/type-needs.ts"
import { minuteToLocal } from "../../time/local-time.ts"
import { closedRows } from "./closed-dates.ts"
import { whyNotEligible } from "./explain-eligibility.ts"
import { explainDay, shownStarts } from "./explain-starts.ts"
import type { Explained } from "./lifted-time.ts"
import { locationPlan, planSearch, type Wish } from "./plan-search.ts"
import { closeUnread } from "./unread-calendars.ts"

export interface ExplanationWish extends Omit<Wish, "firstDay" | "endDay" | "locationId" | "providerId"> {
  /** The type is booked through a request only, and there is none. */
  lacksRequest: boolean
  /** A booking asks the calendars live, so one that could not be read before is no reason to refuse it. */
  asksLive: boolean
}

export type AskedStarts = { startMinute: Minute } | { day: Day }

export interface SlotExplanation {
  location: ExplainedLocation
  starts: readonly ExplainedStart[]
}

/**
 * Explains the starts at the location where most of them are offered, or else where fewest reasons are against them; of
 * equal ones at the first. `loaded.type` and `loaded.explained` must not be null, and the loaded locations not be none.
 *
 * It yields after each start: a day of a job over many days takes long, and the caller may let others have a turn.
 */
export function* explainSlots(
  loaded: ExplainedSchedules,
  wish: ExplanationWish,
  asked: AskedStarts,
): Generator<void, SlotExplanation> {
  const explanations: SlotExplanation[] = []
  for (const location of loaded.explainedLocations) {
    const starts: ExplainedStart[] = []
    for (const start of explainAt(loaded, wish, asked, location)) {
      starts.push(start)
      yield
    }
    explanations.push({ location, starts })
  }
  return explanations.reduce((best, other) => (howOpen(other) > howOpen(best) ? other : best))
}

/** Explains one start, where most speaks for it. */
export function explainStart(
  loaded: ExplainedSchedules,
  wish: ExplanationWish,
  startMinute: Minute,
): SlotExplanation {
  const work = explainSlots(loaded, wish, { startMinute })
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

function howOpen({ starts }: SlotExplanation): number {
  const offered = starts.filter(({ isOffered }) => isOffered).length
  const reasons = starts.reduce((sum, start) => sum + start.reasons.length, 0)
  return offered - reasons / (reasons + 1)
}

function explainAt(
  loaded: ExplainedSchedules,
  wish: ExplanationWish,
  asked: AskedStarts,
  location: ExplainedLocation,
): Generator<ExplainedStart, void> {
  const explained = planExplanation(loaded, wish, location)
  const { day } = "day" in asked ? asked : minuteToLocal(location.timezone, asked.startMinute)
  const starts = "day" in asked ? shownStarts(explained, day) : [asked.startMinute]
  return explainDay(explained, day, starts)
}

/** Turns loaded schedules into what is explained of one provider at one location. */
export function planExplanation(
  loaded: ExplainedSchedules,
  wish: ExplanationWish,
  at: ExplainedLocation,
): Explained {
  const { plan, occupying } = loaded.explained!
  const location = locationPlan(at)
  const timeOff = [...loaded.explained!.timeOff, ...closedRows(loaded.closed, location)]
  const searched = wish.asksLive ? loaded : closeUnread(loaded, wish.now)
  const input = planSearch(bookable(searched, wish), {
    ...wish,
    // The engine is asked day by day.
    firstDay: 0,
    endDay: 0,
    locationId: location.id,
    providerId: plan.id,
  })
  const requestId = wish.request?.id ?? null
  const about = { loaded, input, provider: plan, location, requestId }
  const own = new Set(occupying.flatMap(({ kind, id }) => (kind === "appointment" ? id : [])))
  const ofCustomer = input.customerJobs.filter(({ id }) => !own.has(id))
  const crew = loaded.crew && { crew: loaded.crew.map((one) => closedIfUnread(one, searched)) }
  return {
    ...about,
    ...crew,
    ...{ timeOff, occupying, ofCustomer, eligibility: whyNotEligible({ ...about, ...wish }) },
  }
}

/** Without anybody where the type takes no booking at all. */
export const bookable = <Loaded extends LoadedSchedules>(
  loaded: Loaded,
  { moves, lacksRequest }: Pick<ExplanationWish, "moves" | "lacksRequest">,
): Loaded => ((!loaded.type!.active && !moves) || lacksRequest ? { ...loaded, providers: [] } : loaded)

/** As a search judged them. A calendar that can't be read is no record that could be lifted. */
function closedIfUnread(one: ExplainedProvider, { providers }: LoadedSchedules): ExplainedProvider {
  const plan = providers.find(({ id }) => id === one.plan.id)
  return plan === undefined || plan.busy === one.plan.busy
    ? one
    : { ...one, plan, occupying: [], timeOff: [] }
}

/** Only staff read reasons, so the location keeps its name for remote types, too. */
export const namesFor = (loaded: ExplainedSchedules, location: ExplainedLocation): ReasonNames => ({
  type: loaded.type!.name,
  provider: loaded.explained!.plan.name,
  location: location.name,
  distanceUnit: unitOf(loaded.company),
})

/** Each provider is explained by themselves: at the location that is asked for, else where they have hours. */
export function eachExplained(many: ManyExplained): ExplainedSchedules[] {
  const { explainedProviders, explainedLocations, asksLocation, wantedId, ...head } = many
  const takesOthers = head.type !== null && crewOf(head.type) > 1
  const planOf = new Map(many.providers.map((plan) => [plan.id, plan]))
  const calendarsOf = Map.groupBy(many.calendars, ({ provider_id }) => provider_id)
  const wanted = explainedProviders.filter(({ plan }) => wantedId === null || plan.id === wantedId)
  return wanted.map((explained) => {
    const { plan } = explained
    const crew = takesOthers ? { crew: explainedProviders.filter((one) => isOther(one, plan.id)) } : {}
    const own = new Set([...plan.hours, ...plan.overrides].map(({ locationId }) => locationId))
    return {
      ...head,
      ...crew,
      providers: takesOthers ? many.providers : [planOf.get(plan.id) ?? []].flat(),
      calendars: takesOthers ? many.calendars : (calendarsOf.get(plan.id) ?? []),
      explained,
      explainedLocations: asksLocation
        ? explainedLocations
        : explainedLocations.filter(({ id }) => own.has(id)),
    }
  })
}

const isOther = ({ plan, active, offersType }: ExplainedProvider, id: number) =>
  plan.id !== id && active && offersType
