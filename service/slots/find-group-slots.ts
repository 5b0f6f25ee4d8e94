/** The search for several types that follow one another in one visit. */

import { isStaff } from "../../domain/model/actor.ts"
import type { SearchInput } from "../../domain/model/availability.ts"
import { invalid } from "../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { SlotQuestion } from "../../domain/model/slot-search.ts"
import { wantedProviderId } from "../../domain/rules/availability/eligible-locations.ts"
import { FilterNotUsable } from "../../domain/rules/availability/filter-not-usable.ts"
import { fullDaysSteps } from "../../domain/rules/availability/page-days.ts"
import { planSearch, type Wish, withoutOffices } from "../../domain/rules/availability/plan-search.ts"
import { calendarWarnings } from "../../domain/rules/availability/unread-calendars.ts"
import { Effort } from "../../domain/rules/cost/effort.ts"
import { mostLooks, msToFollow, msToRead, readFor } from "../../domain/rules/cost/estimates.ts"
import { type FoundGroups, findGroups, firstOf } from "../../domain/rules/groups/find-groups.ts"
import { whyNotLinked } from "../../domain/rules/groups/judge-group.ts"
import { utcDayOf } from "../../domain/time/units.ts"
import type { ScheduleQuestion } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { inSlices } from "../platform/slices.ts"
import { granted } from "../platform/spending.ts"
import { refuseUnknown } from "./asked-records.ts"
import type { FoundSlots, SearchOptions } from "./found-slots.ts"
import { completeWish, daysBetween, grantReading, loadForSearch, warningsFor } from "./load-search.ts"
import { partBeginIn, readQuestion } from "./read-question.ts"

/** A question with the types in their order. */
export type GroupQuestion = SlotQuestion & { appointment_type_ids: number[] }

/** One of the types, as it is asked about and what was loaded. */
interface Part {
  ask: ScheduleQuestion
  wish: Wish
  loaded: LoadedSchedules
}

const goesAlone = [
  "appointment_id",
  "appointment_type_id",
  "scheduling_request_id",
  "duration_option_id",
] as const

/** Throws as the search for one type does, and `invalid_input` for a type that can't be one of several. `holdId` is the searcher's own. */
export async function findGroupSlots(
  context: AppContext,
  call: Call,
  question: GroupQuestion,
  { forPage = false, holdId = null, looksAhead = true }: SearchOptions = {},
): Promise<FoundSlots> {
  const mixed = goesAlone.find((field) => question[field] != null)
  if (mixed) throw invalid(mixed, "does not go with appointment_type_ids")
  await grantReading(context, call, {
    typeIds: question.appointment_type_ids,
    days: daysBetween(question.start_date, question.end_date),
  })
  // One after the other: together they would take every processor from the statements of other companies.
  const parts = await Array.fromAsync(question.appointment_type_ids, (typeId, index) =>
    readPart(context, call, question, { typeId, index, holdId }),
  )
  const [{ loaded, ask }] = parts as [Part, ...Part[]]
  const effort = new Effort(mostLooks)
  const inputs = inputsOf(call, parts)
  const groups = await searchFor(question, parts, inputs, effort)
  const { result } = groups
  if (result.unusableFilter) throw new FilterNotUsable(result.unusableFilter)
  const isOff = parts.some((part) => !part.loaded.type!.active)
  const isEmptyRange = looksAhead && result.offered.length === 0 && result.reason === null && !isOff
  const [input] = inputs
  const partBegin = partBeginIn(ask, question.more_from)
  const saysFull = forPage && partBegin === null && loaded.type!.active
  return {
    input,
    result,
    bookable: result.offered,
    choices: [],
    full: saysFull ? await inSlices(fullDaysSteps(input, result.offered)) : [],
    reason: result.reason,
    warnings: [
      ...new Set(
        parts.flatMap((part, i) => [
          ...warningsFor(part.loaded, inputs[i]!),
          ...calendarWarnings(part.loaded, wantedProviderId(input), call.now),
        ]),
      ),
    ],
    nextAvailable: null,
    ...(isEmptyRange ? await nextGroup(context, call, question, { parts, effort }) : {}),
    loaded,
    partBegin,
    partsAt: groups.partsAt,
    shortestOf: groups.shortestOf,
  }
}

async function readPart(
  context: AppContext,
  call: Call,
  { appointment_type_ids: _, ...question }: GroupQuestion,
  { typeId, index, holdId }: { typeId: number; index: number; holdId: number | null },
): Promise<Part> {
  const alone = { ...question, appointment_type_id: typeId }
  const { ask, wish } = await readQuestion(context, call, alone, { holdId })
  // A later part may end after midnight of the last date.
  const asked = { ...ask, endDay: ask.endDay + 1 }
  const loaded = await loadForSearch(context, asked, wish)
  refuseUnknown(loaded, alone, call)
  const refused = whyNotLinked(loaded.type, index)
  if (refused) throw refused
  return { ask, wish: completeWish(call, loaded, alone, wish), loaded }
}

type SearchInputs = readonly [SearchInput, ...SearchInput[]]

/** A type that is switched off offers no times. */
function inputsOf({ actor }: Call, parts: readonly Part[]): SearchInputs {
  const inputs = parts.map(({ loaded, wish }) => {
    const planned = planSearch(loaded, wish)
    const input = loaded.type!.active ? planned : { ...planned, endDay: planned.firstDay }
    return isStaff(actor) ? input : withoutOffices(input)
  })
  return inputs as unknown as SearchInputs
}

/** All searches of a question share one effort. */
async function searchFor(
  { same_provider, provider_id }: GroupQuestion,
  parts: readonly Part[],
  inputs: SearchInputs,
  effort: Effort,
): Promise<FoundGroups> {
  const following = {
    gapMinutes: parts[0]!.loaded.company.linked_gap_minutes,
    sameProvider: same_provider === true || provider_id != null,
  }
  await granted(msToFollow(inputs, following))
  return inSlices(findGroups(inputs, following, effort))
}

const daysAtOnce = 31

/** Past an empty range, a month at a time, to where the first booking window ends. */
async function nextGroup(
  context: AppContext,
  call: Call,
  question: GroupQuestion,
  { parts, effort }: { parts: readonly Part[]; effort: Effort },
): Promise<Pick<FoundSlots, "nextAvailable"> & { nextParts?: FoundSlots["nextParts"] }> {
  const windowDays = Math.min(...parts.map(({ loaded }) => loaded.type!.booking_window_days))
  const lastDay = utcDayOf(call.now) + 1 + windowDays
  let firstDay = Math.max(parts[0]!.ask.endDay, utcDayOf(call.now) - 1)
  while (firstDay <= lastDay) {
    const endDay = Math.min(firstDay + daysAtOnce, lastDay + 1)
    const range = { firstDay, endDay }
    const later = await Array.fromAsync(parts, async ({ ask, wish }) => ({
      ask: { ...ask, ...range },
      wish: { ...wish, ...range },
      loaded: await loadForSearch(context, { ...ask, firstDay, endDay: endDay + 1 }, wish),
    }))
    if (later.some(({ loaded }) => loaded.type === null)) break
    const inputs = inputsOf(call, later)
    await granted(msToRead(readFor(inputs)))
    const groups = await searchFor(question, later, inputs, effort)
    const slot = firstOf(groups)
    if (slot) return { nextAvailable: slot, nextParts: groups.partsAt(slot) }
    firstDay = endDay
  }
  return { nextAvailable: null }
}
