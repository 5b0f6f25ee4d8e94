import type { PageSlotsInput, PublicSlotsView } from "../../../domain/contracts/public-page.ts"
import { addDays } from "../../../ui/dates.ts"
import type { Failure, FailureCode, FailureNotice, Outcome } from "../../shared/api.ts"
import { type Opening, openingKey } from "../../shared/times/openings.ts"
import { type DateRange, searchRanges } from "../../shared/times/ranges.ts"
import { isLoadingTimes, missingTimes } from "../../shared/times/times-state.ts"
import { wallClock } from "../../shared/zones.ts"
import type { Action } from "./actions.ts"
import type { PublicPageClient } from "./client.ts"
import { addressOf } from "./draft.ts"
import { failureActions } from "./outcomes.ts"
import { boundsOf, type State, usesTypedAddress } from "./state.ts"
import { followingTypes } from "./wish.ts"

type Searcher = Pick<PublicPageClient, "searchSlots" | "readPage">

/** True while the shown weeks still wait for times. */
export const isLoading = (state: State): boolean => isLoadingTimes(state, boundsOf(state))

/** Searches the missing dates of the shown weeks; no actions when none are missing. */
export async function searchMissing(state: State, client: Searcher): Promise<Action[]> {
  const { generation } = state
  const ranges = missingTimes(state, boundsOf(state))
  if (!state.wish || ranges.length === 0) return []
  const { answers, failure } = await searchRanges(ranges, searchBy(state, client))
  const arrived: Action = { type: "slotsArrived", generation, answers }
  if (answers.some((answer) => answer.in_area === false))
    return unserved(state, arrived, "out_of_service_area")
  if (answers.some((answer) => answer.reason === "address_not_found"))
    return unserved(state, arrived, "address_not_found")
  return failure ? failed(failure, state, client, arrived) : [arrived]
}

const searchBy =
  (state: State, client: Searcher) =>
  (range: DateRange, moreFrom: string | null): Promise<Outcome<PublicSlotsView>> =>
    client.searchSlots(
      { ...question(state, range), ...(moreFrom === null ? {} : { moreFrom }) },
      state.verifiedVisit?.visitToken ?? null,
      state.draftToken,
    )

function question(state: State, range: DateRange): PageSlotsInput {
  const { wish, asksWhere, locationId, durationOptionId, draft } = state
  return {
    typeId: wish!.typeId,
    ...followingTypes(wish!),
    ...range,
    ...(asksWhere && locationId !== null ? { locationId } : {}),
    ...(durationOptionId === null ? {} : { durationOptionId }),
    ...(wish!.request ? { schedulingRequestId: wish!.request.id } : {}),
    ...(usesTypedAddress(state) ? { address: addressOf(draft) } : {}),
  }
}

/** A typed address can be changed. The one on file cannot, so the notice offers a call. */
function unserved(
  state: State,
  arrived: Action,
  code: "out_of_service_area" | "address_not_found",
): Action[] {
  const notice: FailureNotice = { code, alternatives: [], retryAfterSeconds: null }
  return state.verifiedVisit?.hasAddress
    ? [arrived, { type: "failed", notice }]
    : [{ type: "addressRefused", notice }]
}

/** The failures of a search that lead to another step. */
const leadsElsewhere = new Set<FailureCode>([
  "address_needed",
  "visit_expired",
  "not_found",
  "route_not_found",
  "type_not_bookable",
])

async function failed(failure: Failure, state: State, client: Searcher, arrived: Action): Promise<Action[]> {
  const { generation, from } = state
  return leadsElsewhere.has(failure.code)
    ? failureActions(failure, client)
    : [arrived, { type: "slotsFailed", generation, from, code: failure.code }]
}

/**
 * Finds out that the chosen time is still offered now that the address on file counts. Null when the search fails; the
 * booking itself will then be accepted or refused.
 */
export async function stillOffered(state: State, choice: Opening, client: Searcher): Promise<boolean | null> {
  const { date } = wallClock(choice.startTime, choice.timezone)
  const range = { startDate: date, endDate: addDays(date, 1) }
  const { answers, failure } = await searchRanges([range], searchBy(state, client))
  if (failure) return null
  const offered = answers.flatMap(({ providers }) => providers)
  return offered.some(({ slots, ...providerLocation }) =>
    slots.some((slot) => openingKey({ ...providerLocation, ...slot }) === openingKey(choice)),
  )
}
