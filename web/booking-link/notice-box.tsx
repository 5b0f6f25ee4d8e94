import { useLanguage } from "../shared/language.ts"
import { FailureBox } from "../shared/notice.tsx"
import { spokenTime } from "../shared/spoken-time.ts"
import type { Notice, State } from "./state.ts"
import type { StepProps } from "./steps/step-props.ts"

/** Tells what went wrong (or well), and the way on. */
export function NoticeBox({ state, commands }: StepProps) {
  const { words } = useLanguage()
  const { notice } = state
  if (!notice) return null
  if (notice.tone === "status") return <output class="notice good">{words.cancelled}</output>
  return (
    <FailureBox
      notice={notice}
      phone={state.view.company.phone}
      zone={state.zone}
      onTime={(choice) => commands.dispatch({ type: "pickTime", choice })}
    >
      <Changed notice={notice} state={state} />
    </FailureBox>
  )
}

function Changed({ notice, state }: { notice: Notice; state: State }) {
  const { words, formats } = useLanguage()
  const { appointment } = state.view
  if (notice.changed === "cancelled") return <p>{words.changedCancelled}</p>
  if (notice.changed !== "moved" || !appointment) return null
  const zone = state.zone ?? appointment.timezone
  return <p>{words.changedTime(...spokenTime(formats, appointment, zone))}</p>
}
