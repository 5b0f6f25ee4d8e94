import { QuestionsStep } from "../../../shared/questions/questions-step.tsx"
import type { StepProps } from "../commands.ts"
import { NoticeBox } from "../notice-box.tsx"

/** Asks what the type asks, between the time and the number. */
export function Questions({ state, commands }: StepProps) {
  const { dispatch } = commands
  return (
    <QuestionsStep
      questions={state.wish?.questions ?? []}
      told={state.told}
      invalid={state.invalidAnswers}
      onTell={(told) => dispatch({ type: "tell", told })}
      onInvalid={(invalid) => dispatch({ type: "foundUnanswered", invalid })}
      onDone={() => dispatch({ type: "giveAnswers" })}
    >
      <NoticeBox state={state} commands={commands} />
    </QuestionsStep>
  )
}
