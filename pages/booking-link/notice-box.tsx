import { startInWords, useLanguage } from "../shared/language.ts"
import { lazy } from "../shared/lazy.tsx"
import { FailureBox } from "../shared/notice.tsx"
import type { StepProps } from "./commands.ts"
import { useOwnWords } from "./words.ts"

/** After a cancel, whose step has brought the words that it says. */
const TakeOutOfCalendar = lazy(async () => (await import("../shared/add-to-calendar.tsx")).TakeOutOfCalendar)

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
