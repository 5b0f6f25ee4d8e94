import { FailureBox } from "../shared/notice.tsx"
import type { StepProps } from "./steps/step-props.ts"

/** Tells what went wrong, and the way on. */
export function NoticeBox({ state, commands }: StepProps) {
  if (!state.notice) return null
  return (
    <FailureBox
      notice={state.notice}
      phone={state.view.company.phone}
      zone={state.zone}
      onTime={(choice) => commands.dispatch({ type: "pickTime", choice })}
    />
  )
}
