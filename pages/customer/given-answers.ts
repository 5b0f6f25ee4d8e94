import { stillInvalid } from "../shared/questions/still-invalid.ts"
import type { InvalidAnswers, Told } from "../shared/questions/told.ts"

/** The part of each page's state that the questions of a type need. */
export interface GivenAnswers {
  told: Told
  invalidAnswers: InvalidAnswers
  notice: unknown
}

export const noAnswers: Pick<GivenAnswers, "told" | "invalidAnswers"> = { told: {}, invalidAnswers: {} }

export type AnswersAction =
  | { type: "tell"; told: Told }
  | { type: "foundUnanswered"; invalid: InvalidAnswers }

export function reduceAnswers<State extends GivenAnswers>(state: State, action: AnswersAction): State {
  const { told, invalidAnswers } = state
  return action.type === "tell"
    ? { ...state, told: action.told, invalidAnswers: stillInvalid(invalidAnswers, told, action.told) }
    : { ...state, invalidAnswers: action.invalid, notice: null }
}
