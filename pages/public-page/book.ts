import type { QuestionView } from "../../domain/contracts/customer-pages.ts"
import type { BookInput, RegisterInput, VerifiedVisitView } from "../../domain/contracts/public-page.ts"
import { type Failure, noticeOf } from "../shared/api.ts"
import { answersOf, refusedAnswer } from "../shared/questions/told.ts"
import { tellBooked } from "../shared/surroundings.ts"
import type { Opening } from "../shared/times/openings.ts"
import type { Action } from "./actions.ts"
import type { PublicPageClient } from "./client.ts"
import { addressOf } from "./draft.ts"
import { failureActions } from "./outcomes.ts"
import { type State, usesTypedAddress } from "./state.ts"

/** Idempotency keys of the two writes. */
export interface WriteKeys {
  register: string
  book: string
}

/**
 * Registers a new customer, then books the chosen time. Returns whether the service has answered; without an answer the
 * next try must use the same keys.
 *
 * @param tell is called after each write, so that a registration is kept when the booking fails
 */
export async function bookChoice(
  state: State,
  choice: Opening,
  client: PublicPageClient,
  keys: WriteKeys,
  tell: (actions: Action[]) => void,
): Promise<boolean> {
  const token = state.verifiedVisit!.visitToken
  const isNew = state.verifiedVisit!.customer === null
  tell([{ type: "started" }])
  let registered: VerifiedVisitView = state.verifiedVisit!
  if (isNew) {
    const outcome = await client.register(registration(state), token, keys.register)
    if (!outcome.ok) {
      tell(await failureActions(outcome, client))
      return !outcome.outcomeUnknown
    }
    registered = outcome.data
    tell([{ type: "registered", verifiedVisit: outcome.data }])
  }
  const outcome = await client.book(booking(state, choice, isNew, registered), token, keys.book)
  if (outcome.ok) tellBooked()
  tell(outcome.ok ? [{ type: "booked", booked: outcome.data }] : await refused(state, outcome, client, token))
  return outcome.ok || !outcome.outcomeUnknown
}

/**
 * The questions of a type may have changed since the page was read: then the present ones are asked. The company may have
 * assigned another provider since the number was verified: then that one's times are
 * shown.
 */
async function refused(
  state: State,
  failure: Failure,
  client: PublicPageClient,
  token: string,
): Promise<Action[]> {
  const key = refusedAnswer(failure.field ?? null)
  if (key !== null)
    return [{ type: "answerRefused", key, questions: await questionsNow(state, client, token) }]
  if (failure.code !== "filter_not_usable") return failureActions(failure, client)
  const visit = await client.readVisit(token)
  if (visit.ok && visit.data.assignedProvider) return [{ type: "verified", verifiedVisit: visit.data }]
  return [{ type: "timeRefused", notice: { ...noticeOf(failure), code: "time_not_offered" } }]
}

async function questionsNow(
  { wish }: State,
  client: PublicPageClient,
  token: string,
): Promise<QuestionView[]> {
  if (wish!.request) {
    const visit = await client.readVisit(token)
    const request = visit.ok && visit.data.requests.find(({ id }) => id === wish!.request!.id)
    return request ? request.questions : wish!.questions
  }
  const page = await client.readPage()
  const type = page.ok && page.data.types.find(({ id }) => id === wish!.typeId)
  return type ? type.questions : wish!.questions
}

function registration(state: State): RegisterInput {
  const { draft } = state
  const email = draft.email.trim()
  return {
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    ...(email ? { email } : {}),
    ...(usesTypedAddress(state) ? { address: addressOf(draft) } : {}),
    ...(draft.textUpdates ? { textUpdates: true } : {}),
  }
}

function booking(state: State, choice: Opening, isNew: boolean, verifiedVisit: VerifiedVisitView): BookInput {
  const { wish, durationOptionId, draft } = state
  const { providerId, locationId, startTime } = choice
  return {
    typeId: wish!.typeId,
    providerId,
    locationId,
    startTime,
    ...(durationOptionId === null ? {} : { durationOptionId }),
    ...(wish!.request ? { schedulingRequestId: wish!.request.id } : {}),
    ...(usesTypedAddress({
      ...state,
      verifiedVisit: { ...state.verifiedVisit!, hasAddress: verifiedVisit.hasAddress },
    })
      ? { address: addressOf(draft) }
      : {}),
    ...(draft.textUpdates && !isNew ? { textUpdates: true } : {}),
    ...answersOf(wish!.questions, state.told),
  }
}
