/** The state of a waiting entry's page: what the service said last, and what its customer is doing. */
import type { QuestionView } from "../../../domain/contracts/customer-pages.ts"
import type { WaitingView } from "../../../domain/contracts/waiting.ts"
import type { FailureCode } from "../../shared/api.ts"
import { type GivenAnswers, noAnswers } from "../given-answers.ts"

export type Step = "entry" | "change" | "leave" | "offer" | "line" | "held" | "booked" | "over"

export interface Notice {
  tone: "status" | "alert"
  code: "changed" | "stillListed" | FailureCode
  retryAfterSeconds: number | null
}

export interface State extends GivenAnswers {
  view: WaitingView
  /** A screen that the customer opened above the entry. */
  opened: "change" | "leave" | null
  /** When what is held or awaited ends, by this device's clock; null where nothing is. */
  until: number | null
  notice: Notice | null
  pending: boolean
  /** The offer whose time the customer has asked for, and so waits for while others decide. */
  askedFor: number | null
  /** The offer that was declined here: the page does not tell of it again. */
  declined: number | null
  /** The type asks for files, which follow by the appointment's own link. */
  owesFiles: boolean
}

export const initialState = (view: WaitingView): State => ({
  view,
  opened: null,
  until: untilOf(view),
  notice: null,
  pending: false,
  askedFor: view.offer?.state === "next" ? view.offer.id : null,
  declined: null,
  ...noAnswers,
  owesFiles: false,
})

/** Counted from the answer, so that a device whose clock is wrong shows what is really left. */
export const untilOf = ({ offer }: WaitingView): number | null =>
  offer?.seconds == null ? null : Date.now() + offer.seconds * 1_000

export function stepOf({ view, opened }: State): Step {
  const { state } = view.entry
  if (state === "booked") return "booked"
  if (state === "withdrawn" || state === "declined" || state === "expired") return "over"
  if (opened !== null) return opened
  switch (view.offer?.state) {
    case "held":
    case "seat":
      return "held"
    case "free":
      return "offer"
    case "other":
    case "next":
      return "line"
    default:
      return "entry"
  }
}

/** Five minutes are short: photos and documents follow by the appointment's own link. */
export const askedHere = ({ questions }: WaitingView): QuestionView[] =>
  questions.filter(({ kind }) => kind !== "file")
