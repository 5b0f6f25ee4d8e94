import { useLanguage } from "../language.ts"
import { lazy } from "../lazy.tsx"
import { StepFrame } from "../step.tsx"
import type { QuestionsStepProps } from "./questions-form.tsx"

/** Most types ask nothing, so the form comes when one does. */
export const QuestionsForm = lazy<QuestionsStepProps>(
  async () => (await import("./questions-form.tsx")).QuestionsForm,
)

/** Asks the type's own questions, after the time. */
export function QuestionsStep({ children, ...props }: QuestionsStepProps) {
  const { words } = useLanguage()
  return (
    <StepFrame heading={words.someQuestions}>
      {children}
      <QuestionsForm {...props} />
    </StepFrame>
  )
}
