/** All starts of a board's move or booking in one answer: the search that every interface shares, over all providers. */

import type {
  EmptyReason,
  FoundStarts,
  ProviderLocation,
  SearchInput,
  Slot,
} from "../../domain/model/availability.ts"
import {
  type BoardStartsQuestion,
  boardStartsQuestion,
  boardStartsView,
  type ShownBoardStarts,
  type ShownStarts,
} from "../../domain/model/board-starts.ts"
import { invalid, Refusal } from "../../domain/model/errors.ts"
import { decodeCursor, encodeCursor } from "../../domain/model/paging.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import { showSlot, showSlotTimes } from "../../domain/model/slot-search.ts"
import { offeredBlocks } from "../../domain/rules/availability/blocks.ts"
import { FilterNotUsable } from "../../domain/rules/availability/filter-not-usable.ts"
import { searchSteps } from "../../domain/rules/availability/find-slots.ts"
import { planSearch, type Wish } from "../../domain/rules/availability/plan-search.ts"
import { recommendSteps } from "../../domain/rules/availability/recommend.ts"
import { calendarWarnings } from "../../domain/rules/availability/unread-calendars.ts"
import { withoutClutter } from "../../domain/rules/availability/without-clutter.ts"
import {
  type LitStarts,
  litStarts,
  offeredByDate,
  type StartRun,
} from "../../domain/rules/board/start-runs.ts"
import { msOfBoardStarts } from "../../domain/rules/cost/estimates.ts"
import type { FoundGroups } from "../../domain/rules/groups/find-groups.ts"
import { showParts } from "../../domain/rules/groups/show-parts.ts"
import { isoOfMinute } from "../../domain/time/dates.ts"
import type { AppContext } from "../platform/context.ts"
import { type Call, operation, staff } from "../platform/operation.ts"
import { inSlices } from "../platform/slices.ts"
import { granted } from "../platform/spending.ts"
import { type AskedRecords, refuseUnknown } from "./asked-records.ts"
import { findGroupSlots } from "./find-group-slots.ts"
import type { FoundSlots } from "./found-slots.ts"
import { completeWish, loadForSearch, warningsFor } from "./load-search.ts"
import { readQuestion } from "./read-question.ts"

export const findBoardStarts = operation({
  name: "find_board_starts",
  summary: "Find all starts of a move or booking on the board",
  description:
    "Of up to 31 days and all providers, as searches of each of them find. Starts that follow each other evenly are told as " +
    "one run. Given `appointment_id`, those to which the appointment can be moved, with any provider at any location.",
  noun: "Board",
  roles: staff,
  readsOnly: true,
  refusals: [
    "appointment_not_scheduled",
    "filter_not_usable",
    "not_found",
    "request_mismatch",
    "request_needed",
    "request_not_open",
  ],
  body: boardStartsQuestion,
  result: boardStartsView,
  run: answer,
})

/** As many as a keyboard has digits. */
const best = { inAll: 10, perDay: 3 }

async function answer(
  context: AppContext,
  call: Call,
  question: BoardStartsQuestion,
): Promise<ShownBoardStarts> {
  const { with_starts, more_from, ...asked } = question
  const { appointment_type_ids, ...alone } = asked
  if (appointment_type_ids === undefined && asked.same_provider !== undefined)
    throw invalid("same_provider", "goes with appointment_type_ids only")
  const { offered, possible, warnings } = appointment_type_ids
    ? await judgeComing(context, call, { ...asked, appointment_type_ids })
    : await judgeAlone(context, call, alone)
  const { input, found, reason, shortestOf } = offered
  const isFirst = more_from === undefined
  const standAlone = standsAlone(input.type)
  const lit = with_starts === false ? [] : await inSlices(litStarts(found, possible.found, { standAlone }))
  const chosen = isFirst ? await inSlices(recommendSteps(input, found, best)) : []
  return {
    ...(await inSlices(partOf(input, lit, more_from))),
    block_minutes: shortestOf ? [wholeMinutes(found, shortestOf)] : occupiedMinutes(input.type),
    ...(input.type.windowMinutes ? { kind: "window" as const } : {}),
    best: chosen.map((slot) => showBest(offered, slot)),
    dates: isFirst ? await inSlices(offeredByDate(found)) : [],
    reason,
    warnings: [...warnings],
  }
}

