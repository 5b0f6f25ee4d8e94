import { useLanguage } from "../shared/language.ts"
import { FailureBox } from "../shared/notice.tsx"
import type { StepProps } from "./use-booking-link.ts"

/** Shows what went wrong, or that a cancellation succeeded, and what can be done next. */
export function NoticeBox({ state, commands }: StepProps) {
  const { words, formats } = useLanguage()
  const { notice, view, zone } = state
  if (!notice) return null
  if (notice.tone === "status") return <output class="notice good">{words.cancelled}</output>
  const moved = notice.changed === "moved" ? view.appointment : null
  return (
    <FailureBox
      notice={notice}
      company={view.company}
      zone={zone}
      onTime={(choice) => commands.dispatch({ type: "pickTime", choice })}
    >
      {notice.changed === "cancelled" && <p>{words.changedCancelled}</p>}
      {moved && <p>{words.changedTime(...formats.dayAndTime(moved, zone ?? moved.timezone))}</p>}
    </FailureBox>
  )
}
