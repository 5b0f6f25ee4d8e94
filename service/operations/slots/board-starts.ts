/** All starts of a board's move or booking in one answer: the search that every interface shares, over all providers. */

import type {
  EmptyReason,
  FoundStarts,
  ProviderLocation,
  SearchInput,
  Slot,
} from "../../../domain/model/availability.ts"
import {
  type BoardStartsQuestion,
  boardStartsQuestion,
  boardStartsView,
  type ShownBoardStarts,
  type ShownStarts,
} from "../../../domain/model/board-starts.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { decodeCursor, encodeCursor } from "../../../domain/model/paging.ts"
import type { LoadedSchedules } from "../../../domain/model/schedules.ts"
import { showSlot, showSlotTimes } from "../../../domain/model/slot-search.ts"
import { offeredBlocks } from "../../../domain/rules/availability/blocks.ts"
import { searchSteps } from "../../../domain/rules/availability/find-slots.ts"
import { planSearch, type Wish } from "../../../domain/rules/availability/plan-search.ts"
import { recommendSteps } from "../../../domain/rules/availability/recommend.ts"
import { calendarWarnings } from "../../../domain/rules/availability/unread-calendars.ts"
import { withoutClutter } from "../../../domain/rules/availability/without-clutter.ts"
import {
  type LitStarts,
  litStarts,
  offeredByDate,
  type StartRun,
} from "../../../domain/rules/board/start-runs.ts"
import { isoOfMinute } from "../../../domain/time/dates.ts"
import type { AppContext } from "../../context.ts"
import { type Call, operation, staff } from "../operation.ts"
import { inSlices } from "../slices.ts"
import { type AskedRecords, refuseUnknown } from "./asked-records.ts"
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
  const { provider_ids, with_starts, more_from, ...asked } = question
  const { ask, wish } = await readQuestion(context, call, asked, { anyProvider: true })
  const all = await loadForSearch(context, ask, wish)
  refuseUnknown(all, asked, call)
  const loaded = provider_ids === undefined ? all : withOnly(all, new Set(provider_ids))
  const { offered, possible } = await judge(call, loaded, asked, wish)
  const { input, found, reason } = offered
  const isFirst = more_from === undefined
  const standAlone = input.type.blockMinutes.length > 1
  const lit = with_starts === false ? [] : await inSlices(litStarts(found, possible.found, { standAlone }))
  const chosen = isFirst ? await inSlices(recommendSteps(input, found, best)) : []
  return {
    ...(await inSlices(partOf(input, lit, more_from))),
    block_minutes: [...input.type.blockMinutes],
    best: chosen.map((slot) => showBest(input, found, slot)),
    dates: isFirst ? await inSlices(offeredByDate(found)) : [],
    reason,
    warnings: [...warningsFor(loaded, input), ...calendarWarnings(loaded, null, call.now)],
  }
}

interface Judged {
  input: SearchInput
  found: readonly FoundStarts[]
  reason: EmptyReason | null
}

/** What searches offer and, where the question asks for it, what staff judgement allows too. */
async function judge(
  call: Call,
  loaded: LoadedSchedules,
  question: Omit<BoardStartsQuestion, "provider_ids" | "with_starts" | "more_from">,
  wish: Omit<Wish, "request">,
): Promise<{ offered: Judged; possible: Judged }> {
  const judgeWith = (overrideEligibility: boolean) =>
    search(call, loaded, { ...question, override_eligibility: overrideEligibility }, wish)
  if (!question.override_eligibility) {
    const offered = await judgeWith(false)
    return { offered, possible: offered }
  }
  const possible = await judgeWith(true)
  const offered = await judgeWith(false).catch((error: unknown): Judged => {
    // Only judgement books a type that needs a request without one.
    if (error instanceof Refusal && error.code === "request_needed") return { ...possible, found: [] }
    throw error
  })
  return { offered, possible }
}

async function search(
  call: Call,
  loaded: LoadedSchedules,
  question: AskedRecords & Pick<BoardStartsQuestion, "duration_option_id" | "all_starts">,
  wish: Omit<Wish, "request">,
): Promise<Judged> {
  const overrideEligibility = question.override_eligibility === true
  const input = planSearch(loaded, completeWish(call, loaded, question, { ...wish, overrideEligibility }))
  // A type that is switched off offers times only to move its old appointments to.
  if (!loaded.type!.active && question.appointment_id === undefined) return { input, found: [], reason: null }
  const result = await inSlices(searchSteps(input))
  if (result.unusableFilter) {
    const { field, say } = result.unusableFilter
    throw new Refusal("filter_not_usable", { field, message: say })
  }
  const { offered, reason } = question.all_starts ? result : withoutClutter(input.type, result)
  return { input, found: offered, reason }
}

const withOnly = (loaded: LoadedSchedules, wanted: ReadonlySet<number>): LoadedSchedules => ({
  ...loaded,
  providers: loaded.providers.filter(({ id }) => wanted.has(id)),
})

function showBest(
  input: SearchInput,
  found: readonly FoundStarts[],
  slot: Slot,
): ShownBoardStarts["best"][0] {
  const { provider, location, start } = slot
  const at = found.find((each) => each.provider.id === provider.id && each.location.id === location.id)
  return {
    ...showSlot(slot, offeredBlocks(input.type, provider, location, start)),
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
  { type }: SearchInput,
  { provider, location }: ProviderLocation,
  { first, last, count, isOffered }: StartRun,
): ShownStarts["runs"][0] {
  return {
    first_start_time: isoOfMinute(first),
    last_start_time: isoOfMinute(last),
    count,
    offered: isOffered,
    ...(type.blockMinutes.length > 1
      ? { blocks: showSlotTimes(offeredBlocks(type, provider, location, first)).blocks }
      : {}),
  }
}