interface Judged {
  input: SearchInput
  found: readonly FoundStarts[]
  reason: EmptyReason | null
  /** The parts that follow a start of several types. */
  partsAt?: FoundGroups["partsAt"] | undefined
  shortestOf?: FoundSlots["shortestOf"] | undefined
}

interface BothJudged {
  offered: Judged
  possible: Judged
  warnings: readonly string[]
}

async function judgeAlone(
  context: AppContext,
  call: Call,
  { provider_ids, same_provider: _, ...asked }: Asked,
): Promise<BothJudged> {
  const { ask, wish } = await readQuestion(context, call, asked, { anyProvider: true })
  const all = await loadForSearch(context, ask, wish)
  refuseUnknown(all, asked, call)
  const wanted = provider_ids && new Set(provider_ids)
  const judged = await judge(call, all, asked, { ...wish, wanted })
  const loaded = wanted === undefined ? all : withOnly(all, wanted)
  const warnings = [...warningsFor(loaded, judged.offered.input), ...calendarWarnings(loaded, null, call.now)]
  return { ...judged, warnings }
}

/** Starts from which several types follow one another, by the provider who leads the first. */
async function judgeComing(
  context: AppContext,
  call: Call,
  { provider_ids, ...asked }: Asked & { appointment_type_ids: number[] },
): Promise<BothJudged> {
  const isWanted = ({ provider }: FoundStarts) =>
    provider_ids === undefined || provider_ids.includes(provider.id)
  const judgeWith = async (override_eligibility: boolean): Promise<Judged & Pick<BothJudged, "warnings">> => {
    const question = { ...asked, override_eligibility }
    const { result, ...found } = await findGroupSlots(context, call, question, { looksAhead: false })
    return { ...found, found: result.offered.filter(isWanted) }
  }
  const { offered, possible } = await judgeBoth(judgeWith, asked.override_eligibility)
  return { offered, possible, warnings: offered.warnings }
}

/** Starts of several days, and windows, of which the last of a day may be shorter, say each their own blocks. */
const standsAlone = ({ windowMinutes, blockMinutes }: SearchInput["type"]): boolean =>
  blockMinutes.length > 1 || windowMinutes != null

/** The minutes of each working day; a window is promised as such, however long the work in it takes. */
const occupiedMinutes = ({ windowMinutes, blockMinutes }: SearchInput["type"]): number[] =>
  windowMinutes ? [windowMinutes] : [...blockMinutes]

/** The length of all of it, without the longest waits. */
const wholeMinutes = (
  found: readonly FoundStarts[],
  shortestOf: NonNullable<FoundSlots["shortestOf"]>,
): number => (found.length === 0 ? 0 : Math.min(...found.map(shortestOf)))

type Asked = Omit<BoardStartsQuestion, "appointment_type_ids" | "with_starts" | "more_from">

/** All loaded providers make up teams and crews, even those whose times are not wanted. */
type WantedTimes = Omit<Wish, "request"> & { wanted: ReadonlySet<number> | undefined }

/** The starts that searches offer and, where the question asks for it, those that staff judgement allows too. */
async function judge(
  call: Call,
  loaded: LoadedSchedules,
  question: Omit<Asked, "provider_ids" | "same_provider">,
  wish: WantedTimes,
): Promise<Pick<BothJudged, "offered" | "possible">> {
  const judgeWith = (overrideEligibility: boolean) =>
    search(call, loaded, { ...question, override_eligibility: overrideEligibility }, wish)
  return judgeBoth(judgeWith, question.override_eligibility)
}

/**
 * Reasons for which searches refuse and judgement allows: a type that needs a request, a location whose area leaves the
 * customer out.
 */
