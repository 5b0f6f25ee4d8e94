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
  if (action.type === "foundUnanswered") return { ...state, invalidAnswers: action.invalid, notice: null }
  const { told } = action
  const marked = Object.entries(state.invalidAnswers)
  const kept = marked.filter(([key]) => state.told[key] === told[key])
  // The same object while nothing was corrected, so that the focus stays where it is.
  const invalidAnswers = kept.length === marked.length ? state.invalidAnswers : Object.fromEntries(kept)
  return { ...state, told, invalidAnswers }
}
