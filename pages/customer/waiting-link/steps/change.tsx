import { StepFrame, useLateHeading } from "../../../shared/step.tsx"
import { WishForm } from "../../../shared/waiting/wish-fields.tsx"
import { NoticeBox } from "../notice-box.tsx"
import type { StepProps } from "../use-waiting-link.ts"
import { useOwnWords } from "../words.ts"

/** Changes when the customer can come and how they are asked. Where and with whom stay as they are. */
export function Change({ state, commands }: StepProps) {
  const own = useOwnWords()
  useLateHeading(true)
  const { pending, view } = state
  const { earliestDate, latestDate, weekdays, partsOfDay, channels } = view.entry
  const first = {
    from: earliestDate,
    until: latestDate,
    weekdays: weekdays ?? [],
    parts: partsOfDay ?? [],
    channels,
  }
  return (
    <StepFrame heading={own.changeHeading} underway={pending ? own.saving : null}>
      <NoticeBox state={state} />
      <WishForm
        first={first}
        pending={pending}
        label={pending ? own.saving : own.save}
        onSend={commands.change}
      />
    </StepFrame>
  )
}
