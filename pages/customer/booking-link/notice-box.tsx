import { TakeOutOfCalendar } from "../../shared/add-to-calendar.tsx"
import { FailureBox } from "../../shared/failure-box.tsx"
import { startInWords, useLanguage } from "../../shared/language.ts"
import type { StepProps } from "./commands.ts"
import { useOwnWords } from "./words.ts"

/** Shows what went wrong, or that a cancellation or an answer succeeded, and what can be done next. */
export function NoticeBox({ state, commands }: StepProps) {
  const { formats } = useLanguage()
  const own = useOwnWords()
  const { notice, view, zone } = state
  if (!notice) return null
  if (notice.tone === "status")
    return (
      <>
        <output class="notice good">{own[notice.code]}</output>
        {notice.code === "cancelled" && <TakeOutOfCalendar fetchFile={commands.calendarFile} />}
      </>
    )
  const moved = notice.changed === "moved" ? view.appointment : null
  return (
    <FailureBox
      notice={notice}
      company={view.company}
      zone={zone}
      onTime={(choice) => commands.dispatch({ type: "pickTime", choice })}
    >
      {notice.changed === "cancelled" && <p>{own.changedCancelled}</p>}
      {moved && <p>{own.changedTime(startInWords(formats.dayAndTime(moved, zone ?? moved.timezone)))}</p>}
    </FailureBox>
  )
}