const liftedByJudgement: ReadonlySet<string> = new Set(["request_needed", "filter_not_usable"])

async function judgeBoth<J extends Judged>(
  judgeWith: (overrideEligibility: boolean) => Promise<J>,
  withJudgement = false,
): Promise<{ offered: J; possible: J }> {
  if (!withJudgement) {
    const offered = await judgeWith(false)
    return { offered, possible: offered }
  }
  const possible = await judgeWith(true)
  const offered = await judgeWith(false).catch((error: unknown): J => {
    if (error instanceof Refusal && liftedByJudgement.has(error.code)) return { ...possible, found: [] }
    throw error
  })
  return { offered, possible }
}

async function search(
  call: Call,
  loaded: LoadedSchedules,
  question: AskedRecords & Pick<BoardStartsQuestion, "duration_option_id" | "all_starts">,
  { wanted, ...wish }: WantedTimes,
): Promise<Judged> {
  const overrideEligibility = question.override_eligibility === true
  const planned = planSearch(loaded, completeWish(call, loaded, question, { ...wish, overrideEligibility }))
  const input = { ...planned, askedProviderIds: wanted }
  // A type that is switched off offers times only to move its old appointments to.
  if (!loaded.type!.active && question.appointment_id === undefined) return { input, found: [], reason: null }
  await granted(msOfBoardStarts(input))
  const result = await inSlices(searchSteps(input))
  if (result.unusableFilter) throw new FilterNotUsable(result.unusableFilter)
  const { offered, reason } = question.all_starts ? result : withoutClutter(input.type, result)
  return { input, found: offered, reason }
}

const withOnly = (loaded: LoadedSchedules, wanted: ReadonlySet<number>): LoadedSchedules => ({
  ...loaded,
  providers: loaded.providers.filter(({ id }) => wanted.has(id)),
})

function showBest({ input, found, partsAt }: Judged, slot: Slot): ShownBoardStarts["best"][0] {
  const { provider, location, start } = slot
  const parts = partsAt?.(slot)
  const at = found.find((each) => each.provider.id === provider.id && each.location.id === location.id)
  return {
    ...showSlot(slot, parts ?? offeredBlocks(input, provider, location, start)),
    ...(parts ? { parts: showParts(parts) } : {}),
    drive_minutes: at?.drives?.drivesAround(start).there ?? null,
  }
}

const mostBytes = 3.5 * 1_048_576

/** As many providers as fit, from the one on that the cursor is for; at least one. */
function* partOf(
  input: SearchInput,
  lit: readonly LitStarts[],
  moreFrom: string | undefined,
): Generator<void, Pick<ShownBoardStarts, "providers" | "more_from">> {
  const [afterProvider = 0, afterLocation = 0] = (decodeCursor(moreFrom, ["number", "number"], "more_from") ??
    []) as number[]
  const providers: ShownStarts[] = []
  let bytes = 0
  for (const { provider, location, runs } of lit) {
    if (provider.id < afterProvider) continue
    if (provider.id === afterProvider && location.id <= afterLocation) continue
    const shown = {
      provider_id: provider.id,
      location_id: location.id,
      timezone: location.zone,
      runs: runs.map((run) => showRun(input, { provider, location }, run)),
    }
    bytes += JSON.stringify(shown).length
    const last = providers.at(-1)
    if (last && bytes > mostBytes)
      return { providers, more_from: encodeCursor([last.provider_id, last.location_id]) }
    providers.push(shown)
    yield
  }
  return { providers, more_from: null }
}

function showRun(
  input: SearchInput,
  { provider, location }: ProviderLocation,
  { first, last, count, isOffered }: StartRun,
): ShownStarts["runs"][0] {
  return {
    first_start_time: isoOfMinute(first),
    last_start_time: isoOfMinute(last),
    count,
    offered: isOffered,
    ...(standsAlone(input.type)
      ? { blocks: showSlotTimes(offeredBlocks(input, provider, location, first)).blocks }
      : {}),
  }
}
