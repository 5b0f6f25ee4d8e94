import type { VerifiedVisitView } from "../../../domain/contracts/public-page.ts"
import type { FailureNotice } from "../../shared/api.ts"
import type { Opening } from "../../shared/times/openings.ts"
import { withoutTimes } from "../../shared/times/times-state.ts"
import type { Answer } from "./actions.ts"
import { noHold } from "./hold-state.ts"
import { followedFrom } from "./standing.ts"
import { initialState, type State, type Step, visitorOf } from "./state.ts"

/** The next state after an answer of the service. */
export function settle(state: State, answer: Answer): State {
  const settled: State = { ...state, pending: false, notice: null, invalid: {} }
  switch (answer.type) {
    case "holding":
      return { ...state, draftToken: answer.draftToken, triedToHold: answer.wanted, held: null }
    case "held":
      return { ...state, held: answer.until }
    case "holdOver":
      return { ...state, held: "over" }
    case "started":
      return { ...settled, pending: true }
    case "failed":
      return { ...settled, notice: answer.notice }
    case "codeSent":
      return {
        ...settled,
        step: "code",
        sent: { ...answer.sent, phone: answer.phone },
        draft: { ...state.draft, code: "" },
      }
    case "codeWrong":
      return { ...settled, invalid: { code: true } }
    case "verified":
      // The notice that the time was lost meanwhile stays.
      return verified(state.choice ? settled : { ...settled, notice: state.notice }, answer.verifiedVisit)
    case "registered":
      return {
        ...settled,
        pending: true,
        verifiedVisit: withToken(state, answer.verifiedVisit),
        emailTaken: answer.verifiedVisit.warnings.includes("email_taken"),
      }
    case "booked":
      return { ...settled, step: "booked", booked: answer.booked, followed: followedFrom(answer.booked) }
    case "followed":
      return { ...state, followed: answer.followed }
    case "timeRefused":
      return {
        ...withoutTimes(settled),
        step: "choose",
        choice: null,
        ...noHold,
        notice: withNames(answer.notice, state.view),
      }
    case "addressRefused":
      return {
        ...withoutTimes(settled),
        step: "where",
        wish: state.wish && { ...state.wish, needsAddress: true },
        addressGiven: false,
        notice: answer.notice,
      }
    case "verifiedVisitExpired":
      return {
        ...withoutTimes(settled),
        step: "phone",
        verifiedVisit: null,
        sent: null,
        notice: answer.notice,
      }
    case "answerRefused":
      return {
        ...settled,
        step: "questions",
        wish: state.wish && { ...state.wish, questions: answer.questions },
        invalidAnswers: { [answer.key]: answer.why },
      }
    case "registrationClosed":
      return { ...settled, step: "call" }
    case "offerChanged":
      return offerChanged(settled, answer.view)
  }
}

/** Continues with what was chosen before the number was asked for, else with the visitor's scheduling requests. */
function verified(state: State, verifiedVisit: VerifiedVisitView): State {
  const goesByFile = !!state.wish?.needsAddress && verifiedVisit.hasAddress
  const { assignedProvider } = verifiedVisit
  const known = goesByFile || assignedProvider ? withoutTimes(state) : state
  // One that has ended is held again by the button that sent the code.
  const again = state.held === "over" ? noHold : {}
  const next: State = { ...known, ...again, verifiedVisit: withToken(state, verifiedVisit), sent: null }
  const settled = { ...next, draft: { ...state.draft, code: "" }, step: stepOf(next, verifiedVisit) }
  const isOther = assignedProvider && state.choice && state.choice.providerId !== assignedProvider.id
  return isOther ? { ...settled, ...atAssigned } : settled
}

/** The company has assigned one provider to the customer: the times are that provider's, and the notice says so. */
const atAssigned: Partial<State> = {
  step: "choose",
  choice: null,
  providerId: null,
  notice: { code: "assigned_elsewhere", alternatives: [], retryAfterSeconds: null },
}

function stepOf(
  { choice, wish, waits, lookingFor }: State,
  { customer, canRegister }: VerifiedVisitView,
): Step {
  if (!wish && lookingFor === "links") return "linksTexted"
  if (!customer && !canRegister) return "call"
  if (choice) return "confirm"
  if (waits && wish) return "wait"
  return wish ? "choose" : "requests"
}

/** The parts of other times name the types that they are of. */
function withNames(notice: FailureNotice, { types }: State["view"]): FailureNotice {
  const nameOf = (id?: number) => types.find((type) => type.id === id)?.name ?? ""
  const named = (one: Opening): Opening =>
    one.parts ? { ...one, parts: one.parts.map((part) => ({ ...part, typeName: nameOf(part.typeId) })) } : one
  return { ...notice, alternatives: notice.alternatives.map(named) }
}

function withToken(state: State, verifiedVisit: VerifiedVisitView): State["verifiedVisit"] {
  const visitToken = verifiedVisit.visitToken ?? state.verifiedVisit?.visitToken
  return visitToken === undefined ? null : { ...verifiedVisit, visitToken }
}

/** The offer has changed: shows the present one, or that the page is closed. */
function offerChanged(state: State, view: State["view"] | null): State {
  if (!view) return { ...state, step: "closed" }
  const { verifiedVisit, draft, addressGiven, generation } = state
  const fresh = initialState(view, visitorOf(state), state.openedAt)
  const notice: FailureNotice = { code: "no_longer_offered", alternatives: [], retryAfterSeconds: null }
  return {
    ...fresh,
    verifiedVisit,
    draft,
    addressGiven,
    generation: generation + 1,
    step: view.canSendCodes ? "what" : "call",
    wish: null,
    notice,
  }
}
