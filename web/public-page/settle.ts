import { withoutTimes } from "../shared/times/times-state.ts"
import type { Answer } from "./actions.ts"
import type { VisitView } from "./contract.ts"
import { initialState, type State, type Step } from "./state.ts"

/** The next state after an answer of the service. */
export function settle(state: State, answer: Answer): State {
  const settled: State = { ...state, pending: false, notice: null, invalid: {} }
  switch (answer.type) {
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
      return verified(settled, answer.visit)
    case "registered":
      return {
        ...settled,
        pending: true,
        visit: withToken(state, answer.visit),
        emailTaken: answer.visit.warnings.includes("email_taken"),
      }
    case "booked":
      return { ...settled, step: "booked", booked: answer.booked, dayOpen: false }
    case "timeRefused":
      return { ...withoutTimes(settled), step: "choose", choice: null, notice: answer.notice }
    case "addressRefused":
      return {
        ...withoutTimes(settled),
        step: "where",
        wish: state.wish && { ...state.wish, needsAddress: true },
        addressGiven: false,
        notice: answer.notice,
      }
    case "visitExpired":
      return { ...withoutTimes(settled), step: "phone", visit: null, sent: null, notice: answer.notice }
    case "registrationClosed":
      return { ...settled, step: "call" }
    case "offerChanged":
      return offerChanged(settled, answer.view)
  }
}

/** On with what was chosen before the number was asked for; without any, the visitor's own invitations. */
function verified(state: State, visit: VisitView): State {
  const goesByFile = !!state.wish?.needsAddress && visit.hasAddress
  const known = goesByFile ? withoutTimes(state) : state
  const next: State = { ...known, visit: withToken(state, visit), sent: null }
  return { ...next, draft: { ...state.draft, code: "" }, step: stepOf(next, visit) }
}

function stepOf({ choice, wish }: State, { customer, canRegister }: VisitView): Step {
  if (!customer && !canRegister) return "call"
  if (choice) return "confirm"
  return wish ? "choose" : "invitations"
}

function withToken(state: State, visit: VisitView): State["visit"] {
  const visitToken = visit.visitToken ?? state.visit?.visitToken
  return visitToken === undefined ? null : { ...visit, visitToken }
}

/** What the page offered is no longer so: shows what it offers now, or that it is closed. */
function offerChanged(state: State, view: State["view"] | null): State {
  if (!view) return { ...state, step: "closed" }
  const { visit, draft, addressGiven, generation } = state
  const fresh = initialState(view, state.visitorZone, state.openedAt)
  const notice = { code: "no_longer_offered", alternatives: [], retryAfterSeconds: null }
  return {
    ...fresh,
    visit,
    draft,
    addressGiven,
    generation: generation + 1,
    step: "what",
    wish: null,
    notice,
  }
}
