import type { Failure, Outcome } from "../shared/api.ts"
import { addDays } from "../shared/dates.ts"
import { type Opening, openingKey } from "../shared/times/openings.ts"
import type { DateRange } from "../shared/times/ranges.ts"
import { missingTimes } from "../shared/times/times-state.ts"
import { wallClock } from "../shared/zones.ts"
import type { Action } from "./actions.ts"
import type { PublicPageClient } from "./client.ts"
import type { PageSlotsInput, PublicSlotsView } from "./contract.ts"
import { addressOf } from "./draft.ts"
import { failureActions } from "./outcomes.ts"
import { boundsOf, type State, usesTypedAddress } from "./state.ts"

type Searcher = Pick<PublicPageClient, "searchSlots" | "readPage">

/** Whether the shown month still waits for times. */
export function isLoading(state: State): boolean {
  return state.slotsFailure === null && missingTimes(state, boundsOf(state)).length > 0
}

/** Asks for what the shown month lacks; what came of it, nothing when nothing lacks. */
export async function searchMissing(state: State, client: Searcher): Promise<Action[]> {
  const { generation, verifiedVisit } = state
  const ranges = missingTimes(state, boundsOf(state))
  if (!state.wish || ranges.length === 0) return []
  const token = verifiedVisit?.visitToken ?? null
  const outcomes = await Promise.all(ranges.map((range) => client.searchSlots(question(state, range), token)))
  const failure = outcomes.find((outcome) => !outcome.ok)
  if (failure && !failure.ok) return failed(failure, state, client)
  const answers = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.data] : []))
  const arrived: Action = { type: "slotsArrived", generation, answers }
  if (!answers.some((answer) => answer.in_area === false)) return [arrived]
  return outOfArea(state, arrived)
}

function question(state: State, range: DateRange): PageSlotsInput {
  const { wish, locationId, durationOptionId, draft } = state
  return {
    typeId: wish!.typeId,
    ...range,
    ...(locationId === null ? {} : { locationId }),
    ...(durationOptionId === null ? {} : { durationOptionId }),
    ...(wish!.request ? { schedulingRequestId: wish!.request.id } : {}),
    ...(usesTypedAddress(state) ? { address: addressOf(draft) } : {}),
  }
}

/** A typed address can be changed; the one on file cannot, so that only a call helps. */
function outOfArea(state: State, arrived: Action): Action[] {
  const notice = { code: "out_of_service_area", alternatives: [], retryAfterSeconds: null }
  return state.verifiedVisit?.hasAddress
    ? [arrived, { type: "failed", notice }]
    : [{ type: "addressRefused", notice }]
}

async function failed(failure: Failure, state: State, client: Searcher): Promise<Action[]> {
  const { generation, month } = state
  const leadsElsewhere = [
    "address_needed",
    "visit_expired",
    "not_found",
    "route_not_found",
    "type_not_bookable",
  ]
  return leadsElsewhere.includes(failure.code)
    ? failureActions(failure, client)
    : [{ type: "slotsFailed", generation, month, code: failure.code }]
}

/**
 * Whether the chosen time still stands once the service goes by the address on file. Null when nobody knows: then the
 * booking itself will tell.
 */
export async function stillOffered(state: State, choice: Opening, client: Searcher): Promise<boolean | null> {
  const { date } = wallClock(choice.startTime, choice.timezone)
  const range = { startDate: date, endDate: addDays(date, 1) }
  const token = state.verifiedVisit?.visitToken ?? null
  const outcome: Outcome<PublicSlotsView> = await client.searchSlots(question(state, range), token)
  if (!outcome.ok) return null
  return outcome.data.providers.some(({ slots, ...place }) =>
    slots.some((slot) => openingKey({ ...place, ...slot }) === openingKey(choice)),
  )
}
