/** The slot search that every interface shares: gathers the schedules, judges them, and looks past an empty range. */

import { isStaff } from "../../domain/model/actor.ts"
import type { Appointment } from "../../domain/model/appointment.ts"
import type { SearchInput, SearchResult, Slot } from "../../domain/model/availability.ts"
import { invalid, Refusal } from "../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { SlotQuestion } from "../../domain/model/slot-search.ts"
import { wantedProviderId } from "../../domain/rules/availability/eligible-locations.ts"
import { FilterNotUsable } from "../../domain/rules/availability/filter-not-usable.ts"
import { nextAvailableSteps, searchSteps } from "../../domain/rules/availability/find-slots.ts"
import { fullDaysSteps } from "../../domain/rules/availability/page-days.ts"
import { planSearch, type Wish, withoutOffices } from "../../domain/rules/availability/plan-search.ts"
import { recommendSteps } from "../../domain/rules/availability/recommend.ts"
import { recommendChoicesSteps } from "../../domain/rules/availability/recommend-choices.ts"
import { calendarWarnings } from "../../domain/rules/availability/unread-calendars.ts"
import { withoutClutter } from "../../domain/rules/availability/without-clutter.ts"
import { msOfSearch } from "../../domain/rules/cost/estimates.ts"
import { movedTogether } from "../../domain/rules/groups/moved-together.ts"
import { dayOfDate } from "../../domain/time/dates.ts"
import { utcDayOf } from "../../domain/time/units.ts"
import type { ScheduleQuestion } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { inSlices } from "../platform/slices.ts"
import { granted } from "../platform/spending.ts"
import { refuseUnknown } from "./asked-records.ts"
import { findGroupSlots } from "./find-group-slots.ts"
import type { FoundSlots, SearchOptions } from "./found-slots.ts"
import { completeWish, loadForSearch, warningsFor } from "./load-search.ts"
import { movedParts, movingWith } from "./moved-group.ts"
import { partBeginIn, readQuestion } from "./read-question.ts"

/** Throws `not_found`, `filter_not_usable`, and what booking would refuse: `request_needed`, `request_not_open` … */
export async function findSlots(
  context: AppContext,
  call: Call,
  question: SlotQuestion,
  { forPage = false, holdId = null, looksAhead = true }: SearchOptions = {},
): Promise<FoundSlots> {
  const { appointment_type_ids, ...rest } = question
  if (appointment_type_ids)
    return findGroupSlots(context, call, { ...rest, appointment_type_ids }, { forPage, holdId, looksAhead })
  if (question.same_provider !== undefined)
    throw invalid("same_provider", "goes with appointment_type_ids only")
  const { moved, ...asked } = await readQuestion(context, call, question, { holdId })
  const together = await movingWith(context, call, moved, question.whole_group !== false)
  const ask = together ? { ...asked.ask, alsoMovedIds: idsBeside(together, moved!) } : asked.ask
  const wishWithoutRequest = asked.wish
  const partBegin = partBeginIn(ask, question.more_from)
  const loaded = await loadForSearch(context, ask, wishWithoutRequest)
  refuseUnknown(loaded, question, call)
  refuseChoice(loaded, question, call)

  const wish = completeWish(call, loaded, question, wishWithoutRequest)
  // A type that is switched off offers times only to move its old appointments to.
  const isOff = !loaded.type!.active && question.appointment_id === undefined
  const input = plannedFor(call, loaded, wish)
  await granted(msOfSearch(input, { isForPage: forPage }))
  const alone = isOff ? nothing : await inSlices(searchSteps(input))
  const everything = together
    ? await onlyTogether(context, { all: together, named: moved! }, { ask, wish, loaded }, alone)
    : alone
  const isAll = isStaff(call.actor) && question.all_starts === true
  const result = isAll ? everything : withoutClutter(input.type, everything)
  if (result.unusableFilter) throw new FilterNotUsable(result.unusableFilter)
  const isEmptyRange = looksAhead && result.offered.length === 0 && result.reason === null && !isOff
  const isFirstOfPage = forPage && partBegin === null
  const nextSlot = isEmptyRange ? await findNextAvailable(context, call, ask, wish) : null
  return {
    input: knowing(input, nextSlot),
    result,
    bookable: everything.offered,
    choices: isFirstOfPage ? await inSlices(recommendChoicesSteps(input, result.offered)) : [],
    full:
      isFirstOfPage && loaded.type!.active ? await inSlices(fullDaysSteps(input, everything.offered)) : [],
    reason: result.reason,
    warnings: [...warningsFor(loaded, input), ...calendarWarnings(loaded, wantedProviderId(input), call.now)],
    nextAvailable: nextSlot,
    loaded,
    partBegin,
  }
}

