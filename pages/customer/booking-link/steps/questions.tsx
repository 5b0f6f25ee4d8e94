import { Ask } from "../../questions.tsx"
import type { StepProps } from "../commands.ts"
import { NoticeBox } from "../notice-box.tsx"

/** Asks what the type asks, between the time and the button that books it. */
export function Questions({ state, commands }: StepProps) {
  return (
    <Ask questions={state.view.questions} state={state} commands={commands}>
      <NoticeBox state={state} commands={commands} />
    </Ask>
  )
}
