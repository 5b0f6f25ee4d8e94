import { FailureBox } from "../shared/notice.tsx"
import type { StepProps } from "./use-public-page.ts"

/** Shows what went wrong, and what can be done next. */
export function NoticeBox({ state, commands }: StepProps) {
  if (!state.notice) return null
  return (
    <FailureBox
      notice={state.notice}
      company={state.view.company}
      zone={state.zone}
      onTime={(choice) => commands.dispatch({ type: "pickTime", choice })}
    />
  )
}