/** The session of a slot beyond the dates that were asked for is shown as those within them. */
function knowing(input: SearchInput, next: Slot | null): SearchInput {
  const { classes } = input.type
  if (!classes || !next?.session) return input
  const sessions = [...classes.sessions, next.session]
  return { ...input, type: { ...input.type, classes: { ...classes, sessions } } }
}

function plannedFor({ actor }: Call, loaded: LoadedSchedules, wish: Wish): SearchInput {
  const input = planSearch(loaded, wish)
  return isStaff(actor) ? input : withoutOffices(input)
}

/** Only staff may ask for one provider of a type whose `provider_choice` is false. */
function refuseChoice({ type }: LoadedSchedules, question: SlotQuestion, { actor }: Call): void {
  if (question.provider_id == null || type!.provider_choice || isStaff(actor)) return
  throw new Refusal("filter_not_usable", {
    field: "provider_id",
    message: "For this appointment we choose who is free for you.",
  })
}

const idsBeside = (all: readonly Appointment[], { id }: Appointment) =>
  all.flatMap((one) => (one.id === id ? [] : one.id))

/** Without the starts to which those that were booked together with it can't move as well. */
async function onlyTogether(
  context: AppContext,
  moving: { all: readonly Appointment[]; named: Appointment },
  asked: { ask: ScheduleQuestion; wish: Wish; loaded: LoadedSchedules },
  alone: SearchResult,
): Promise<SearchResult> {
  const parts = await movedParts(context, moving, asked)
  const offered = alone.offered
    .map((found) => movedTogether(found, parts))
    .filter(({ starts }) => starts.length > 0)
  const input = planSearch(asked.loaded, asked.wish)
  return { ...alone, offered, recommended: await inSlices(recommendSteps(input, offered)) }
}

const nothing: SearchResult = { offered: [], recommended: [], reason: null, unusableFilter: null }

const daysAtOnce = 62

/**
 * Looks past the range, two months at a time, to where the booking window or the request ends. Of a range that has passed,
 * from today on: one day less than UTC's calendar gives, since some zones are behind it.
 */
export async function findNextAvailable(
  context: AppContext,
  call: Call,
  ask: ScheduleQuestion,
  wish: Wish,
): Promise<Slot | null> {
  let firstDay = Math.max(ask.endDay, utcDayOf(wish.now) - 1)
  let lastDay = Number.POSITIVE_INFINITY
  while (firstDay <= lastDay) {
    const endDay = Math.min(firstDay + daysAtOnce, lastDay + 1)
    const loaded = await loadForSearch(context, { ...ask, firstDay, endDay }, wish)
    if (!loaded.type) return null
    lastDay = lastBookableDay(wish, loaded.type.booking_window_days)
    const input = plannedFor(call, loaded, { ...wish, firstDay, endDay })
    await granted(msOfSearch(input, { isForPage: false }))
    const slot = await inSlices(nextAvailableSteps(input, firstDay, endDay))
    if (slot) return slot
    firstDay = endDay
  }
  return null
}

/** One day more than UTC's calendar gives, since some zones are ahead of it. */
function lastBookableDay(wish: Wish, windowDays: number): number {
  const windowEnd = utcDayOf(wish.now) + 1 + windowDays
  return wish.request === null ? windowEnd : Math.min(windowEnd, dayOfDate(wish.request.latest_date)!)
}
