import { Blocks } from "../../shared/blocks.tsx"
import { useLanguage } from "../../shared/language.ts"
import { wallClock } from "../../shared/zones.ts"
import { Announcement } from "../announcement.tsx"
import { NoticeBox } from "../notice.tsx"
import type { StepProps } from "./step-props.ts"

/** Asks once, and says what it means. */
export function Cancel({ state, deeds }: StepProps) {
  const { words, formats } = useLanguage()
  const { appointment } = state.view
  if (!appointment) return null
  const zone = state.zone ?? appointment.timezone
  const day = formats.day(wallClock(appointment.startTime, zone).date)
  return (
    <div class="decide" aria-busy={state.pending}>
      <Announcement>{state.pending ? words.cancelling : ""}</Announcement>
      <h2 data-step-heading tabIndex={-1}>
        {words.cancelQuestion}
      </h2>
      <section class="present" aria-label={words.presentTime}>
        <Blocks blocks={appointment.blocks} zone={zone} />
      </section>
      <p>{words.cancelMeaning(day, formats.time(appointment.startTime, zone))}</p>
      <NoticeBox state={state} deeds={deeds} />
      <div class="actions">
        <button type="button" class="button danger" aria-disabled={state.pending} onClick={deeds.cancel}>
          {state.pending ? words.cancelling : words.confirmCancel}
        </button>
        <button type="button" class="quiet" onClick={() => deeds.dispatch({ type: "back" })}>
          {words.keepAppointment}
        </button>
      </div>
    </div>
  )
}
