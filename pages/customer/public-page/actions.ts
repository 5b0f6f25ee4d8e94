import type { QuestionView } from "../../../domain/contracts/customer-pages.ts"
import type {
  BookedView,
  CodeSentView,
  PageView,
  RegisteredView,
  VerifiedVisitView,
} from "../../../domain/contracts/public-page.ts"
import type { FailureNotice } from "../../shared/api.ts"
import type { InvalidAnswers } from "../../shared/questions/told.ts"
import type { Remembered } from "../../shared/remembered.ts"
import type { Opening } from "../../shared/times/openings.ts"
import type { TimesAction } from "../../shared/times/times-state.ts"
import type { AnswersAction } from "../given-answers.ts"
import type { Draft, Invalid } from "./draft.ts"
import type { Followed } from "./standing.ts"
import type { State } from "./state.ts"
import type { Wish } from "./wish.ts"

/** The visitor's actions, and the browser's about them. */
export type VisitorAction =
  | { type: "deviceFound"; zone: string }
  | { type: "restored"; kept: Partial<State> }
  | { type: "remembered"; remembered: Remembered[] }
  | { type: "pickWish"; wish: Wish }
  | { type: "putTogether"; together: number[]; sameProvider: boolean }
  | { type: "typed"; values: Partial<Draft> }
  | { type: "foundInvalid"; invalid: Invalid }
  | { type: "giveAddress" }
  | { type: "pickDuration"; durationOptionId: number }
  | { type: "pickTime"; choice: Opening }
  | { type: "askToWait" }
  | AnswersAction
  | { type: "giveAnswers" }
  | { type: "lookFor"; what: State["lookingFor"] }
  | { type: "goTo"; step: "what" | "where" | "choose" | "phone" }
  | { type: "stepBack" }
  | { type: "stepForward" }
  | { type: "startOver" }
  /** The page is shown again after a while. */
  | { type: "wokeUp"; openedAt: string }

/** The service's answers. */
export type Answer =
  | { type: "started" }
  /** Null where the form itself says why. */
  | { type: "failed"; notice: FailureNotice | null }
  | { type: "codeSent"; sent: CodeSentView; phone: string }
  | { type: "codeWrong" }
  | { type: "holding"; draftToken: string; wanted: string }
  | { type: "held"; until: number }
  | { type: "holdOver" }
  | { type: "verified"; verifiedVisit: VerifiedVisitView }
  | { type: "registered"; verifiedVisit: RegisteredView }
  | { type: "booked"; booked: BookedView }
  | { type: "followed"; followed: Followed | null }
  | { type: "timeRefused"; notice: FailureNotice }
  | { type: "addressRefused"; notice: FailureNotice }
  | { type: "verifiedVisitExpired"; notice: FailureNotice }
  | { type: "answerRefused"; key: string; why: InvalidAnswers[string]; questions: QuestionView[] }
  | { type: "registrationClosed" }
  | { type: "offerChanged"; view: PageView | null }

export type Action = VisitorAction | Answer | TimesAction
