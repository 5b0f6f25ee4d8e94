import type { QuestionView } from "../../../domain/contracts/customer-pages.ts"
import type { BookInput, RegisterInput, VerifiedVisitView } from "../../../domain/contracts/public-page.ts"
import type { Failure, Outcome } from "../../shared/api.ts"
import { noticeOf } from "../../shared/notice-of.ts"
import { answersOf, holdsFiles, refusedAnswer, whyRefused } from "../../shared/questions/told.ts"
import { tellBooked } from "../../shared/surroundings.ts"
import type { Opening } from "../../shared/times/openings.ts"
import { seatsWanted } from "../../shared/times/seats.ts"
import type { Action } from "./actions.ts"
import type { PublicPageClient } from "./client.ts"
import { addressOf } from "./draft.ts"
import { failureActions } from "./outcomes.ts"
import { type State, usesTypedAddress } from "./state.ts"
import { followingTypes, keeping, partsOf } from "./wish.ts"

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
  const given = await withFilesSent(state, client, token)
  if (!given.ok) {
    tell(await refused(state, given, client, token))
    return true
  }
  const outcome = await client.book(
    booking(given.data, choice, isNew, registered),
    token,
    keys.book,
    state.draftToken,
  )
  if (outcome.ok) tellBooked()
  tell(outcome.ok ? [{ type: "booked", booked: outcome.data }] : await refused(state, outcome, client, token))
  return outcome.ok || !outcome.outcomeUnknown
}

/** The number is verified now: what the browser has kept goes. A booking that is tried again sends nothing twice. */
async function withFilesSent(state: State, client: PublicPageClient, token: string): Promise<Outcome<State>> {
  const { questions } = state.wish!
  if (!holdsFiles(questions, state.told)) return { ok: true, data: state }
  const { sendChosen } = await import("../../shared/questions/chosen-files.ts")
  const sent = await sendChosen(questions, state.told, (name) => client.askUpload(name, token))
  return sent.ok ? { ok: true, data: { ...state, told: sent.data } } : sent
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
    return [
      {
        type: "answerRefused",
        key,
        why: whyRefused(failure),
        questions: await questionsNow(state, client, token),
      },
    ]
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

export function registration(state: State): RegisterInput {
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
    ...followingTypes(wish!),
    providerId,
    ...keeping(state),
    locationId,
    startTime,
    ...(choice.parts ? { parts: partsOf(choice.parts) } : {}),
    ...(durationOptionId === null ? {} : { durationOptionId }),
    ...(wish!.request ? { schedulingRequestId: wish!.request.id } : {}),
    ...(usesTypedAddress({
      ...state,
      verifiedVisit: { ...state.verifiedVisit!, hasAddress: verifiedVisit.hasAddress },
    })
      ? { address: addressOf(draft) }
      : {}),
    ...(draft.textUpdates && !isNew ? { textUpdates: true } : {}),
    ...(choice.sessionId === undefined ? {} : { seats: seatsWanted(draft, choice) }),
    ...answersOf(wish!.questions, state.told),
  }
}
