import { FailureBox } from "../../shared/failure-box.tsx"
import type { StepProps } from "./commands.ts"
import { useOwnWords } from "./words.ts"

/** Shows what went wrong, and what can be done next. */
export function NoticeBox({ state, commands }: StepProps) {
  const own = useOwnWords()
  if (!state.notice) return null
  const { assignedProvider } = state.verifiedVisit ?? {}
  if (state.notice.code === "assigned_elsewhere" && assignedProvider) {
    return (
      <div class="notice" role="alert" tabIndex={-1}>
        <p>{own.assignedTo({ provider: assignedProvider.name })}</p>
      </div>
    )
  }
  return (
    <FailureBox
      notice={state.notice}
      company={state.view.company}
      zone={state.zone}
      onTime={(choice) => commands.dispatch({ type: "pickTime", choice })}
    />
  )
}
