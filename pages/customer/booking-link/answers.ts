/** The meaning of the service's answers comes with the script of the steps that ask it, and is here when an answer comes. */
import type { State } from "./state.ts"

let known: ((state: State, answer: unknown) => State) | null = null

export function learnAnswers<Answer>(settle: (state: State, answer: Answer) => State): void {
  known = settle as (state: State, answer: unknown) => State
}

/** The next state after an answer. */
export const settleLater = (state: State, answer: { type: string }): State => known!(state, answer)
