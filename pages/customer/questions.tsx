import type { ComponentChildren } from "preact"
import type { QuestionView } from "../../domain/contracts/customer-pages.ts"
import { useLanguage } from "../shared/language.ts"
import { lazy } from "../shared/lazy.tsx"
import type { QuestionsFormProps } from "../shared/questions/questions-form.tsx"
import { StepFrame } from "../shared/step.tsx"
import type { AnswersAction, GivenAnswers } from "./given-answers.ts"

/** Most types ask nothing, so the form comes when one does. */
const QuestionsForm = lazy<QuestionsFormProps>(
  async () => (await import("../shared/questions/questions-form.tsx")).QuestionsForm,
)

interface AskProps {
  questions: readonly QuestionView[]
  state: GivenAnswers
  commands: { dispatch(action: AnswersAction | { type: "giveAnswers" }): void }
  /** The page's notice, above the fields. */
  children: ComponentChildren
}

/** Asks the type's own questions, after the time. */
export function Ask({ questions, state, commands: { dispatch }, children }: AskProps) {
  const { words } = useLanguage()
  return (
    <StepFrame heading={words.someQuestions}>
      {children}
      <QuestionsForm
        questions={questions}
        told={state.told}
        invalid={state.invalidAnswers}
        onTell={(told) => dispatch({ type: "tell", told })}
        onInvalid={(invalid) => dispatch({ type: "foundUnanswered", invalid })}
        onDone={() => dispatch({ type: "giveAnswers" })}
      />
    </StepFrame>
  )
}
